import type { FastifyReply } from 'fastify';
import { noteRequest } from './request-log.ts';
import { bounded, type ErrorBody, errorCodeIn } from './error-codes.ts';
import { jsonContentType } from './route-compilers.ts';

/** One failure of a programmatic call, ready to be worded as a response. Nothing in it names an account, a host of ours, or a secret. */
export interface SurfaceFailure<Kind extends string> {
  readonly kind: Kind;
  /** For the caller; names the constraint that binds. */
  readonly message: string;
  /** The field or header concerned, as the caller wrote it. */
  readonly param?: string;
  /** When trying again may help, ms from now; absent where the kind has a usual time or waiting does not help. */
  readonly retryAfterMs?: number | null;
  /** The same call again might pay twice: the response tells clients not to repeat it. */
  readonly unsafeToRetry?: boolean;
  /** Methods the path has, for 405. */
  readonly allow?: string;
}

/** How a failure is answered. */
export interface ResponseRule {
  readonly status: number;
  readonly code: string;
  /** `never`: do not retry; `later`: retry when the failure says, or after the usual time; `as-is`: no advice. */
  readonly retry: 'never' | 'later' | 'as-is';
  /** Headers each such response has; lower-case names. */
  readonly headers?: { readonly [name: string]: string };
}

/** A rule; without advice on retrying unless it says so. */
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

/** What one failure says about trying again. */
interface RetryHints {
  /** When trying again may help, ms from now; absent where the kind has a usual time, null where waiting does not help. */
  readonly retryAfterMs?: number | null;
  /** The same call again might pay twice: the response tells clients not to repeat it. */
  readonly unsafeToRetry?: boolean;
}

/** `Retry-After` where a failure does not say, and its bounds, in seconds [errors.retry-after]. */
const usualRetrySeconds = 5;
const longestRetrySeconds = 60;

/** `Retry-After`, or the word that stops the retries of the `openai` package; lower-case names. */
function retryHeaders(
  { retry }: ResponseRule,
  { retryAfterMs, unsafeToRetry }: RetryHints,
): { readonly [name: string]: string } {
  if (retry === 'never' || unsafeToRetry === true) return { 'x-should-retry': 'false' };
  if (retry === 'as-is' || retryAfterMs === null) return {};
  const seconds = retryAfterMs === undefined ? usualRetrySeconds : Math.ceil(retryAfterMs / 1000);
  return { 'retry-after': String(Math.min(longestRetrySeconds, Math.max(1, seconds))) };
}

/** How one surface answers its failures. */
export interface FailureResponses<Kind extends string> {
  /** The body: `{error: {message, type, code, param?}}`; its code as it is called where the reply is given. */
  readonly failureBody: (failure: SurfaceFailure<Kind>, reply?: FastifyReply) => ErrorBody;
  /** Headers that belong to a failure, lower-case. */
  readonly failureHeaders: (failure: SurfaceFailure<Kind>) => { readonly [name: string]: string };
  /** Sends a failure, and notes its code for the request log. */
  readonly sendFailure: (reply: FastifyReply, failure: SurfaceFailure<Kind>) => FastifyReply;
}

/** Longest message and field name that are answered, in UTF-16 units: both may repeat what a caller wrote. */
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
