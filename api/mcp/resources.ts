import type { Snapshot } from '../../db/store.ts';
import type { Config } from '../config.ts';
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
  return [
    {
      // Its own address: who has no use for resources fetches it.
      uri: `${config.publicBaseUrl}/.well-known/x402-license-provenance`,
      name: 'licence-provenance',
      title: 'Data sets, publishers and licences',
      description:
        'Every data set that answers are made from: publisher, licence, the attribution to show, edition, date, digest and row count.',
      mimeType: 'application/json',
      read: (snapshot) => JSON.stringify(provenance(snapshot, config)),
    },
  ];
}
