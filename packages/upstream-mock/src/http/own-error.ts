import { jsonReply, type ProviderResponse } from './provider-request.ts';

/** An error in the mock's own shape, for a request that reaches no API. */
export function ownError(status: number, kind: string, message: string): ProviderResponse {
  return jsonReply(status, { error: { kind, message, retry_after_ms: null } });
}
