import type { ProviderFacts } from './provider-facts.ts';

/** OpenRouter: the code of an error is its HTTP status; the texts are ours. */
export const openRouter: ProviderFacts = {
  provider: 'openrouter',
  source: {
    page: 'https://openrouter.ai/docs/api_reference/errors, and the video calls of @openrouter/sdk 1.3.19',
    read: '2026-11-28',
  },
  errors: [
    { code: '400', status: 400, message: 'The request is not valid.' },
    { code: '401', status: 401, message: 'The API key is missing or not valid.' },
    { code: '402', status: 402, message: 'The account has too few credits.' },
    {
      code: '403',
      status: 403,
      message: 'The input was flagged, or the key does not have permission.',
    },
    { code: '404', status: 404, message: 'There is no such job or model.' },
    { code: '408', status: 408, message: 'The request timed out.' },
    { code: '409', status: 409, message: 'The job has no video yet.' },
    { code: '410', status: 410, message: 'The video is no longer available.' },
    { code: '413', status: 413, message: 'The body is too long.' },
    { code: '429', status: 429, message: 'Too many requests.' },
    { code: '500', status: 500, message: 'Internal server error' },
    { code: '502', status: 502, message: 'The provider is down, or its response is not valid.' },
    { code: '503', status: 503, message: 'No provider is available.' },
  ],
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
  states: {
    queued: 'pending',
    running: 'in_progress',
    completed: 'completed',
    failed: 'failed',
  },
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
