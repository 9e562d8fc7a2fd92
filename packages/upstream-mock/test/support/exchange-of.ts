import { type ClientSigns, type Exchange, newExchange } from '../../src/records/exchange.ts';

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
  const request = {
    method: 'POST',
    path,
    query: [],
    wire: 'mock',
    client,
    hasKeyInUrl: false,
    hasCredential: false,
    isLocal: true,
  };
  return { ...newExchange({ id, at: 0, realAt: 0, request, settings: 0 }), requestBody };
}
