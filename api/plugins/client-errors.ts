import type { Socket } from 'node:net';
import { PROBLEMS, type ProblemCode, ProblemError, problemBody } from '../errors.ts';

const CAUSES: Readonly<Record<string, { code: ProblemCode; detail: string; hint: string }>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'headers_too_large',
    detail: 'The request line and headers are larger than this service reads.',
    hint: 'Send fewer or shorter headers.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'request_timeout',
    detail: 'The request did not arrive completely in time.',
    hint: 'Send it again.',
  },
};

const UNREADABLE = {
  code: 'bad_request',
  detail: 'This is not a request that HTTP/1.1 allows.',
  hint: 'Check the request line and headers.',
} as const;

/**
 * Answers what never became a request: there is only a socket, on which the status line has to be written by hand.
 */
export function answerClientError(
  publicBaseUrl: string,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { code, detail, hint } = CAUSES[error.code ?? ''] ?? UNREADABLE;
    const problem = new ProblemError(code, { detail, hint, addExample: false });
    const body = JSON.stringify(problemBody(problem, publicBaseUrl));
    socket.end(
      [
        `HTTP/1.1 ${PROBLEMS[code].status} ${PROBLEMS[code].title}`,
        'Content-Type: application/problem+json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
}
