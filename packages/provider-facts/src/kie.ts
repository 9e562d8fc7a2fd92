import type { ProviderFacts } from './provider-facts.ts';

/** kie.ai: every response has the HTTP status 200, and the documented status is the `code` of its body. */
export const kie: ProviderFacts = {
  provider: 'kie',
  source: {
    page: 'https://docs.kie.ai/market/common/get-task-detail, https://docs.kie.ai/veo3-api/get-veo-3-video-details',
    read: '2026-11-29',
  },
  errors: [
    { code: '401', status: 200, message: 'Unauthorized: the API key is missing or invalid' },
    { code: '402', status: 200, message: 'Insufficient credits' },
    { code: '403', status: 200, message: 'Access denied' },
    { code: '404', status: 200, message: 'The task does not exist' },
    { code: '422', status: 200, message: 'Validation error' },
    { code: '429', status: 200, message: 'Rate limited' },
    { code: '455', status: 200, message: 'Service unavailable: maintenance' },
    { code: '500', status: 200, message: 'Server error' },
    { code: '501', status: 200, message: 'Generation failed' },
    { code: '505', status: 200, message: 'Feature disabled' },
  ],
  refusals: {
    invalid: '422',
    login: '401',
    credits: '402',
    forbidden: '403',
    rate_limited: '429',
    concurrency: '429',
    unavailable: '455',
  },
  unlisted: { code: '499', status: 200, message: 'An undocumented error' },
  states: {
    queued: 'waiting',
    running: 'generating',
    completed: 'success',
    failed: 'fail',
  },
  failures: {
    policy: { code: '400', message: 'Your prompt was flagged as violating content policies' },
    internal: { code: '501', message: 'Generation failed' },
    credits: { code: '402', message: 'Insufficient credits' },
  },
  lookup: 'none',
};
