import type { Job, JobFailureCode } from '@filmgate/core';
import type { Failure, FailureKind } from './failure.ts';

/** What each reason a job can fail for is to the caller who waited [local.errors.generation]. */
export const jobFailureKinds: { readonly [C in JobFailureCode]: FailureKind } = {
  content_rejected: 'content-rejected',
  request_rejected: 'request-rejected',
  account_login_lost: 'account-token-invalid',
  account_credits_exhausted: 'credits-exhausted',
  account_forbidden: 'account-forbidden',
  account_removed: 'account-token-invalid',
  owner_erased: 'generation-failed',
  rate_limited: 'concurrency-limited',
  upstream_unavailable: 'upstream-unavailable',
  generation_failed: 'generation-failed',
  result_invalid: 'result-invalid',
  submission_not_found: 'upstream-unavailable',
  outcome_ruled_charged: 'generation-failed',
  outcome_ruled_not_charged: 'generation-failed',
};

/** A job that ended as failed. Where the upstream kept its credits, the same call again would pay once more. */
export function jobFailure({ id, failure, credit }: Job): Failure {
  if (failure === null) throw new Error(`The failed job ${id} does not say why.`);
  return {
    kind: jobFailureKinds[failure.code],
    message: failure.message,
    ...(credit === 'settled' || credit === 'held' ? { unsafeToRetry: true } : {}),
  };
}

/** A job of unknown outcome: perhaps charged, never submitted again [invariants.i6-unknown-not-resubmitted]. */
export function outcomeUnknown({ id }: Pick<Job, 'id'>): Failure {
  return {
    kind: 'outcome-unknown',
    message: `The outcome of ${id} is not known, and it may have been charged: an operator has to look before anything is tried again.`,
  };
}

/** The wait is over, the job is not. */
export function generationTimeout({ id }: Pick<Job, 'id'>): Failure {
  return {
    kind: 'generation-timeout',
    message: `The generation ${id} has not ended in the time a caller is kept waiting. It goes on; look in the request log before trying again.`,
  };
}

/** The server stops, the job does not. */
export function waitCut({ id }: Pick<Job, 'id'>): Failure {
  return {
    kind: 'draining',
    message: `The server is stopping. The generation ${id} goes on after its next start; look in the request log before trying again.`,
    unsafeToRetry: true,
  };
}

/** The server stops, and nothing was begun. */
export const draining: Failure = {
  kind: 'draining',
  message: 'The server is stopping and takes no new generations; try again in a moment.',
};
