import { provingErrors } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** MiniMax V2: a code is the number at the end of a text; that of an error without one is its type. */
export const minimax: ProviderFacts = {
  provider: 'minimax',
  source: {
    page: 'https://platform.minimax.io/docs/api-reference/video-generation-v2-create, video-generation-v2-list on the types of errors, and errorcode on their numbers',
    read: '2026-11-30',
  },
  errors: provingErrors([
    [400, '2001', 'invalid task_id'],
    [400, '2013', 'invalid params', 'invalid'],
    [
      401,
      '1004',
      'login fail: the API key is missing or not valid',
      'login',
      // The number of a wrong key, in responses that callers report.
      ['1004', '2049'],
    ],
    [402, '1008', 'insufficient balance', 'credits'],
    [403, 'permission_error', 'the account does not have permission', 'forbidden'],
    [422, '1026', 'video description contains sensitive content', 'policy'],
    // Its video was made.
    [422, '1027', 'the generated video contains sensitive content'],
    [429, '1002', 'rate limit, please retry later', 'rate_limited'],
    [500, '1000', 'internal error'],
    [529, 'overloaded_error', 'too many requests at this time'],
  ]),
  refusals: {
    invalid: '2013',
    login: '1004',
    credits: '1008',
    forbidden: 'permission_error',
    rate_limited: '1002',
    concurrency: '1002',
    unavailable: 'overloaded_error',
  },
  unlisted: { code: '4999', status: 400, message: 'an undocumented error' },
  states: {
    queued: 'queued',
    running: 'running',
    completed: 'succeeded',
    failed: 'failed',
    canceled: 'cancelled',
  },
  failures: {
    policy: { code: '1026', message: 'video description contains sensitive content' },
    internal: { code: '1000', message: 'internal error' },
    credits: { code: '1008', message: 'insufficient balance' },
  },
  lookup: 'list',
};
