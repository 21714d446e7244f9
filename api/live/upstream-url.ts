/** Parameters of a query; a list repeats its name, an undefined one is left out. */
export type UpstreamQuery = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** The address of a question. Blanks become %20: not every publisher reads a plus as one. */
export function upstreamUrl(baseUrl: string, path = '', query: UpstreamQuery = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const values = typeof value === 'string' || typeof value === 'number' ? [value] : value;
    return values.map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`);
  });
  const base = baseUrl.replace(/\/+$/, '');
  return parameters.length === 0 ? `${base}${path}` : `${base}${path}?${parameters.join('&')}`;
}
