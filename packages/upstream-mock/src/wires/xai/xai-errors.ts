import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import { type ErrorRow, type ErrorWords, rowOf } from '../../engine/provider-error.ts';

/**
 * Errors of xAI: statuses as docs.x.ai/docs/key-information/debugging lists them, codes as callers report them
 * (`vercel/ai` pull request 13390, docs.x.ai on regions; read 2026-11-28). The part of a code after a point is the
 * mock's own: it distinguishes rows that xAI distinguishes by their texts.
 */
export const xaiErrors: ErrorWords = {
  rows: [
    { code: 'invalid-argument', status: 400, message: 'A field is not valid.' },
    { code: 'invalid-argument.key', status: 400, message: 'Incorrect API key provided: xa***.' },
    {
      code: 'imagine:content-moderated',
      status: 400,
      message: 'Generated video rejected by content moderation.',
    },
    {
      code: 'unauthenticated:no-credentials',
      status: 401,
      message: 'No credentials presented.',
    },
    { code: 'permission-denied', status: 403, message: 'The team does not have permission.' },
    {
      code: 'permission-denied.credits',
      status: 403,
      message: 'The team has used all its credits, or reached its monthly spending limit.',
    },
    { code: 'not-found', status: 404, message: 'There is no such resource.' },
    { code: 'resource-exhausted', status: 429, message: 'Too many requests for this team.' },
    { code: 'internal', status: 500, message: 'Internal error.' },
    { code: 'unavailable', status: 503, message: 'The service is at capacity.' },
  ],
  codeOf: {
    invalid: 'invalid-argument',
    login: 'unauthenticated:no-credentials',
    credits: 'permission-denied.credits',
    forbidden: 'permission-denied',
    rate_limited: 'resource-exhausted',
    concurrency: 'resource-exhausted',
    unavailable: 'unavailable',
  },
  unlisted: {
    code: 'reticulation-failed',
    status: 400,
    message: 'An undocumented error.',
  },
};

export function xaiErrorReply({ code, status, message }: ErrorRow): ProviderResponse {
  const [reported = '', own] = code.split('.');
  // If only the text distinguishes errors, it never varies.
  const error = own === undefined ? message : rowOf(xaiErrors, code).message;
  return jsonReply(status, { code: reported, error });
}
