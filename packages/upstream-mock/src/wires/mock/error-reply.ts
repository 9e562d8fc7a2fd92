import type { RefusalKind, SubmissionRefusal } from '../../state/refusal.ts';
import { jsonReply, type ProviderResponse, withRetryAfter } from '../../http/provider-request.ts';

const statusOf: { readonly [K in RefusalKind]: number } = {
  invalid: 400,
  login: 401,
  credits: 402,
  forbidden: 403,
  rate_limited: 429,
  concurrency: 429,
  unavailable: 503,
};

/** A refusal in the mock's own shape, which proves that nothing was accepted [mock.refusal-evidence]. */
export function refusalReply({ kind, message, retryAfterMs }: SubmissionRefusal): ProviderResponse {
  const reply = jsonReply(statusOf[kind], {
    error: { kind, message, retry_after_ms: retryAfterMs },
  });
  return withRetryAfter(reply, retryAfterMs);
}

/** An error in the mock's own shape with an undocumented kind: it proves nothing. */
export function unlistedReply(): ProviderResponse {
  return jsonReply(400, { error: { kind: 'reticulated', message: 'an undocumented error' } });
}

/** An error under status 200: it proves nothing. */
export function errorIn200(): ProviderResponse {
  return jsonReply(200, { error: { kind: 'invalid', message: 'an error with status 200' } });
}

/** Nothing here, or nothing for this account: indistinguishable. */
export function notFoundReply(): ProviderResponse {
  return jsonReply(404, { error: { kind: 'not_found', message: 'no such resource' } });
}
