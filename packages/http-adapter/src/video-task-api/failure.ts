import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { surfaceServerOptions } from '../http/define-surface.ts';
import { errorBody, type ErrorCodes } from '../http/error-codes.ts';
import {
  type ResponseRule,
  responseRule as rule,
  type SurfaceFailure,
} from '../http/failure-responses.ts';
import type { ResultWords } from '../http/signed-media.ts';
import {
  programmaticErrors,
  type TransportFailureKind,
  transportRules,
} from '../http/transport-failure.ts';

/** Kinds of failure of this API alone. */
type OwnFailureKind =
  | 'model-invalid'
  | 'model-retired'
  | 'idempotency-key-required'
  | 'idempotency-key-invalid'
  | 'idempotency-key-conflict'
  | 'plugin-invalid'
  | 'asset-not-found'
  | 'asset-too-large'
  | 'asset-type-unsupported'
  | 'quota-exhausted'
  | 'credits-exhausted'
  | 'account-unavailable'
  | 'settlement-pending'
  | 'credits-unavailable'
  | 'upstream-unavailable'
  | 'queue-full'
  | 'owner-share-taken'
  | 'open-jobs-limit'
  | 'rate-limited'
  | 'allowance-exhausted'
  | 'references-busy'
  | 'references-limit'
  | 'space-low'
  | 'storage-unavailable'
  | 'upgrade-required'
  | 'content-rejected'
  | 'request-rejected'
  | 'generation-failed'
  | 'result-invalid'
  | 'outcome-unknown'
  | 'draining'
  | 'generation-timeout';

/** Every kind of failure of a call of this API. */
export type FailureKind = TransportFailureKind | OwnFailureKind;

export type Failure = SurfaceFailure<FailureKind>;

/** Status and code of every failure [errors.shape]. */
export const failureRules: { readonly [K in FailureKind]: ResponseRule } = {
  ...transportRules,
  'model-invalid': rule(400, 'model_invalid'),
  'model-retired': rule(410, 'model_retired', 'never'),
  'idempotency-key-required': rule(400, 'idempotency_key_required'),
  'idempotency-key-invalid': rule(400, 'idempotency_key_invalid'),
  'idempotency-key-conflict': rule(409, 'idempotency_key_conflict', 'never'),
  'plugin-invalid': rule(400, 'plugin_invalid'),
  'asset-not-found': rule(400, 'asset_not_found'),
  'asset-too-large': rule(413, 'asset_too_large'),
  'asset-type-unsupported': rule(415, 'asset_type_unsupported'),
  'quota-exhausted': rule(429, 'api_user_total_limit_exhausted', 'never'),
  'credits-exhausted': rule(409, 'trae_credits_exhausted', 'never'),
  'account-unavailable': rule(409, 'trae_protocol_account_unavailable', 'never'),
  'settlement-pending': rule(503, 'trae_credits_settlement_pending', 'later'),
  'credits-unavailable': rule(503, 'trae_credits_unavailable', 'later'),
  'upstream-unavailable': rule(503, 'trae_protocol_unavailable', 'later'),
  'queue-full': rule(503, 'trae_protocol_unavailable', 'later'),
  'owner-share-taken': rule(429, 'queue_share_exhausted', 'later'),
  'open-jobs-limit': rule(429, 'open_jobs_limit_reached', 'later'),
  'rate-limited': rule(429, 'rate_limited', 'later'),
  'allowance-exhausted': rule(429, 'storage_allowance_exhausted', 'never'),
  'references-busy': rule(503, 'trae_protocol_unavailable', 'later'),
  'references-limit': rule(429, 'references_limit_reached', 'later'),
  'space-low': rule(503, 'trae_protocol_unavailable', 'later'),
  'storage-unavailable': rule(503, 'trae_protocol_unavailable', 'later'),
  'upgrade-required': {
    ...rule(426, 'upgrade_required'),
    headers: { upgrade: 'websocket' },
  },
  'content-rejected': rule(400, 'content_rejected'),
  'request-rejected': rule(400, 'request_rejected'),
  'generation-failed': rule(502, 'generation_failed'),
  'result-invalid': rule(502, 'result_invalid'),
  'outcome-unknown': rule(502, 'outcome_unknown', 'never'),
  draining: rule(503, 'trae_protocol_unavailable', 'later'),
  'generation-timeout': rule(504, 'generation_timeout', 'never'),
};

/** The error shape of this API: a field that does not match its schema is named. */
export const videoTaskErrors = programmaticErrors<FailureKind>(failureRules, (error, usual) => {
  if (!hasZodFastifySchemaValidationErrors(error)) return usual;
  const [issue] = error.validation;
  const param = issue?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  return {
    kind: 'payload-invalid',
    message: `${param} ${issue?.message ?? 'is not valid'}.`,
    param,
  };
});

export const { failureHeaders, sendFailure } = videoTaskErrors;

/**
 * Returns Fastify options for a listener that serves this API; see `surfaceServerOptions`.
 *
 * @param nextId - makes request ids
 * @param errorCodes - other names for its error codes, as given to the mounted API
 */
export function videoTaskServerOptions(
  nextId: () => string,
  { errorCodes = {} }: { readonly errorCodes?: ErrorCodes } = {},
): ReturnType<typeof surfaceServerOptions> {
  return surfaceServerOptions(videoTaskErrors.describeProblemAs(errorCodes), nextId);
}

/** Responses common to all routes of a group. */
export const errorResponses = {
  '4xx': errorBody.describe('Rejected; see `code`.'),
  '5xx': errorBody.describe('Failed; retry later if Retry-After is present.'),
};

/** The one response for unknown, foreign and unfinished jobs: nothing in it distinguishes them (I11). */
export const jobNotFound = {
  kind: 'job-not-found',
  message: 'There is no such task, or its result is not ready.',
} as const satisfies Failure;

/** Words of the routes that send a video. */
export const videoWords = {
  errorShape: videoTaskErrors,
  notFound: jobNotFound,
  noun: 'file',
} as const satisfies ResultWords;
