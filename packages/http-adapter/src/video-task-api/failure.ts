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

/** What only this API refuses or fails for. */
type OwnFailureKind =
  | 'model-invalid'
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
  | 'upgrade-required';

/** Every way a call of this API can be refused or fail. */
export type FailureKind = TransportFailureKind | OwnFailureKind;

export type Failure = SurfaceFailure<FailureKind>;

/** Status and code of every failure [errors.shape]. */
export const failureRules: { readonly [K in FailureKind]: ResponseRule } = {
  ...transportRules,
  'model-invalid': rule(400, 'model_invalid'),
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
};

/** What this API says of what is wrong: a field that does not fit its schema is named. */
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
 * Fastify options for a listener that serves this API; see `surfaceServerOptions`.
 *
 * @param nextId - makes request ids
 * @param errorCodes - other names for its error codes, the same that the mounted API has
 */
export function videoTaskServerOptions(
  nextId: () => string,
  { errorCodes = {} }: { readonly errorCodes?: ErrorCodes } = {},
): ReturnType<typeof surfaceServerOptions> {
  return surfaceServerOptions(videoTaskErrors.describeProblemAs(errorCodes), nextId);
}

/** Responses every route of a group may give besides its own. */
export const errorResponses = {
  '4xx': errorBody.describe('Refused; `code` says why.'),
  '5xx': errorBody.describe('Failed; try again later where Retry-After says so.'),
};

/** The one response for unknown, foreign and unfinished: nothing in it tells them apart (I11). */
export const jobNotFound = {
  kind: 'job-not-found',
  message: 'There is no such task, or its video is not ready.',
} as const satisfies Failure;

/** How the routes that send a video say what is wrong. */
export const videoWords = {
  errorShape: videoTaskErrors,
  notFound: jobNotFound,
  noun: 'video',
} as const satisfies ResultWords;
