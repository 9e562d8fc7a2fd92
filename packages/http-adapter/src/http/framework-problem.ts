import { RefusedBody, RefusedRequest } from './refused-request.ts';

/** Faults that the framework or Node's parser found in a request before any of our code saw it. */
export const frameworkProblems = [
  'route-not-found',
  'path-malformed',
  'body-malformed',
  'body-too-large',
  'media-type-unsupported',
  'request-malformed',
  'headers-too-large',
  'request-timeout',
  'too-many-requests',
  'overloaded',
] as const;

export type FrameworkProblem = (typeof frameworkProblems)[number];

/** Fastify's own error codes (fastify `docs/Reference/Errors.md`). */
const byFastifyCode: { readonly [code: string]: FrameworkProblem } = {
  FST_ERR_BAD_URL: 'path-malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'route-not-found',
  FST_ERR_NOT_FOUND: 'route-not-found',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media-type-unsupported',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'media-type-unsupported',
};

/** Node's HTTP parser and server (Node `http` event `clientError`). */
const byNodeCode: { readonly [code: string]: FrameworkProblem } = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** Returns the problem behind an error of the framework; undefined when the fault is ours. */
export function classifyFrameworkError(error: unknown): FrameworkProblem | undefined {
  if (error instanceof RefusedBody || error instanceof RefusedRequest) return error.problem;
  const known = byFastifyCode[textOf(error, 'code')];
  if (known !== undefined) return known;
  return isOfBodyParser(error) ? 'body-malformed' : undefined;
}

/** Returns true if the framework could not read a body; its own faults in handling bodies have a status from 500 on. */
function isOfBodyParser(error: unknown): boolean {
  const code = textOf(error, 'code');
  const isOfParser = code.startsWith('FST_ERR_CTP_') || code === 'FST_ERR_VALIDATION';
  return isOfParser && (statusOf(error) ?? 500) < 500;
}

/**
 * Returns true if a hook of the embedding program refused a request: an error with a status that is neither the
 * surface's nor the framework's. Nothing in a surface throws one, so the embedding program responds in its own words.
 */
export function isRefusalOfHost(error: unknown): boolean {
  if (error instanceof RefusedBody || error instanceof RefusedRequest) return false;
  if (classifyFrameworkError(error) !== undefined) return false;
  const status = statusOf(error);
  if (status === undefined || status < 400 || status > 599) return false;
  return !(status === 500 && textOf(error, 'code').startsWith('FST_ERR_'));
}

/** Returns the problem behind an error of Node's HTTP parser. */
export function classifyClientError(error: unknown): FrameworkProblem {
  return byNodeCode[textOf(error, 'code')] ?? 'request-malformed';
}

/** Reads `statusCode` only, as Fastify documents it: faults of a bucket carry a `status`, and are ours. */
function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

function textOf(error: unknown, field: 'code'): string {
  if (typeof error !== 'object' || error === null || !(field in error)) return '';
  const value = error[field];
  return typeof value === 'string' ? value : '';
}
