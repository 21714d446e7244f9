/** JSON for programs, with the names that the API has too: snake_case. */
export function toJson(value: unknown): string {
  return JSON.stringify(withSnakeCase(value));
}

function withSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      withSnakeCase(inner),
    ]),
  );
}
