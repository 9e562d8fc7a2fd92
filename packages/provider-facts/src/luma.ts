import type { ProviderFacts } from './provider-facts.ts';

/** Luma's Agents API: errors have a status, a text and no code, so the codes are names of ours. */
export const luma: ProviderFacts = {
  provider: 'luma',
  source: { page: 'https://docs.agents.lumalabs.ai/guides/error-handling', read: '2026-11-28' },
  errors: [
    { code: 'bad_request', status: 400, message: 'The request is not valid.' },
    { code: 'unknown_model', status: 400, message: 'Unknown model: no-such-model' },
    { code: 'missing_key', status: 401, message: 'Missing or invalid API key' },
    { code: 'invalid_key', status: 401, message: 'Invalid API key' },
    { code: 'revoked_key', status: 401, message: 'API key has been revoked' },
    { code: 'expired_key', status: 401, message: 'API key has expired' },
    {
      code: 'insufficient_credits',
      status: 402,
      message: 'Insufficient credits. Please add credits to continue.',
    },
    { code: 'suspended', status: 403, message: 'API client is suspended' },
    { code: 'deactivated', status: 403, message: 'API client is deactivated' },
    { code: 'not_found', status: 404, message: 'Generation not found' },
    { code: 'too_large', status: 413, message: 'Image exceeds 50 MB size limit' },
    { code: 'unprocessable', status: 422, message: 'image_ref[0]: invalid base64 data' },
    { code: 'rate_limited', status: 429, message: 'Rate limit exceeded' },
    // This error always asks for a minute, even if a slot is free sooner.
    { code: 'too_many_jobs', status: 429, message: 'Too many concurrent jobs', waitMs: 60_000 },
    { code: 'bad_gateway', status: 502, message: 'Upstream service unavailable' },
    { code: 'unavailable', status: 503, message: 'Image URL ingestion unavailable' },
  ],
  refusals: {
    invalid: 'bad_request',
    login: 'invalid_key',
    credits: 'insufficient_credits',
    forbidden: 'suspended',
    rate_limited: 'rate_limited',
    concurrency: 'too_many_jobs',
    unavailable: 'unavailable',
  },
  unlisted: { code: 'reticulation_failed', status: 418, message: 'An undocumented error.' },
  states: {
    queued: 'queued',
    running: 'processing',
    completed: 'completed',
    failed: 'failed',
  },
  failures: {
    policy: {
      code: 'content_moderated',
      message: 'Generation output was flagged by our content moderation system.',
    },
    internal: { code: 'generation_failed', message: 'Generation failed' },
    credits: {
      code: 'budget_exhausted',
      message: 'Insufficient credits to complete this generation.',
    },
  },
  lookup: 'none',
};
