/** Reasons for a job's failure, in neutral words; each surface shows the code unchanged [local.errors.table]. */
export const jobFailureCodes = [
  'content_rejected',
  'request_rejected',
  'account_login_lost',
  'account_credits_exhausted',
  'account_forbidden',
  'account_removed',
  'owner_erased',
  'not_configured',
  'cancelled_by_operator',
  'rate_limited',
  'upstream_unavailable',
  'generation_failed',
  'result_invalid',
  'submission_not_found',
  'outcome_ruled_charged',
  'outcome_ruled_not_charged',
] as const;

export type JobFailureCode = (typeof jobFailureCodes)[number];

/** A failure safe to show to the caller: no account name, host or secret. */
export interface JobFailure {
  readonly code: JobFailureCode;
  readonly message: string;
}
