/** An answer that came whole, with an accepted status and media type. What is in it is still to be checked. */
export class UpstreamAnswer {
  readonly status: number;
  /** Media type in lower case, without parameters; empty when the publisher named none. */
  readonly contentType: string;
  /** Decompressed. */
  readonly body: Buffer;

  constructor(status: number, contentType: string, body: Buffer) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
  }

  text(): string {
    return this.body.toString('utf8');
  }

  /** @throws UnexpectedAnswer when the body is not JSON */
  json(): unknown {
    try {
      return JSON.parse(this.text());
    } catch {
      // The parser's own message repeats a piece of the body, which may be an address or a plate.
      throw new UnexpectedAnswer(`its ${this.body.length} bytes are not JSON`);
    }
  }
}

/**
 * An answer of another shape, or about another object, than was asked for. Its message is for the log: what was
 * expected, never the publisher's own text nor what was asked for.
 */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}
