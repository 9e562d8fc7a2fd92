import { errorTable } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** MiniMax V2: a code is the number at the end of a text; rows without one are not numbered in the document. */
export const minimax: ProviderFacts = {
  provider: 'minimax',
  source: {
    page: 'https://platform.minimax.io/docs/api-reference/video-generation-v2',
    read: '2026-11-28',
  },
  ...errorTable([
    [400, '2001', 'invalid task_id'],
    [400, '2013', 'invalid params', 'invalid'],
    [401, '1004', 'login fail: the API key is missing or not valid', 'login'],
    [402, '1008', 'insufficient balance', 'credits'],
    [403, 'forbidden', 'the account does not have permission', 'forbidden'],
    [422, '1026', 'video description contains sensitive content'],
    [422, '1027', 'the generated video contains sensitive content'],
    [429, '1002', 'rate limit, please retry later', 'rate_limited', 'concurrency'],
    [500, '1000', 'internal error'],
    [529, 'overloaded', 'too many requests at this time', 'unavailable'],
  ]),
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
