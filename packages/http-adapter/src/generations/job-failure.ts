import type { Job, JobFailureCode } from '@filmgate/core';
import type { SurfaceFailure } from '../http/failure-responses.ts';

/** Kinds of failure of a generation that ended. */
export type EndFailureKind =
  | 'content-rejected'
  | 'request-rejected'
  | 'account-token-invalid'
  | 'account-forbidden'
  | 'credits-exhausted'
  | 'concurrency-limited'
  | 'generation-failed'
  | 'result-invalid'
  | 'upstream-unavailable';

/** Kinds of failure for a waiting caller, by the reason a job can fail for [local.errors.generation]. */
export const jobFailureKinds: { readonly [C in JobFailureCode]: EndFailureKind } = {
  content_rejected: 'content-rejected',
  request_rejected: 'request-rejected',
  account_login_lost: 'account-token-invalid',
  account_credits_exhausted: 'credits-exhausted',
  account_forbidden: 'account-forbidden',
  account_removed: 'account-token-invalid',
  cancelled_by_operator: 'generation-failed',
  owner_erased: 'generation-failed',
  not_configured: 'upstream-unavailable',
  rate_limited: 'concurrency-limited',
  upstream_unavailable: 'upstream-unavailable',
  generation_failed: 'generation-failed',
  result_invalid: 'result-invalid',
  submission_not_found: 'upstream-unavailable',
  outcome_ruled_charged: 'generation-failed',
  outcome_ruled_not_charged: 'generation-failed',
};

/** Returns true if the provider kept, or may have kept, the credits of a failed job: another call would pay again. */
export function isCharged({ credit }: Job): boolean {
  return credit === 'settled' || credit === 'held';
}

/** Returns the failure of a job that ended as failed. */
export function jobFailure(job: Job): SurfaceFailure<EndFailureKind> {
  const { id, failure } = job;
  if (failure === null) throw new Error(`The failed job ${id} has no failure reason.`);
  const { code, message } = failure;
  return { kind: jobFailureKinds[code], message, ...(isCharged(job) && { unsafeToRetry: true }) };
}
