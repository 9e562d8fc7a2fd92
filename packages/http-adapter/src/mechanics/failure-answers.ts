import type { FastifyReply } from 'fastify';
import { type AnswerRule, retryHeaders } from './answer-rule.ts';
import { errorCodeIn } from './error-codes.ts';
import { noteCall } from './call-facts.ts';
import type { ErrorBody } from './error-body.ts';
import { bounded } from './bounded-text.ts';
import { jsonContentType } from './plain-json.ts';
import type { SurfaceFailure } from './surface-failure.ts';

/** How one surface answers its failures. */
export interface FailureAnswers<Kind extends string> {
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
export function createFailureAnswers<Kind extends string>(
  rules: {
    readonly [K in Kind]: AnswerRule;
  },
): FailureAnswers<Kind> {
  const failureBody = (
    { kind, message, param }: SurfaceFailure<Kind>,
    reply?: FastifyReply,
  ): ErrorBody => {
    const { status, code: listed } = rules[kind];
    const code = reply === undefined ? listed : errorCodeIn(reply, listed);
    const type = status < 500 ? 'invalid_request_error' : 'server_error';
    const place = param === undefined ? {} : { param: bounded(param, longestParam) };
    return { error: { message: bounded(message, longestMessage), type, code, ...place } };
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
    noteCall(reply.request, { errorCode: errorCodeIn(reply, code) });
    return reply
      .code(status)
      .headers(failureHeaders(failure))
      .header('content-type', jsonContentType)
      .send(JSON.stringify(failureBody(failure, reply)));
  };
  return { failureBody, failureHeaders, sendFailure };
}
