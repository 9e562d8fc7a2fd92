import type { ProviderFacts } from './provider-facts.ts';

/** MiniMax V2: a code is the number at the end of a text; rows without one are not numbered in the document. */
export const minimax: ProviderFacts = {
  provider: 'minimax',
  source: {
    page: 'https://platform.minimax.io/docs/api-reference/video-generation-v2',
    read: '2026-11-28',
  },
  errors: [
    { code: '2001', status: 400, message: 'invalid task_id' },
    { code: '2013', status: 400, message: 'invalid params' },
    { code: '1004', status: 401, message: 'login fail: the API key is missing or not valid' },
    { code: '1008', status: 402, message: 'insufficient balance' },
    { code: 'forbidden', status: 403, message: 'the account does not have permission' },
    { code: '1026', status: 422, message: 'video description contains sensitive content' },
    { code: '1027', status: 422, message: 'the generated video contains sensitive content' },
    { code: '1002', status: 429, message: 'rate limit, please retry later' },
    { code: '1000', status: 500, message: 'internal error' },
    { code: 'overloaded', status: 529, message: 'too many requests at this time' },
  ],
  refusals: {
    invalid: '2013',
    login: '1004',
    credits: '1008',
    forbidden: 'forbidden',
    rate_limited: '1002',
    concurrency: '1002',
    unavailable: 'overloaded',
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
