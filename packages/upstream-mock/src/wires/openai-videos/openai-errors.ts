import type { ErrorRow, ErrorWords } from '../../engine/provider-error.ts';

/**
 * Errors of OpenAI's API by their `code`, with HTTP status (platform.openai.com/docs/guides/error-codes, and the
 * classes of the official client 7.57.0; read 2026-11-23). The messages are the mock's own.
 */
export const openAiErrors: ErrorWords = {
  rows: [
    { code: 'invalid_value', status: 400, message: 'a parameter is not valid' },
    { code: 'missing_required_parameter', status: 400, message: 'a parameter is missing' },
    { code: 'moderation_blocked', status: 400, message: 'the request was rejected by moderation' },
    { code: 'invalid_api_key', status: 401, message: 'the API key is missing or invalid' },
    { code: 'unsupported_country_region_territory', status: 403, message: 'not available here' },
    { code: 'permission_denied', status: 403, message: 'no permission for this resource' },
    { code: 'model_not_found', status: 404, message: 'the model does not exist' },
    { code: 'not_found', status: 404, message: 'the video does not exist' },
    {
      code: 'idempotency_key_conflict',
      status: 409,
      message: 'the key was used for another request',
    },
    { code: 'request_too_large', status: 413, message: 'the body is too long' },
    { code: 'rate_limit_exceeded', status: 429, message: 'too many requests' },
    { code: 'insufficient_quota', status: 429, message: 'the quota is used up' },
    { code: 'credit_balance_exhausted', status: 429, message: 'the balance is used up' },
    {
      code: 'organization_spend_limit_exceeded',
      status: 429,
      message: 'the spend limit is reached',
    },
    {
      code: 'project_spend_limit_exceeded',
      status: 429,
      message: "the project's spend limit is reached",
    },
    { code: 'server_error', status: 500, message: 'internal error' },
    { code: 'service_unavailable', status: 503, message: 'the service is overloaded' },
  ],
  codeOf: {
    invalid: 'invalid_value',
    login: 'invalid_api_key',
    credits: 'insufficient_quota',
    forbidden: 'permission_denied',
    rate_limited: 'rate_limit_exceeded',
    concurrency: 'rate_limit_exceeded',
    unavailable: 'service_unavailable',
  },
  // Compatible servers have codes of their own under 400; a status unknown to clients says nothing.
  unlisted: {
    code: 'reticulation_failed',
    status: 409,
    message: 'an undocumented error',
  },
};

/** `type`, which distinguishes a rate limit from insufficient credits under one status. */
export function errorType({ code, status }: ErrorRow): string {
  if (status === 429) return code === 'rate_limit_exceeded' ? 'requests' : 'insufficient_quota';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}
