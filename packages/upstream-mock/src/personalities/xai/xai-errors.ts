import { jsonReply, type ProviderResponse } from '../../wire/provider-request.ts';
import { type ErrorRow, type ErrorWords, rowOf } from '../provider-error.ts';

/**
 * Errors of xAI: statuses as docs.x.ai/docs/key-information/debugging lists them, codes as callers report them
 * (`vercel/ai` pull request 13390, docs.x.ai on regions; read 2026-11-28). What follows a point in a code is the mock's own: it tells rows apart that
 * xAI tells apart by their texts.
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
    { code: 'permission-denied', status: 403, message: 'The team may not do this.' },
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
    message: 'An error that no document lists.',
  },
};

export function xaiErrorReply({ code, status, message }: ErrorRow): ProviderResponse {
  const [reported = '', own] = code.split('.');
  // Where the text is all that tells errors apart, it is the same each time.
  const error = own === undefined ? message : rowOf(xaiErrors, code).message;
  return jsonReply(status, { code: reported, error });
}
