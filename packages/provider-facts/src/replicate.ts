import type { ProviderFacts } from './provider-facts.ts';

/** Replicate: errors have a title, a text and a status and no code, so the codes are the titles. */
export const replicate: ProviderFacts = {
  provider: 'replicate',
  source: {
    page: 'https://replicate.com/docs/topics/predictions/rate-limits, and texts as callers report them',
    read: '2026-11-25',
  },
  errors: [
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
  refusals: {
    invalid: 'input_validation_failed',
    login: 'unauthenticated',
    credits: 'insufficient_credit',
    forbidden: 'forbidden',
    rate_limited: 'throttled',
    concurrency: 'throttled',
    unavailable: 'service_unavailable',
  },
  unlisted: { code: 'reticulation_failed', status: 400, message: 'An undocumented error.' },
  // replicate.com/docs/topics/predictions/lifecycle (read 2026-11-25), as are the texts of failures.
  states: {
    queued: 'starting',
    running: 'processing',
    completed: 'succeeded',
    failed: 'failed',
    canceled: 'canceled',
  },
  // Only the text is in a response; two of the texts end with the code.
  failures: {
    policy: {
      code: 'E005',
      message:
        'The input or output was flagged as sensitive. Please try again with different inputs. (E005)',
    },
    internal: { code: 'PA', message: 'Prediction interrupted; please retry (code: PA)' },
    credits: { code: 'insufficient_credit', message: 'Insufficient credit' },
  },
  lookup: 'list',
};
