import type { FastifyReply } from 'fastify';
import { noteRequest } from './request-log.ts';
import { bounded, type ErrorBody, errorCodeIn } from './error-codes.ts';
import { jsonContentType } from './route-compilers.ts';

/** One failure of a programmatic call, ready to be sent. It names no account, no host of ours and no secret. */
export interface SurfaceFailure<Kind extends string> {
  readonly kind: Kind;
  /** For the caller; names the limit that applies. */
  readonly message: string;
  /** The field or header concerned, as the caller wrote it. */
  readonly param?: string;
  /** Wait until a retry may help, in ms; absent if the kind has a usual wait, null if waiting does not help. */
  readonly retryAfterMs?: number | null;
  /** True if a repeated call might pay twice: the response asks clients not to retry. */
  readonly unsafeToRetry?: boolean;
  /** Methods of the path, for 405. */
  readonly allow?: string;
}

/** Status, code and retry advice of one kind of failure. */
export interface ResponseRule {
  readonly status: number;
  readonly code: string;
  /** `never`: do not retry; `later`: retry after the failure's wait or the usual one; `as-is`: no advice. */
  readonly retry: 'never' | 'later' | 'as-is';
  /** Headers of each response of this kind; lower-case names. */
  readonly headers?: { readonly [name: string]: string };
}

/** Makes a rule; without retry advice unless one is given. */
export function responseRule(
  status: number,
  code: string,
  retry: ResponseRule['retry'] = 'as-is',
): ResponseRule {
  return { status, code, retry };
}

/** 401 for a credential of ours that is missing or wrong, with the challenge it must have (RFC 9110 §11.6.1). */
export function challengeRule(code: string): ResponseRule {
  return { ...responseRule(401, code), headers: { 'www-authenticate': 'Bearer' } };
}

/** Retry advice of one failure. */
interface RetryHints {
  /** Wait until a retry may help, in ms; absent if the kind has a usual wait, null if waiting does not help. */
  readonly retryAfterMs?: number | null;
  /** True if a repeated call might pay twice: the response asks clients not to retry. */
  readonly unsafeToRetry?: boolean;
}

/** `Retry-After` of failures without a wait, and its limits, in seconds [errors.retry-after]. */
const usualRetrySeconds = 5;
const longestRetrySeconds = 60;

/** `Retry-After`, or the header that stops the retries of the `openai` package; lower-case names. */
function retryHeaders(
  { retry }: ResponseRule,
  { retryAfterMs, unsafeToRetry }: RetryHints,
): { readonly [name: string]: string } {
  if (retry === 'never' || unsafeToRetry === true) return { 'x-should-retry': 'false' };
  if (retry === 'as-is' || retryAfterMs === null) return {};
  const seconds = retryAfterMs === undefined ? usualRetrySeconds : Math.ceil(retryAfterMs / 1000);
  return { 'retry-after': String(Math.min(longestRetrySeconds, Math.max(1, seconds))) };
}

/** Sends the failures of one surface. */
export interface FailureResponses<Kind extends string> {
  /** Returns the body `{error: {message, type, code, param?}}`, its code as it is named where the reply is sent. */
  readonly failureBody: (failure: SurfaceFailure<Kind>, reply?: FastifyReply) => ErrorBody;
  /** Headers that belong to a failure, lower-case. */
  readonly failureHeaders: (failure: SurfaceFailure<Kind>) => { readonly [name: string]: string };
  /** Sends a failure, and notes its code for the request log. */
  readonly sendFailure: (reply: FastifyReply, failure: SurfaceFailure<Kind>) => FastifyReply;
}

/** Maximum length of a message and a field name in a response, in UTF-16 units: both may repeat a caller's text. */
const longestMessage = 1000;
const longestParam = 200;

/** Words failures by a surface's rules, in the shape both programmatic surfaces have. */
export function createFailureResponses<Kind extends string>(
  rules: {
    readonly [K in Kind]: ResponseRule;
  },
): FailureResponses<Kind> {
  const failureBody = (
    { kind, message, param }: SurfaceFailure<Kind>,
    reply?: FastifyReply,
  ): ErrorBody => {
    const { status, code: listed } = rules[kind];
    const code = reply === undefined ? listed : errorCodeIn(reply, listed);
    const type = status < 500 ? 'invalid_request_error' : 'server_error';
    const location = param === undefined ? {} : { param: bounded(param, longestParam) };
    return { error: { message: bounded(message, longestMessage), type, code, ...location } };
  };
  const failureHeaders = (failure: SurfaceFailure<Kind>) => {
    const rule = rules[failure.kind];
    return {
      ...rule.headers,
      ...(failure.allow === undefined ? {} : { allow: failure.allow }),
      ...retryHeaders(rule, failure),
    };
  };
  const sendFailure = (reply: FastifyReply, failure: SurfaceFailure<Kind>): FastifyReply => {
    const { status, code } = rules[failure.kind];
    noteRequest(reply.request, { errorCode: errorCodeIn(reply, code) });
    return reply
      .code(status)
      .headers(failureHeaders(failure))
      .header('content-type', jsonContentType)
      .send(JSON.stringify(failureBody(failure, reply)));
  };
  return { failureBody, failureHeaders, sendFailure };
}
