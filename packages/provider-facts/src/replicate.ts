import { provingErrors } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/**
 * Replicate: errors have a text and a status, most of them a title, and no code, so the codes are the titles. Only the
 * rate limit is documented; the titles are those of responses that many callers report.
 */
export const replicate: ProviderFacts = {
  provider: 'replicate',
  source: {
    page: 'https://replicate.com/docs/topics/predictions/rate-limits, and texts as callers report them',
    read: '2026-11-30',
  },
  errors: provingErrors([
    [400, 'bad_request', 'The request is malformed.'],
    [401, 'unauthenticated', 'You did not pass a valid authentication token', 'login'],
    [
      402,
      'insufficient_credit',
      'You have insufficient credit to run this model. Go to https://replicate.com/account/billing#billing to purchase credit.',
      'credits',
    ],
    // No caller reports one of Replicate's own.
    [403, 'forbidden', 'You do not have permission to do this.'],
    [404, 'not_found', 'The requested resource could not be found.', 'forbidden model'],
    [422, 'input_validation_failed', '- input is not valid', 'invalid'],
    [
      422,
      'invalid_version_or_not_permitted',
      "The specified version does not exist (or perhaps you don't have permission to use it?)",
      'forbidden model',
    ],
    [429, 'throttled', 'Request was throttled. Your rate limit resets in ~1s.', 'rate_limited'],
    [500, 'internal_server_error', 'Internal server error'],
    [503, 'service_unavailable', 'The service is unavailable.'],
  ]),
  refusals: {
    invalid: 'input_validation_failed',
    login: 'unauthenticated',
    credits: 'insufficient_credit',
    forbidden: 'invalid_version_or_not_permitted',
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
