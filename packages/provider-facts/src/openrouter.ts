import { provingErrors } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/**
 * OpenRouter: the code of an error is its HTTP status; the texts are ours. An error with a status of its own began no
 * output, according to the page, which reports the others inside a response of 200. The part of a code after a point is
 * ours: only `error.metadata` distinguishes those errors.
 */
export const openRouter: ProviderFacts = {
  provider: 'openrouter',
  source: {
    page: 'https://openrouter.ai/docs/api_reference/errors-and-debugging, /limits, and the video calls of @openrouter/sdk 1.3.19',
    read: '2026-11-30',
  },
  errors: provingErrors([
    [400, '400', 'The request is not valid.', 'invalid'],
    [400, '400.content', 'The input was flagged by a content filter.', 'policy'],
    [401, '401', 'The API key is missing or not valid.', 'login'],
    [402, '402', 'The account has too few credits.', 'credits'],
    // The budget for work in flight is used up, and asks for a pause; the balance is not.
    [402, '402.in_flight', 'Retry after in-flight requests settle.', 'rate_limited'],
    // A guardrail may exclude a model from a key, so it concerns no other model.
    [403, '403', 'The key does not have permission.', 'forbidden model'],
    [403, '403.content', 'The input was flagged.', 'policy'],
    [404, '404', 'There is no such job or model.', 'forbidden model'],
    [408, '408', 'The request timed out.'],
    [409, '409', 'The job has no video yet.'],
    [410, '410', 'The video is no longer available.'],
    [413, '413', 'The body is too long.', 'invalid'],
    [429, '429', 'Too many requests.', 'rate_limited'],
    [500, '500', 'Internal server error'],
    [502, '502', 'The provider is down, or its response is not valid.'],
    [503, '503', 'No provider is available.'],
  ]),
  refusals: {
    invalid: '400',
    login: '401',
    credits: '402',
    forbidden: '403',
    rate_limited: '429',
    concurrency: '429',
    unavailable: '503',
  },
  unlisted: { code: '418', status: 418, message: 'An undocumented error.' },
  states: { queued: 'pending', running: 'in_progress', completed: 'completed', failed: 'failed' },
  // Failed jobs have a text and no code.
  failures: {
    policy: {
      code: 'policy',
      message: 'The video was flagged by the content policy of the provider.',
    },
    internal: { code: 'internal', message: 'The provider failed to make the video.' },
    credits: { code: 'credits', message: 'The account has too few credits.' },
  },
  lookup: 'none',
};
