import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';

/**
 * The same schema, or null. Written as `type: [..., 'null']`, which JSON Schema and OpenAPI 3.1 both read; a union
 * would be tried branch by branch on every answer that is serialised.
 *
 * The schema's title is kept: give an object that is both nullable and not two titles.
 */
export function Nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  const plain = new Map<string, unknown>(Object.entries(schema));
  const type = plain.get('type');
  if (typeof type !== 'string') throw new TypeError('Nullable() needs a schema with one type.');
  plain.set('type', [type, 'null']);
  const values = plain.get('enum');
  if (Array.isArray(values)) plain.set('enum', [...values, null]);
  return Type.Unsafe<Static<Schema> | null>(Object.fromEntries(plain));
}

/** One of a few texts; `Type.Union` of literals would become an `anyOf`. */
export function OneOf<const Values extends readonly string[]>(
  values: Values,
  options: Record<string, unknown> = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });
}
