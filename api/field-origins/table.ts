import { DESCRIBED_ANSWERS, type DescribedAnswer } from './answers.ts';
import { type FieldOrigin, originPathOf } from './origin.ts';
import { type SchemaField, schemaFields } from './schema-fields.ts';

/** A field of one or more answers, what it means, and where it comes from. */
export interface FieldRow extends SchemaField, FieldOrigin {}

export interface AnswerFields {
  /** Path of the answer, e.g. `/v1/home/report`. */
  readonly answer: string;
  readonly fields: readonly FieldRow[];
}

/**
 * Every field of every answer, with its source, the publisher's field and the rule.
 * @throws Error for a field without an origin
 */
export function fieldTable(): AnswerFields[] {
  return DESCRIBED_ANSWERS.map((answer) => ({ answer: answer.path, fields: rowsOf(answer) }));
}

function rowsOf({ path: answer, schema, origins }: DescribedAnswer): FieldRow[] {
  return schemaFields(schema).map((field) => {
    const path = originPathOf(field.path, origins);
    const from = path === undefined ? undefined : origins[path];
    if (from === undefined) throw new Error(`It is not told where ${field.path} of ${answer} comes from.`);
    return { ...field, ...from };
  });
}

/** The table as a page in Markdown. */
export function renderFieldTable(): string {
  return `# Fields

Generated from the schemas in \`api/schemas/\` and the origins in \`api/field-origins/\` by \`npm run docs:generate\`: change those, not this page.

Sources go by their ids, as in \`source[].id\` of every answer; [sources.md](sources.md) tells of those that are loaded. The others are asked live: \`pdok-locatieserver\`, \`ahn\`, \`ep-online\` and \`announcements\`. A publisher's field has the publisher's own name; the numbers behind the columns of Statistics Netherlands are left out, since they shift from year to year.

${fieldTable().map(renderAnswer).join('\n')}`;
}

function renderAnswer({ answer, fields }: AnswerFields): string {
  const rows = fields.map(
    ({ path, type, description, sources, publisherField, rule }) =>
      `| \`${path}\` | ${type} | ${cell(description)} | ${sources.map((id) => `\`${id}\``).join(', ') || 'this service'} | ${cell(publisherField ?? '')} | ${cell(rule)} |`,
  );
  return `## ${answer}

| Field | Type | Meaning | Source | Publisher's field | Rule |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
