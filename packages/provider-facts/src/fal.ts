import { type ErrorRow, errorTable } from './error-table.ts';
import type { ErrorFact, ProviderFacts, RefusalProof, Source } from './provider-facts.ts';

const policy = { code: 'content_policy_violation', message: 'flagged by a content checker' };
const internal = { code: 'runner_server_error', message: 'the runner failed' };
const credits = {
  code: 'exhausted_balance',
  message:
    'User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.',
};

/** The errors of fal by their shape: of models, of the platform, and of the edge. */
export const falErrors = {
  /** By their `type`. */
  model: [
    [422, 'value_error', 'Value error', 'invalid'],
    [422, 'missing', 'Field required'],
    [422, policy.code, policy.message],
    [422, 'no_media_generated', 'no media was generated'],
    [422, 'image_too_small', 'Image too small'],
    [422, 'image_too_large', 'Image too large'],
    [422, 'image_load_error', 'Image load error'],
    [422, 'file_download_error', 'File download error'],
    [422, 'face_detection_error', 'no face in the image'],
    [422, 'file_too_large', 'File too large'],
    [422, 'greater_than_equal', 'the value is too small'],
    [422, 'less_than_equal', 'the value is too large'],
    [422, 'one_of', 'the value is not one of the allowed ones'],
    [422, 'feature_not_supported', 'the feature is not supported'],
    [400, 'downstream_service_error', 'Downstream service error'],
    [500, 'internal_server_error', 'Internal server error'],
    [500, 'downstream_service_unavailable', 'Downstream unavailable'],
    [504, 'generation_timeout', 'Generation timeout'],
  ],
  /** By `error_type` (fal.ai/docs/documentation/model-apis/request-errors, read 2026-11-25). */
  platform: [
    [400, 'bad_request', 'the request is malformed'],
    [499, 'client_cancelled', 'Request was cancelled by the client'],
    [499, 'client_disconnected', 'the client disconnected'],
    [500, 'internal_error', 'Internal error'],
    [500, internal.code, internal.message],
    [502, 'runner_incomplete_response', 'the runner returned a partial response'],
    [503, 'runner_connection_error', 'the runner cannot be reached'],
    [503, 'runner_connection_refused', 'the runner refused the connection'],
    [503, 'runner_connection_timeout', 'the runner took too long'],
    [503, 'runner_disconnected', 'the runner disconnected'],
    [503, 'runner_scheduling_failure', 'no runner is available', 'unavailable'],
    [504, 'request_timeout', 'Request timed out'],
    [504, 'startup_timeout', 'the runner did not start in time'],
  ],
  /**
   * Refusals with a text and no code: the codes are names of ours. The texts of 403 are as callers report them, the
   * first two with their reason (github.com/fal-ai/fal, issues 1112 and 1168, read 2026-11-30).
   */
  edge: [
    [401, 'unauthorized', 'Authentication is required.', 'login'],
    [403, credits.code, credits.message, 'credits'],
    [403, 'user_locked', 'User is locked. Reason: Admin lock. Please contact support@fal.ai'],
    [403, 'forbidden', 'Access to this application is denied.', 'forbidden'],
    [404, 'not_found', 'Not found'],
    [429, 'too_many_requests', 'Too many requests', 'rate_limited'],
    [429, 'too_many_concurrent', 'Concurrent requests limit reached', 'concurrency'],
  ],
} as const satisfies { readonly [shape: string]: readonly ErrorRow[] };

const reported: Source = {
  page: 'https://fal.ai/docs/api-reference/inference-api, and texts as callers report them',
  read: '2026-11-30',
};
const requestErrors: Source = {
  page: 'https://fal.ai/docs/documentation/model-apis/request-errors',
  read: '2026-11-30',
};
const invalid: RefusalProof = { kind: 'invalid', scope: 'request' };

/**
 * Errors that prove a refusal of a submission: of its input by the input alone, and of its caller. The queue answers a
 * submission before a runner has it; what only a runner can find is in no row, and no caller reports a 404.
 */
const proofs: { readonly [code: string]: Partial<ErrorFact> } = {
  value_error: { proves: invalid },
  missing: { proves: invalid },
  greater_than_equal: { proves: invalid },
  less_than_equal: { proves: invalid },
  one_of: { proves: invalid },
  feature_not_supported: { proves: invalid },
  [policy.code]: { proves: { kind: 'policy', scope: 'request' } },
  bad_request: { proves: invalid, source: requestErrors },
  unauthorized: { proves: { kind: 'login', scope: 'account' }, source: reported },
  [credits.code]: { proves: { kind: 'credits', scope: 'account' }, source: reported },
  user_locked: { proves: { kind: 'forbidden', scope: 'account' }, source: reported },
  forbidden: { proves: { kind: 'forbidden', scope: 'model' }, source: reported },
  too_many_requests: { proves: { kind: 'rate_limited', scope: 'account' }, source: reported },
  too_many_concurrent: { proves: { kind: 'concurrency', scope: 'account' }, source: reported },
};

export const fal: ProviderFacts = {
  provider: 'fal',
  source: { page: 'https://fal.ai/docs/documentation/model-apis/errors', read: '2026-11-25' },
  ...errorTable([...falErrors.model, ...falErrors.platform, ...falErrors.edge], proofs),
  unlisted: { code: 'reticulation_failed', status: 400, message: 'an undocumented error' },
  // A failed request is completed, too.
  states: {
    queued: 'IN_QUEUE',
    running: 'IN_PROGRESS',
    completed: 'COMPLETED',
    failed: 'COMPLETED',
  },
  failures: { policy, internal, credits },
  lookup: 'list',
};
