import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Publisher {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly requests: readonly { path: string; headers: IncomingMessage['headers'] }[];
  /** Breaks the connections whose answer is not complete. */
  cut(): void;
  /** What every request from now on gets. */
  answerWith(answer: Answer): void;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A publisher's server for one test. Each request gets the next of the answers; the last one is repeated.
 */
export async function startPublisher(...first: readonly Answer[]): Promise<Publisher> {
  let answers = first;
  const requests: { path: string; headers: IncomingMessage['headers'] }[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push({ path: request.url ?? '', headers: request.headers });
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    cut() {
      for (const response of open) if (!response.writableEnded) response.destroy();
    },
    answerWith(answer) {
      answers = [answer];
    },
  };
}

/** A whole body with its length. */
export function body(
  content: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): Answer {
  return (_, response) => {
    response.writeHead(status, { 'content-length': Buffer.byteLength(content), ...headers });
    response.end(content);
  };
}

/** The beginning of a body whose length is announced; the rest never comes. See {@link Publisher.cut}. */
export function beginning(
  content: string | Buffer,
  bytes: number,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return (_, response) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(content), ...headers });
    response.write(Buffer.from(content).subarray(0, bytes));
  };
}

/** What is left of a body after `from`, as the answer to a range; `until` leaves the rest away. */
export function rest(content: Buffer, from: number, etag: string, until = content.length): Answer {
  return (_, response) => {
    response.writeHead(206, {
      etag,
      'content-length': content.length - from,
      'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
    });
    if (until < content.length) response.write(content.subarray(from, until));
    else response.end(content.subarray(from));
  };
}

export function status(code: number, headers: Readonly<Record<string, string>> = {}, content = ''): Answer {
  return body(content, headers, code);
}
