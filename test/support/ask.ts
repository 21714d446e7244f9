/** One answer of the service, with its body parsed. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A body whose shape the test asserts itself. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Asks a JSON path of a running service. */
export async function ask<Body = JsonObject>(
  url: string,
  path: string,
  init: RequestInit = {},
): Promise<Answer<Body>> {
  const response = await fetch(new URL(path, url), init);
  const text = await response.text();
  if (!/json/.test(response.headers.get('content-type') ?? '')) {
    throw new Error(`${path} answered ${response.status} without JSON: ${text.slice(0, 300)}`);
  }
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as Body };
}

/** `/v1/home/basic` with its parameters encoded. */
export function withQuery(path: string, parameters: Readonly<Record<string, string | number>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
  return `${path}?${query}`;
}
