import { provingErrors } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/**
 * Luma's Agents API: an error has a status and a text, and no code, so the codes are names of ours. The page makes the
 * status the identifier of an error. Texts about the request differ, and the one of 402 changed with the page: there
 * the status counts, with any text. Of a status that servers in between have, too, only the texts of the page count.
 */
export const luma: ProviderFacts = {
  provider: 'luma',
  source: {
    page: 'https://docs.agents.lumalabs.ai/guides/error-handling and /guides/rate-limits',
    read: '2026-11-30',
  },
  errors: provingErrors([
    [400, 'bad_request', 'The request is not valid.', 'invalid', ['*']],
    [400, 'unknown_model', 'Unknown model: no-such-model', 'invalid', []],
    [401, 'missing_key', 'Missing or invalid API key', 'login'],
    [401, 'invalid_key', 'Invalid API key', 'login'],
    [401, 'revoked_key', 'API key has been revoked', 'login'],
    [401, 'expired_key', 'API key has expired', 'login'],
    [
      402,
      'insufficient_credits',
      'Insufficient credits. Please add credits to continue.',
      'credits',
      ['*'],
    ],
    [403, 'suspended', 'API client is suspended', 'forbidden'],
    [403, 'deactivated', 'API client is deactivated', 'forbidden'],
    [404, 'not_found', 'Generation not found'],
    [413, 'too_large', 'Image exceeds 50 MB size limit', 'invalid', ['*']],
    [422, 'unprocessable', 'image_ref[0]: invalid base64 data', 'invalid', ['*']],
    [429, 'rate_limited', 'Rate limit exceeded', 'rate_limited'],
    [429, 'too_many_jobs', 'Too many concurrent jobs', 'concurrency'],
    [502, 'bad_gateway', 'Upstream service unavailable'],
    [503, 'unavailable', 'Image URL ingestion unavailable'],
  ]).map((error) =>
    // This error always asks for a minute, even if a slot is free sooner.
    error.code === 'too_many_jobs' ? { ...error, waitMs: 60_000 } : error,
  ),
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
  states: { queued: 'queued', running: 'processing', completed: 'completed', failed: 'failed' },
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
