import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import type { ErrorRow, ErrorWords } from '../../engine/provider-error.ts';

/**
 * Errors of Replicate's API. They have a title, a text and their status and no machine code: the codes here are the
 * titles. Texts as replicate.com/docs/topics/predictions/rate-limits and callers report them (read 2026-11-25).
 */
export const replicateErrors: ErrorWords = {
  rows: [
    { code: 'bad_request', status: 400, message: 'The request is malformed.' },
    {
      code: 'unauthenticated',
      status: 401,
      message: 'You did not pass a valid authentication token',
    },
    {
      code: 'insufficient_credit',
      status: 402,
      message:
        'You have insufficient credit to run this model. Go to https://replicate.com/account/billing#billing to purchase credit.',
    },
    { code: 'forbidden', status: 403, message: 'You do not have permission to do this.' },
    { code: 'not_found', status: 404, message: 'The requested resource could not be found.' },
    { code: 'input_validation_failed', status: 422, message: '- input is not valid' },
    {
      code: 'invalid_version_or_not_permitted',
      status: 422,
      message:
        "The specified version does not exist (or perhaps you don't have permission to use it?)",
    },
    {
      code: 'throttled',
      status: 429,
      message: 'Request was throttled. Your rate limit resets in ~1s.',
    },
    { code: 'internal_server_error', status: 500, message: 'Internal server error' },
    { code: 'service_unavailable', status: 503, message: 'The service is unavailable.' },
  ],
  codeOf: {
    invalid: 'input_validation_failed',
    login: 'unauthenticated',
    credits: 'insufficient_credit',
    forbidden: 'forbidden',
    rate_limited: 'throttled',
    concurrency: 'throttled',
    unavailable: 'service_unavailable',
  },
  unlisted: {
    code: 'reticulation_failed',
    status: 400,
    message: 'An undocumented error.',
  },
};

const throttled = replicateErrors.rows.find(({ code }) => code === 'throttled');

export function replicateErrorReply({ code, status, message }: ErrorRow): ProviderResponse {
  // A rate limit has only a text, which never varies.
  if (code === throttled?.code) return jsonReply(status, { detail: throttled.message });
  const title = code.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
  return jsonReply(status, { title, detail: message, status });
}
