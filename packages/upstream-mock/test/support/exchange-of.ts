import type { ClientSigns, Exchange } from '../../src/records/exchange.ts';

/** An exchange without any event. */
export function exchangeOf({
  id = 1,
  path = '/v1/generations',
  client = { userAgent: null, idempotencyKey: null, retryCount: null },
  requestBody = null,
}: {
  readonly id?: number;
  readonly path?: string;
  readonly client?: ClientSigns;
  readonly requestBody?: string | null;
}): Exchange {
  return {
    id,
    at: 0,
    realAt: 0,
    request: {
      method: 'POST',
      path,
      query: [],
      wire: 'mock',
      client,
      hasKeyInUrl: false,
      hasCredential: false,
      isLocal: true,
    },
    settings: 0,
    failedJobs: null,
    isRefusedForGood: false,
    op: 'other',
    route: null,
    jobs: [],
    attempt: null,
    ruling: null,
    isDisturbed: false,
    waitMs: null,
    hasBadBytes: false,
    reachesEnd: false,
    requestBody,
    responseBody: null,
    reported: null,
    end: null,
    endedAfter: null,
  };
}
