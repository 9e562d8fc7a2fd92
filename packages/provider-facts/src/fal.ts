import type { ErrorFact, ProviderFacts } from './provider-facts.ts';

const policy = {
  code: 'content_policy_violation',
  status: 422,
  message: 'flagged by a content checker',
};
const internal = { code: 'runner_server_error', status: 500, message: 'the runner failed' };
const credits = {
  code: 'exhausted_balance',
  status: 403,
  message:
    'User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.',
};

/** The errors of fal by their shape: of models, of the platform, and of the edge. */
export const falErrors = {
  /** By their `type`. */
  model: [
    { code: 'value_error', status: 422, message: 'Value error' },
    { code: 'missing', status: 422, message: 'Field required' },
    policy,
    { code: 'no_media_generated', status: 422, message: 'no media was generated' },
    { code: 'image_too_small', status: 422, message: 'Image too small' },
    { code: 'image_too_large', status: 422, message: 'Image too large' },
    { code: 'image_load_error', status: 422, message: 'Image load error' },
    { code: 'file_download_error', status: 422, message: 'File download error' },
    { code: 'face_detection_error', status: 422, message: 'no face in the image' },
    { code: 'file_too_large', status: 422, message: 'File too large' },
    { code: 'greater_than_equal', status: 422, message: 'the value is too small' },
    { code: 'less_than_equal', status: 422, message: 'the value is too large' },
    { code: 'one_of', status: 422, message: 'the value is not one of the allowed ones' },
    { code: 'feature_not_supported', status: 422, message: 'the feature is not supported' },
    { code: 'downstream_service_error', status: 400, message: 'Downstream service error' },
    { code: 'internal_server_error', status: 500, message: 'Internal server error' },
    { code: 'downstream_service_unavailable', status: 500, message: 'Downstream unavailable' },
    { code: 'generation_timeout', status: 504, message: 'Generation timeout' },
  ],
  /** By `error_type` (fal.ai/docs/documentation/model-apis/request-errors, read 2026-11-25). */
  platform: [
    { code: 'bad_request', status: 400, message: 'the request is malformed' },
    { code: 'client_cancelled', status: 499, message: 'Request was cancelled by the client' },
    { code: 'client_disconnected', status: 499, message: 'the client disconnected' },
    { code: 'internal_error', status: 500, message: 'Internal error' },
    internal,
    {
      code: 'runner_incomplete_response',
      status: 502,
      message: 'the runner returned a partial response',
    },
    { code: 'runner_connection_error', status: 503, message: 'the runner cannot be reached' },
    {
      code: 'runner_connection_refused',
      status: 503,
      message: 'the runner refused the connection',
    },
    { code: 'runner_connection_timeout', status: 503, message: 'the runner took too long' },
    { code: 'runner_disconnected', status: 503, message: 'the runner disconnected' },
    { code: 'runner_scheduling_failure', status: 503, message: 'no runner is available' },
    { code: 'request_timeout', status: 504, message: 'Request timed out' },
    { code: 'startup_timeout', status: 504, message: 'the runner did not start in time' },
  ],
  /**
   * Refusals with a text and no code: the codes are names of ours. Both texts of 403 are as callers report them, the
   * first with its reason (read 2026-11-25).
   */
  edge: [
    { code: 'unauthorized', status: 401, message: 'Authentication is required.' },
    credits,
    { code: 'forbidden', status: 403, message: 'Access to this application is denied.' },
    { code: 'not_found', status: 404, message: 'Not found' },
    { code: 'too_many_requests', status: 429, message: 'Too many requests' },
    { code: 'too_many_concurrent', status: 429, message: 'Concurrent requests limit reached' },
  ],
} as const satisfies { readonly [shape: string]: readonly ErrorFact[] };

export const fal: ProviderFacts = {
  provider: 'fal',
  source: { page: 'https://fal.ai/docs/documentation/model-apis/errors', read: '2026-11-25' },
  errors: [...falErrors.model, ...falErrors.platform, ...falErrors.edge],
  refusals: {
    invalid: 'value_error',
    login: 'unauthorized',
    credits: credits.code,
    forbidden: 'forbidden',
    rate_limited: 'too_many_requests',
    concurrency: 'too_many_concurrent',
    unavailable: 'runner_scheduling_failure',
  },
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
