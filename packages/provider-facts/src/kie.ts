import { errorTable } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** kie.ai: every response has the HTTP status 200, and the documented status is the `code` of its body. */
export const kie: ProviderFacts = {
  provider: 'kie',
  source: {
    page: 'https://docs.kie.ai/market/common/get-task-detail, https://docs.kie.ai/veo3-api/get-veo-3-video-details',
    read: '2026-11-29',
  },
  ...errorTable([
    [200, '401', 'Unauthorized: the API key is missing or invalid', 'login'],
    [200, '402', 'Insufficient credits', 'credits'],
    [200, '403', 'Access denied', 'forbidden'],
    [200, '404', 'The task does not exist'],
    [200, '422', 'Validation error', 'invalid'],
    [200, '429', 'Rate limited', 'rate_limited', 'concurrency'],
    [200, '455', 'Service unavailable: maintenance', 'unavailable'],
    [200, '500', 'Server error'],
    [200, '501', 'Generation failed'],
    [200, '505', 'Feature disabled'],
  ]),
  unlisted: { code: '499', status: 200, message: 'An undocumented error' },
  states: { queued: 'waiting', running: 'generating', completed: 'success', failed: 'fail' },
  failures: {
    policy: { code: '400', message: 'Your prompt was flagged as violating content policies' },
    internal: { code: '501', message: 'Generation failed' },
    credits: { code: '402', message: 'Insufficient credits' },
  },
  lookup: 'none',
};
