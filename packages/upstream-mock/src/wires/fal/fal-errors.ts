import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import { type ErrorRow, type ErrorWords, rowOf } from '../../engine/provider-error.ts';

/** Errors of models, by their `type` (fal.ai/docs/documentation/model-apis/errors, read 2026-11-25). */
const modelErrors: readonly ErrorRow[] = [
  { code: 'value_error', status: 422, message: 'Value error' },
  { code: 'missing', status: 422, message: 'Field required' },
  { code: 'content_policy_violation', status: 422, message: 'flagged by a content checker' },
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
];

/** Errors of the platform, by `error_type` (fal.ai/docs/documentation/model-apis/request-errors, read 2026-11-25). */
const requestErrors: readonly ErrorRow[] = [
  { code: 'bad_request', status: 400, message: 'the request is malformed' },
  { code: 'client_cancelled', status: 499, message: 'Request was cancelled by the client' },
  { code: 'client_disconnected', status: 499, message: 'the client disconnected' },
  { code: 'internal_error', status: 500, message: 'Internal error' },
  { code: 'runner_server_error', status: 500, message: 'the runner failed' },
  {
    code: 'runner_incomplete_response',
    status: 502,
    message: 'the runner returned a partial response',
  },
  { code: 'runner_connection_error', status: 503, message: 'the runner cannot be reached' },
  { code: 'runner_connection_refused', status: 503, message: 'the runner refused the connection' },
  { code: 'runner_connection_timeout', status: 503, message: 'the runner took too long' },
  { code: 'runner_disconnected', status: 503, message: 'the runner disconnected' },
  { code: 'runner_scheduling_failure', status: 503, message: 'no runner is available' },
  { code: 'request_timeout', status: 504, message: 'Request timed out' },
  { code: 'startup_timeout', status: 504, message: 'the runner did not start in time' },
];

/**
 * Refusals at the edge, which have a text and no code: these codes are the mock's own. The two of 403 are as callers
 * report them, the first with its reason (read 2026-11-25).
 */
const edgeErrors: readonly ErrorRow[] = [
  { code: 'unauthorized', status: 401, message: 'Authentication is required.' },
  {
    code: 'exhausted_balance',
    status: 403,
    message:
      'User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.',
  },
  { code: 'forbidden', status: 403, message: 'Access to this application is denied.' },
  { code: 'not_found', status: 404, message: 'Not found' },
  { code: 'too_many_requests', status: 429, message: 'Too many requests' },
  { code: 'too_many_concurrent', status: 429, message: 'Concurrent requests limit reached' },
];

/** The documented codes of models and of the platform. */
export const falErrors: ErrorWords = {
  rows: [...modelErrors, ...requestErrors, ...edgeErrors],
  codeOf: {
    invalid: 'value_error',
    login: 'unauthorized',
    credits: 'exhausted_balance',
    forbidden: 'forbidden',
    rate_limited: 'too_many_requests',
    concurrency: 'too_many_concurrent',
    unavailable: 'runner_scheduling_failure',
  },
  unlisted: {
    code: 'reticulation_failed',
    status: 400,
    message: 'an undocumented error',
  },
};

/** @param position - invalid field of the input; absent = the input as a whole */
export function falErrorReply(row: ErrorRow, position?: string): ProviderResponse {
  const reply = jsonReply(row.status, falErrorBody(row, position));
  if (isOf(modelErrors, row))
    return { ...reply, headers: { 'x-fal-retryable': String(row.status >= 500) } };
  return isOf(edgeErrors, row) ? reply : { ...reply, headers: { 'x-fal-error-type': row.code } };
}

/** Body of such a response, which webhooks repeat. */
export function falErrorBody(row: ErrorRow, position?: string) {
  const { code, message } = row;
  if (isOf(modelErrors, row)) {
    const loc = position === undefined ? ['body'] : ['body', ...position.split('.')];
    const url = `https://docs.fal.ai/errors/#${code}`;
    return { detail: [{ loc, msg: message, type: code, url }] };
  }
  // Texts of the edge never vary: a caller has nothing else to identify them by.
  if (isOf(edgeErrors, row)) return { detail: rowOf(falErrors, code).message };
  return { detail: message, error_type: code };
}

function isOf(rows: readonly ErrorRow[], { code }: ErrorRow): boolean {
  return rows.some((known) => known.code === code);
}
