import { distance } from 'fastest-levenshtein';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { DatasetUnavailableError, isDamage, type Snapshot } from '../../db/store.ts';
import type { ApiContext } from '../context.ts';
import { type ProblemCode, ProblemError, problemBody, shown } from '../errors.ts';
import { unavailableSentence } from '../live/unavailable-sentence.ts';
import { UpstreamUnavailable } from '../live/upstream-unavailable.ts';

/** After so many seconds another try may succeed: releases are looked for every few seconds. */
const RETRY_AFTER_S = 60;

/** Every error leaves as a problem of RFC 9457. */
export const problemsPlugin = plugin<ApiContext>(async (app, context) => {
  const routes = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url === '*' || url.includes(':')) return;
    const methods = routes.get(url) ?? new Set<string>();
    for (const one of Array.isArray(method) ? method : [method]) methods.add(one);
    routes.set(url, methods);
  });

  app.setErrorHandler<FastifyError | Error>((error, request, reply) =>
    sendProblem(context, problemOf(error, request), request, reply),
  );
  app.setNotFoundHandler((request, reply) => sendProblem(context, notFound(request, routes), request, reply));
});

/** Sends a problem; also for what the framework refuses before it has found a route. */
export function sendProblem(
  context: ApiContext,
  problem: ProblemError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const body = problemBody(problem, context.config.publicBaseUrl, exampleFor(request, context.store.current));
  reply
    .code(problem.statusCode)
    .headers(problem.headers)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/problem+json');
  // A text is not serialised again: problems have members that differ by code.
  return reply.send(JSON.stringify(body));
}

function exampleFor(request: FastifyRequest, snapshot: Snapshot): string | undefined {
  try {
    return request.routeOptions?.config?.exampleRequest?.(snapshot);
  } catch {
    // The error that is being answered may well be that the store cannot be read.
    return undefined;
  }
}

/** What the caller is told about any error that was thrown. */
export function problemOf(error: FastifyError | Error, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof DatasetUnavailableError) return datasetUnavailable(error);
  if (error instanceof UpstreamUnavailable) return upstreamUnavailable(error);
  if (isDamage(error)) {
    request.log.error({ err: error }, 'a release file is damaged: run "npm run ingest -- verify"');
    return damagedRelease(error);
  }
  const code = 'code' in error ? FRAMEWORK_ERRORS[error.code] : undefined;
  if (code !== undefined) return frameworkProblem(code, error);
  if ('statusCode' in error && error.statusCode !== undefined && error.statusCode < 500) {
    return frameworkProblem('bad_request', error);
  }
  request.log.error({ err: error }, 'an unexpected error was answered with 500');
  return new ProblemError('internal_error', {
    detail: 'An unexpected error stopped this answer. It was written to the log.',
    hint: `Try again. If it stays, tell the operator the request id ${request.id}.`,
    cause: error,
  });
}

const FRAMEWORK_ERRORS: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_MAX_PARAM_LENGTH: 'uri_too_long',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};

const FRAMEWORK_HINTS: Partial<Record<ProblemCode, string>> = {
  bad_request: 'Check the percent-encoding of the address: "%" itself is written "%25".',
  uri_too_long: 'Shorten the address.',
  payload_too_large: 'Send less at a time, or nothing: GET requests need no body.',
  unsupported_media_type: 'Send "Content-Type: application/json".',
};

function frameworkProblem(code: ProblemCode, cause: Error): ProblemError {
  return new ProblemError(code, {
    // The framework's own sentences may repeat what was sent, at any length.
    detail: shown(cause.message),
    hint: FRAMEWORK_HINTS[code] ?? 'See /docs.',
    addExample: false,
    cause,
  });
}

function datasetUnavailable(error: DatasetUnavailableError): ProblemError {
  return new ProblemError('dataset_unavailable', {
    detail: `The data of the group "${error.group}" are not loaded, or their file cannot be read.`,
    hint: `Try again later; /v1/status says what is loaded. The operator loads them with: npm run ingest -- ${error.group}`,
    members: { datasets: [error.group] },
    headers: { 'retry-after': String(RETRY_AFTER_S) },
    cause: error,
  });
}

function upstreamUnavailable(error: UpstreamUnavailable): ProblemError {
  return new ProblemError('upstream_unavailable', {
    detail: unavailableSentence(error),
    hint: `Try again in ${error.retryAfterS} seconds. Nothing was charged.`,
    headers: { 'retry-after': String(error.retryAfterS) },
    cause: error,
  });
}

/** SQLite says that a page is damaged, not of which file. */
function damagedRelease(cause: Error): ProblemError {
  return new ProblemError('dataset_unavailable', {
    detail: 'A data file of this service is damaged and cannot be read.',
    hint:
      'Try again later. The operator finds the file with: npm run ingest -- verify, and replaces it with: ' +
      'npm run ingest -- <group> --force',
    headers: { 'retry-after': String(RETRY_AFTER_S) },
    cause,
  });
}

function notFound(request: FastifyRequest, routes: ReadonlyMap<string, ReadonlySet<string>>): ProblemError {
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = methodsOf(path, routes);
  if (methods.length > 0) {
    return new ProblemError('method_not_allowed', {
      detail: `${request.method} is not possible on ${shown(path)}.`,
      hint: `Use ${methods.join(' or ')}.`,
      headers: { allow: [...methods, 'OPTIONS'].join(', ') },
    });
  }
  const near = nearestPath(path, [...routes.keys()]);
  return new ProblemError('not_found', {
    detail: `There is nothing at ${shown(path)}.`,
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}All paths are listed at /docs and in /openapi.json.`,
  });
}

function methodsOf(path: string, routes: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  for (const [url, methods] of routes) {
    const matches = url.endsWith('*') ? path.startsWith(url.slice(0, -1)) : path === url;
    if (matches) return [...methods];
  }
  return [];
}

function nearestPath(path: string, known: readonly string[]): string | undefined {
  const wanted = path.slice(0, 100).toLowerCase();
  const ranked = known
    .filter((url) => url !== '/' && !url.startsWith('/docs'))
    .map((url) => ({ url, edits: distance(wanted, url) }))
    .sort((left, right) => left.edits - right.edits);
  const best = ranked[0];
  return best !== undefined && best.edits <= best.url.length / 3 ? best.url : undefined;
}
