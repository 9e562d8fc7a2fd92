import type { ProviderFacts } from './provider-facts.ts';

/** AI/ML API, whose `/v2/video/generations` other relays repeat. Errors have a status and no code. */
export const aimlapi: ProviderFacts = {
  provider: 'aimlapi',
  source: {
    page: 'https://docs.aimlapi.com/api-references/video-models/minimax/video-01, https://docs.aimlapi.com/errors-and-messages',
    read: '2026-11-29',
  },
  errors: [
    { code: '400', status: 400, message: 'Bad request' },
    { code: '401', status: 401, message: 'Unauthorized' },
    { code: '402', status: 402, message: 'Insufficient funds' },
    { code: '403', status: 403, message: 'Forbidden' },
    { code: '404', status: 404, message: 'Not found' },
    { code: '413', status: 413, message: 'Payload too large' },
    { code: '429', status: 429, message: 'Too many requests' },
    { code: '500', status: 500, message: 'Internal server error' },
    { code: '503', status: 503, message: 'Service unavailable' },
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
  unlisted: { code: '418', status: 418, message: 'An undocumented error' },
  states: {
    queued: 'queued',
    running: 'generating',
    completed: 'completed',
    failed: 'error',
  },
  failures: {
    policy: { code: 'ContentPolicyError', message: 'The prompt violates the content policy.' },
    internal: { code: 'GenerationError', message: 'The generation failed.' },
    credits: { code: 'InsufficientFundsError', message: 'Insufficient funds.' },
  },
  lookup: 'none',
};
