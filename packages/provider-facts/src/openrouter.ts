import { errorTable } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** OpenRouter: the code of an error is its HTTP status; the texts are ours. */
export const openRouter: ProviderFacts = {
  provider: 'openrouter',
  source: {
    page: 'https://openrouter.ai/docs/api_reference/errors, and the video calls of @openrouter/sdk 1.3.19',
    read: '2026-11-28',
  },
  ...errorTable([
    [400, '400', 'The request is not valid.', 'invalid'],
    [401, '401', 'The API key is missing or not valid.', 'login'],
    [402, '402', 'The account has too few credits.', 'credits'],
    [403, '403', 'The input was flagged, or the key does not have permission.', 'forbidden'],
    [404, '404', 'There is no such job or model.'],
    [408, '408', 'The request timed out.'],
    [409, '409', 'The job has no video yet.'],
    [410, '410', 'The video is no longer available.'],
    [413, '413', 'The body is too long.'],
    [429, '429', 'Too many requests.', 'rate_limited', 'concurrency'],
    [500, '500', 'Internal server error'],
    [502, '502', 'The provider is down, or its response is not valid.'],
    [503, '503', 'No provider is available.', 'unavailable'],
  ]),
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
