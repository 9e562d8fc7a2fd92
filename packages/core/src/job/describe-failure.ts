import type { UpstreamError, UpstreamErrorKind } from '../upstream/upstream-refusal.ts';
import type { JobFailure, JobFailureCode } from './job-failure.ts';

const messages: { readonly [C in JobFailureCode]: string } = {
  content_rejected: 'The upstream rejected the prompt or a reference under its content policy.',
  request_rejected: 'The upstream rejected the request.',
  account_login_lost: 'Every account that was tried has lost its login.',
  account_credits_exhausted: 'Every account that was tried is out of credits.',
  account_forbidden: 'The accounts that were tried may not use this model.',
  account_removed:
    'The account that was asked for was removed before it took the job; nothing was charged.',
  cancelled_by_operator: 'An operator cancelled the job before it was sent; nothing was charged.',
  owner_erased:
    'The owner of the job was erased before a provider accepted it; nothing was charged.',
  not_configured: 'No account that can make it was there in time; nothing was charged.',
  rate_limited: 'The upstream limited the rate on every try.',
  upstream_unavailable: 'The upstream refused every try as unavailable.',
  generation_failed: 'The generation failed.',
  result_invalid: 'The upstream finished, but its result could not be used.',
  submission_not_found:
    'The submission was lost and the upstream proved that it never arrived; nothing was charged.',
  outcome_ruled_charged: 'The outcome stayed unknown; an operator resolved it as charged.',
  outcome_ruled_not_charged: 'The outcome stayed unknown; an operator resolved it as not charged.',
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

/** The failure a code stands for, in a sentence that names no account, host or secret. */
export function describeFailure(code: JobFailureCode): JobFailure {
  return { code, message: messages[code] };
}

/** The code of a refusal or of an upstream's own verdict. */
export function failureCodeOf(error: UpstreamError): JobFailureCode {
  return refusalCodes[error.kind];
}
