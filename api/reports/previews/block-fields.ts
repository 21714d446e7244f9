import type { TObject } from 'typebox';

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
}

/** Members of an answer that are about it, and not what it is asked for. */
const ABOUT_THE_ANSWER = /^(note|.+_note|source|related|unavailable)$/;

/**
 * The blocks of an answer with the paths of their fields, in the answer's order, read from its schema: they cannot
 * differ from what is sold.
 * @param rest name of the block that gathers the members without fields of their own
 */
export function blockFields(answer: TObject, rest: string): ReadonlyMap<string, readonly string[]> {
  const blocks = new Map<string, string[]>();
  for (const [name, node] of Object.entries(answer.properties as Record<string, SchemaNode>)) {
    if (ABOUT_THE_ANSWER.test(name)) continue;
    const inner = node.properties ?? node.items?.properties;
    if (inner !== undefined) blocks.set(name, [...paths(inner, '')]);
    else blocks.set(rest, [...(blocks.get(rest) ?? []), name]);
  }
  return blocks;
}

function* paths(properties: Readonly<Record<string, SchemaNode>>, before: string): Generator<string> {
  for (const [name, node] of Object.entries(properties)) {
    if (name === 'note') continue;
    const path = `${before}${name}`;
    const elements = node.items?.properties;
    if (node.properties !== undefined) yield* paths(node.properties, `${path}.`);
    else if (elements !== undefined) yield* paths(elements, `${path}[].`);
    else yield path;
  }
}

/** Keys that say which figure it is, and are there without one. */
const ABOUT_A_FIGURE = new Set(['note', 'level', 'data_year', 'year', 'crs', 'who_guideline']);

/** Whether a block holds any fact. An empty list is one: there are none. */
export function holdsFacts(block: unknown): boolean {
  return Array.isArray(block) || hasValue(block);
}

function hasValue(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (Array.isArray(value)) return value.some(hasValue);
  if (typeof value !== 'object') return true;
  return Object.entries(value).some(([key, inner]) => !ABOUT_A_FIGURE.has(key) && hasValue(inner));
}
