import type { ServerResponse } from 'node:http';
import type { Misbehaviour, StandInAnswer } from './stand-in.ts';

/** What each misbehaviour is, for the help of the command and for its control path. */
export const MISBEHAVIOURS: Readonly<Record<Misbehaviour, string>> = {
  stall: 'takes the question and never answers',
  status_500: 'answers 500 with an error page',
  status_403: 'answers 403, as to a wrong key',
  status_429: 'answers 429 with Retry-After: 7',
  cut_body: 'announces the whole answer, sends half of it and breaks the connection',
  html: 'answers 200 with a page of HTML',
  wrong_object: 'answers truthfully about another object',
  down: 'refuses every connection',
};

export function isMisbehaviour(text: string): text is Misbehaviour {
  return Object.hasOwn(MISBEHAVIOURS, text);
}

const PAGE =
  '<!doctype html><html><head><title>Storing</title></head><body><h1>Even geduld</h1></body></html>';

/** Answers that are the same whatever was asked. */
export const FIXED_ANSWERS: Readonly<Partial<Record<Misbehaviour, StandInAnswer>>> = {
  status_500: { status: 500, contentType: 'text/html; charset=utf-8', body: PAGE },
  status_403: { status: 403, contentType: 'application/json', body: '{"message":"Forbidden"}' },
  status_429: {
    status: 429,
    headers: { 'retry-after': '7' },
    contentType: 'application/json',
    body: '{"message":"Too many requests"}',
  },
  html: { contentType: 'text/html; charset=utf-8', body: PAGE },
};

export function sendWhole(response: ServerResponse, answer: StandInAnswer): void {
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status ?? 200, {
    'content-type': answer.contentType,
    'content-length': body.length,
    ...answer.headers,
  });
  response.end(body);
}

/** The head and half of the body leave the machine before the connection breaks. */
export function sendHalf(response: ServerResponse, answer: StandInAnswer): void {
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status ?? 200, {
    'content-type': answer.contentType,
    // Also an empty answer must be cut somewhere.
    'content-length': body.length + 1,
    ...answer.headers,
  });
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy());
}
