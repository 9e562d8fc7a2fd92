import type { UpstreamError, UpstreamErrorKind } from '../upstream/upstream-refusal.ts';
import type { JobFailure, JobFailureCode } from './job-failure.ts';

const messages: { readonly [C in JobFailureCode]: string } = {
  content_rejected: 'The provider rejected the prompt or a reference under its content policy.',
  request_rejected: 'The provider rejected the request.',
  account_login_lost: 'No account that was tried is logged in.',
  account_credits_exhausted: 'All accounts that were tried are out of credits.',
  account_forbidden: 'The accounts that were tried have no access to this model.',
  account_removed: 'The requested account was removed before submission; nothing was charged.',
  cancelled_by_operator: 'An operator cancelled the job before submission; nothing was charged.',
  owner_erased: 'The owner was erased before a provider accepted the job; nothing was charged.',
  not_configured: 'No suitable account was available in time; nothing was charged.',
  rate_limited: 'The provider applied its rate limit to every attempt.',
  upstream_unavailable: 'The provider was unavailable on every attempt.',
  generation_failed: 'The generation failed.',
  result_invalid: 'The provider finished, but the result is not usable.',
  submission_not_found:
    'The submission was lost and provably never reached the provider; nothing was charged.',
  outcome_ruled_charged: 'The outcome was unknown; an operator resolved it as charged.',
  outcome_ruled_not_charged: 'The outcome was unknown; an operator resolved it as not charged.',
};

const refusalCodes: { readonly [K in UpstreamErrorKind]: JobFailureCode } = {
  policy: 'content_rejected',
  invalid: 'request_rejected',
  login: 'account_login_lost',
  forbidden: 'account_forbidden',
  credits: 'account_credits_exhausted',
  rate_limited: 'rate_limited',
  concurrency: 'rate_limited',
  unavailable: 'upstream_unavailable',
  internal: 'generation_failed',
  protocol: 'generation_failed',
};

/** Describes a failure code in a sentence that names no account, host or secret. */
export function describeFailure(code: JobFailureCode): JobFailure {
  return { code, message: messages[code] };
}

/** Returns the failure code of a refusal, or of a failure that the provider reports. */
export function failureCodeOf(error: UpstreamError): JobFailureCode {
  return refusalCodes[error.kind];
}
