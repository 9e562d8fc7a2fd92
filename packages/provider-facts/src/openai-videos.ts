import { provingErrors } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** The videos API of OpenAI and of compatible servers. Texts of errors are ours, and codes of statuses without one. */
export const openAiVideos: ProviderFacts = {
  provider: 'openai-videos',
  source: {
    page: 'openai npm 7.57.0, src/resources/videos.ts and src/error.ts; OpenAI API reference, Error codes',
    read: '2026-11-23',
  },
  errors: provingErrors([
    [400, 'invalid_value', 'a parameter is not valid', 'invalid', ['*']],
    [400, 'missing_required_parameter', 'a parameter is missing', 'invalid', []],
    [400, 'content_policy_violation', 'the request violates the content policy', 'policy'],
    [400, 'moderation_blocked', 'the request was rejected by moderation', 'policy'],
    [401, 'invalid_api_key', 'the API key is missing or invalid', 'login', ['*']],
    [402, 'payment_required', 'the balance is used up', 'credits', ['*']],
    [403, 'permission_denied', 'no permission for this resource', 'forbidden', ['*']],
    [403, 'unsupported_country_region_territory', 'not available here', 'forbidden', []],
    [404, 'model_not_found', 'the model does not exist', 'forbidden model', ['*']],
    [404, 'not_found', 'the video does not exist', 'forbidden model', []],
    [405, 'method_not_allowed', 'the method is not allowed here', 'invalid', ['*']],
    [413, 'request_too_large', 'the body is too long', 'invalid', ['*']],
    [415, 'unsupported_media_type', 'the body has another form', 'invalid', ['*']],
    [422, 'unprocessable_entity', 'a parameter has the wrong type', 'invalid', ['*']],
    [429, 'rate_limit_exceeded', 'too many requests', 'rate_limited'],
    [429, 'insufficient_quota', 'the quota is used up', 'credits'],
    [429, 'credit_balance_exhausted', 'the balance is used up', 'credits'],
    [429, 'organization_spend_limit_exceeded', 'the spend limit is reached', 'credits'],
    [429, 'project_spend_limit_exceeded', "the project's spend limit is reached", 'credits'],
    [409, 'idempotency_key_conflict', 'the key was used for another request'],
    [500, 'server_error', 'internal error'],
    [503, 'service_unavailable', 'the service is overloaded'],
  ]),
  refusals: {
    invalid: 'invalid_value',
    login: 'invalid_api_key',
    credits: 'insufficient_quota',
    forbidden: 'permission_denied',
    rate_limited: 'rate_limit_exceeded',
    concurrency: 'rate_limit_exceeded',
    unavailable: 'service_unavailable',
  },
  // Compatible servers have codes of their own under 400; a status unknown to clients says nothing.
  unlisted: { code: 'reticulation_failed', status: 409, message: 'an undocumented error' },
  states: { queued: 'queued', running: 'in_progress', completed: 'completed', failed: 'failed' },
  failures: {
    policy: { code: 'moderation_blocked', message: 'the video was rejected by moderation' },
    internal: { code: 'video_generation_failed', message: 'the generation failed' },
    credits: { code: 'insufficient_quota', message: 'the quota is used up' },
  },
  // Compatible servers also search by `Idempotency-Key`.
  lookup: 'list',
};
