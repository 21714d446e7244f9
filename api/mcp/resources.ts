import type { Snapshot } from '../../db/store.ts';
import type { Config } from '../config.ts';
import { DESCRIBED_ANSWERS } from '../field-origins/answers.ts';
import { type AnswerFields, fieldTable, renderFieldTable } from '../field-origins/table.ts';
import { provenance } from '../reports/provenance.ts';

/** A document that models can read. */
export interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  read(snapshot: Snapshot): string;
}

/** What explains the answers of the tools. */
export function mcpResources(config: Config): readonly McpResource[] {
  return [licences(config), allFields(), ...fieldsOfAnswers()];
}

function licences(config: Config): McpResource {
  return {
    // Its own address: who has no use for resources fetches it.
    uri: `${config.publicBaseUrl}/.well-known/x402-license-provenance`,
    name: 'licence-provenance',
    title: 'Data sets, publishers and licences',
    description:
      'Every data set that answers are made from: publisher, licence, the attribution to show, edition, date, digest and row count.',
    mimeType: 'application/json',
    read: (snapshot) => JSON.stringify(provenance(snapshot, config)),
  };
}

function allFields(): McpResource {
  let page: string | undefined;
  return {
    uri: 'facts://fields',
    name: 'fields',
    title: 'All fields of all answers',
    description:
      "What each field means, which data set and which of the publisher's fields it comes from, and by which rule. Some 200 kB: the fields of one answer are in facts://fields/<its path>.",
    mimeType: 'text/markdown',
    read() {
      page ??= renderFieldTable();
      return page;
    },
  };
}

/** The same, an answer each: models read no more than they need. */
function fieldsOfAnswers(): McpResource[] {
  let tables: AnswerFields[] | undefined;
  return DESCRIBED_ANSWERS.map(({ path }) => ({
    uri: `facts://fields${path}`,
    name: `fields${path.replace('/v1', '').replaceAll('/', '-')}`,
    title: `Fields of ${path}`,
    description: `What each field of ${path} means, where it comes from, and by which rule.`,
    mimeType: 'application/json',
    read() {
      tables ??= fieldTable();
      return JSON.stringify(tables.find(({ answer }) => answer === path));
    },
  }));
}
