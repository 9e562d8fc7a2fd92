import { errorTable } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** Luma's Agents API: errors have a status, a text and no code, so the codes are names of ours. */
export const luma: ProviderFacts = {
  provider: 'luma',
  source: { page: 'https://docs.agents.lumalabs.ai/guides/error-handling', read: '2026-11-28' },
  ...errorTable(
    [
      [400, 'bad_request', 'The request is not valid.', 'invalid'],
      [400, 'unknown_model', 'Unknown model: no-such-model'],
      [401, 'missing_key', 'Missing or invalid API key'],
      [401, 'invalid_key', 'Invalid API key', 'login'],
      [401, 'revoked_key', 'API key has been revoked'],
      [401, 'expired_key', 'API key has expired'],
      [
        402,
        'insufficient_credits',
        'Insufficient credits. Please add credits to continue.',
        'credits',
      ],
      [403, 'suspended', 'API client is suspended', 'forbidden'],
      [403, 'deactivated', 'API client is deactivated'],
      [404, 'not_found', 'Generation not found'],
      [413, 'too_large', 'Image exceeds 50 MB size limit'],
      [422, 'unprocessable', 'image_ref[0]: invalid base64 data'],
      [429, 'rate_limited', 'Rate limit exceeded', 'rate_limited'],
      [429, 'too_many_jobs', 'Too many concurrent jobs', 'concurrency'],
      [502, 'bad_gateway', 'Upstream service unavailable'],
      [503, 'unavailable', 'Image URL ingestion unavailable', 'unavailable'],
    ],
    // This error always asks for a minute, even if a slot is free sooner.
    { too_many_jobs: { waitMs: 60_000 } },
  ),
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
