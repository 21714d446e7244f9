/** A field without fields below it, as the schema of its answer describes it. */
export interface SchemaField {
  /** e.g. `inspections[].defects[].code`; the elements of a list of texts are part of the list. */
  readonly path: string;
  /** e.g. `integer or null`; `list of string`. */
  readonly type: string;
  readonly description: string;
}

type Node = Readonly<Record<string, unknown>>;

/** All such fields of an answer, in the order of the answer. */
export function schemaFields(schema: object): SchemaField[] {
  return fieldsBelow(Object.fromEntries(Object.entries(schema)), '', '');
}

function fieldsBelow(node: Node, path: string, described: string): SchemaField[] {
  const description = typeof node.description === 'string' ? node.description : described;
  const { properties, items } = node;
  if (isNode(properties)) {
    return Object.entries(properties).flatMap(([name, field]) =>
      isNode(field) ? fieldsBelow(field, path === '' ? name : `${path}.${name}`, '') : [],
    );
  }
  if (isNode(items)) {
    if (isNode(items.properties)) return fieldsBelow(items, `${path}[]`, '');
    const list = typesOf(node).includes('null') ? ' or null' : '';
    return [{ path, type: `list of ${typesOf(items).join(' or ')}${list}`, description }];
  }
  return [{ path, type: typesOf(node).join(' or '), description }];
}

function typesOf({ type }: Node): string[] {
  return (Array.isArray(type) ? type : [type]).map(String);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
