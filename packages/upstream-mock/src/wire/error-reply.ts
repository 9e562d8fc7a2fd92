import type { RefusalKind, SubmissionRefusal } from '../world/refusal.ts';
import { jsonReply, type ProviderAnswer } from './provider-request.ts';

const statusOf: { readonly [K in RefusalKind]: number } = {
  invalid: 400,
  login: 401,
  credits: 402,
  forbidden: 403,
  rate_limited: 429,
  concurrency: 429,
  unavailable: 503,
};

/** A refusal in the mock's own shape, which proves that nothing was accepted (decisions §7). */
export function refusalReply({ kind, message, retryAfterMs }: SubmissionRefusal): ProviderAnswer {
  const reply = jsonReply(statusOf[kind], {
    error: { kind, message, retry_after_ms: retryAfterMs },
  });
  if (retryAfterMs === null) return reply;
  return {
    ...reply,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
  };
}

/** Nothing here, or nothing for this account: indistinguishable. */
export function notFoundReply(): ProviderAnswer {
  return jsonReply(404, { error: { kind: 'not_found', message: 'no such resource' } });
}
