import { surfaceServerOptions } from '../http/define-surface.ts';
import { errorBody, type ErrorCodes } from '../http/error-codes.ts';
import {
  type ResponseRule,
  responseRule as rule,
  type SurfaceFailure,
} from '../http/failure-responses.ts';
import {
  programmaticErrors,
  type TransportFailureKind,
  transportRules,
} from '../http/transport-failure.ts';

/** Kinds of failure of this API alone. */
type OwnFailureKind =
  | 'foreign-origin'
  | 'foreign-host'
  | 'model-required'
  | 'model-invalid'
  | 'model-retired'
  | 'prompt-required'
  | 'reference-invalid'
  | 'content-rejected'
  | 'request-rejected'
  | 'account-token-invalid'
  | 'account-forbidden'
  | 'credits-exhausted'
  | 'credits-reserved'
  | 'concurrency-limited'
  | 'allowance-exhausted'
  | 'generation-failed'
  | 'result-invalid'
  | 'outcome-unknown'
  | 'upstream-unavailable'
  | 'storage-unavailable'
  | 'draining'
  | 'generation-timeout';

/** Every kind of failure of a call of this API. */
export type FailureKind = TransportFailureKind | OwnFailureKind;

export type Failure = SurfaceFailure<FailureKind>;

/** Status and code of every failure [local.errors.table]. */
export const failureRules: { readonly [K in FailureKind]: ResponseRule } = {
  ...transportRules,
  'foreign-origin': rule(403, 'foreign_origin'),
  'foreign-host': rule(403, 'foreign_host'),
  'model-required': rule(400, 'model_required'),
  'model-invalid': rule(400, 'model_invalid'),
  'model-retired': rule(410, 'model_retired', 'never'),
  'prompt-required': rule(400, 'prompt_required'),
  'reference-invalid': rule(400, 'reference_invalid'),
  'content-rejected': rule(400, 'content_rejected'),
  'request-rejected': rule(400, 'request_rejected'),
  'account-token-invalid': rule(401, 'upstream_account_token_invalid'),
  'account-forbidden': rule(403, 'account_forbidden'),
  'credits-exhausted': rule(429, 'account_quota_exhausted', 'never'),
  'credits-reserved': rule(429, 'account_quota_exhausted', 'later'),
  'concurrency-limited': rule(429, 'concurrency_limited', 'later'),
  'allowance-exhausted': rule(429, 'storage_allowance_exhausted', 'never'),
  'generation-failed': rule(502, 'generation_failed'),
  'result-invalid': rule(502, 'result_invalid'),
  'outcome-unknown': rule(502, 'outcome_unknown', 'never'),
  'upstream-unavailable': rule(503, 'upstream_unavailable', 'later'),
  'storage-unavailable': rule(503, 'storage_unavailable', 'later'),
  draining: rule(503, 'draining', 'later'),
  'generation-timeout': rule(504, 'generation_timeout', 'never'),
};

/** The error shape of this API. */
export const localErrors = programmaticErrors<FailureKind>(failureRules);

export const { failureBody, failureHeaders, sendFailure } = localErrors;

/**
 * Returns Fastify options for a listener that serves this API; see `surfaceServerOptions`.
 *
 * @param nextId - makes request ids
 * @param errorCodes - other names for its error codes, as given to the mounted API
 */
export function localGenerationServerOptions(
  nextId: () => string,
  { errorCodes = {} }: { readonly errorCodes?: ErrorCodes } = {},
): ReturnType<typeof surfaceServerOptions> {
  return surfaceServerOptions(localErrors.describeProblemAs(errorCodes), nextId);
}

/** Responses common to all routes. */
export const errorResponses = {
  '4xx': errorBody.describe('Rejected; see `code`.'),
  '5xx': errorBody.describe('Failed; do not retry automatically if `x-should-retry` is false.'),
};
