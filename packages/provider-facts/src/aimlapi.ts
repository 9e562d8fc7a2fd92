import { errorTable } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** AI/ML API, whose `/v2/video/generations` other relays repeat. Errors have a status and no code. */
export const aimlapi: ProviderFacts = {
  provider: 'aimlapi',
  source: {
    page: 'https://docs.aimlapi.com/api-references/video-models/minimax/video-01, https://docs.aimlapi.com/errors-and-messages',
    read: '2026-11-29',
  },
  ...errorTable([
    [400, '400', 'Bad request', 'invalid'],
    [401, '401', 'Unauthorized', 'login'],
    [402, '402', 'Insufficient funds', 'credits'],
    [403, '403', 'Forbidden', 'forbidden'],
    [404, '404', 'Not found'],
    [413, '413', 'Payload too large'],
    [429, '429', 'Too many requests', 'rate_limited', 'concurrency'],
    [500, '500', 'Internal server error'],
    [503, '503', 'Service unavailable', 'unavailable'],
  ]),
  unlisted: { code: '418', status: 418, message: 'An undocumented error' },
  states: { queued: 'queued', running: 'generating', completed: 'completed', failed: 'error' },
  failures: {
    policy: { code: 'ContentPolicyError', message: 'The prompt violates the content policy.' },
    internal: { code: 'GenerationError', message: 'The generation failed.' },
    credits: { code: 'InsufficientFundsError', message: 'Insufficient funds.' },
  },
  lookup: 'none',
};
