import type { ProviderFacts } from './provider-facts.ts';

/** xAI: the part of a code after a point is ours: only the text distinguishes those errors. */
export const xai: ProviderFacts = {
  provider: 'xai',
  source: {
    page: 'https://docs.x.ai/docs/key-information/debugging, and codes as callers report them (vercel/ai pull request 13390)',
    read: '2026-11-28',
  },
  errors: [
    { code: 'invalid-argument', status: 400, message: 'A field is not valid.' },
    { code: 'invalid-argument.key', status: 400, message: 'Incorrect API key provided: xa***.' },
    {
      code: 'imagine:content-moderated',
      status: 400,
      message: 'Generated video rejected by content moderation.',
    },
    { code: 'unauthenticated:no-credentials', status: 401, message: 'No credentials presented.' },
    { code: 'permission-denied', status: 403, message: 'The team does not have permission.' },
    {
      code: 'permission-denied.credits',
      status: 403,
      message: 'The team has used all its credits, or reached its monthly spending limit.',
    },
    { code: 'not-found', status: 404, message: 'There is no such resource.' },
    { code: 'resource-exhausted', status: 429, message: 'Too many requests for this team.' },
    { code: 'internal', status: 500, message: 'Internal error.' },
    { code: 'unavailable', status: 503, message: 'The service is at capacity.' },
  ],
  refusals: {
    invalid: 'invalid-argument',
    login: 'unauthenticated:no-credentials',
    credits: 'permission-denied.credits',
    forbidden: 'permission-denied',
    rate_limited: 'resource-exhausted',
    concurrency: 'resource-exhausted',
    unavailable: 'unavailable',
  },
  unlisted: { code: 'reticulation-failed', status: 400, message: 'An undocumented error.' },
  states: { queued: 'pending', running: 'pending', completed: 'done', failed: 'failed' },
  failures: {
    policy: {
      code: 'invalid_argument',
      message: 'The prompt was rejected by content moderation.',
    },
    internal: { code: 'internal_error', message: 'The generation failed.' },
    credits: { code: 'permission_denied', message: 'The team has used all its credits.' },
  },
  lookup: 'none',
};
