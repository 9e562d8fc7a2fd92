import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import { type ErrorRow, type ErrorWords, rowOf } from '../../engine/provider-error.ts';

/**
 * Errors of Runway's API, which have a text and no code: the codes here are the mock's own. Statuses as
 * docs.dev.runwayml.com/errors/errors has them; the texts of validation and credits as callers report them (read
 * 2026-11-25).
 */
export const runwayErrors: ErrorWords = {
  rows: [
    { code: 'validation_failed', status: 400, message: 'Validation of body failed' },
    {
      code: 'insufficient_credits',
      status: 400,
      message: 'You do not have enough credits to run this task.',
    },
    { code: 'invalid_version', status: 400, message: 'The X-Runway-Version header is not valid.' },
    { code: 'unauthorized', status: 401, message: 'The API key is missing or not valid.' },
    { code: 'forbidden', status: 403, message: 'This organization does not have permission.' },
    { code: 'not_found', status: 404, message: 'There is no such resource.' },
    { code: 'method_not_allowed', status: 405, message: 'The method is not allowed here.' },
    { code: 'daily_limit', status: 429, message: 'The daily limit of this model is reached.' },
    { code: 'too_many_requests', status: 429, message: 'Too many requests.' },
    { code: 'internal', status: 500, message: 'Internal server error' },
    {
      code: 'bad_gateway',
      status: 502,
      message: 'The service sheds load; the request may be retried.',
    },
    {
      code: 'unavailable',
      status: 503,
      message: 'The service has shed load; the request may be retried.',
    },
    { code: 'gateway_timeout', status: 504, message: 'The request took too long.' },
  ],
  codeOf: {
    invalid: 'validation_failed',
    login: 'unauthorized',
    credits: 'insufficient_credits',
    forbidden: 'forbidden',
    rate_limited: 'too_many_requests',
    concurrency: 'too_many_requests',
    unavailable: 'unavailable',
  },
  unlisted: {
    code: 'reticulation_failed',
    status: 400,
    message: 'An undocumented error.',
  },
};

const docUrl = 'https://docs.dev.runwayml.com/api';

/** @param field - path of the invalid field of a body; null = the body as a whole */
export function runwayErrorReply(row: ErrorRow, field: string | null = null): ProviderResponse {
  const { code, status, message } = row;
  if (code === runwayErrors.unlisted.code) return jsonReply(status, { error: message });
  // Only the text distinguishes errors, so it never varies; problems of a body are issues.
  const error = rowOf(runwayErrors, code).message;
  if (code !== 'validation_failed') return jsonReply(status, { error, docUrl });
  const path = field === null ? [] : field.split('.');
  return jsonReply(status, { error, issues: [{ code: 'custom', path, message }], docUrl });
}
