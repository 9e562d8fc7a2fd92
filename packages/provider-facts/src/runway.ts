import type { ProviderFacts } from './provider-facts.ts';

/** Runway: errors have a text and no code, so the codes are names of ours. */
export const runway: ProviderFacts = {
  provider: 'runway',
  source: {
    page: 'https://docs.dev.runwayml.com/errors/errors, and texts as callers report them',
    read: '2026-11-25',
  },
  errors: [
    { code: 'validation_failed', status: 400, message: 'Validation of body failed' },
    {
      code: 'insufficient_credits',
      status: 400,
      message: 'You do not have enough credits to run this task.',
    },
    { code: 'invalid_version', status: 400, message: 'The X-Runway-Version header is not valid.' },
    { code: 'unauthorized', status: 401, message: 'The API key is missing or not valid.' },
    { code: 'forbidden', status: 403, message: 'This organization does not have permission.' },
    { code: 'not_found', status: 404, message: 'There is no such resource.' },
    { code: 'method_not_allowed', status: 405, message: 'The method is not allowed here.' },
    { code: 'daily_limit', status: 429, message: 'The daily limit of this model is reached.' },
    { code: 'too_many_requests', status: 429, message: 'Too many requests.' },
    { code: 'internal', status: 500, message: 'Internal server error' },
    {
      code: 'bad_gateway',
      status: 502,
      message: 'The service sheds load; the request may be retried.',
    },
    {
      code: 'unavailable',
      status: 503,
      message: 'The service has shed load; the request may be retried.',
    },
    { code: 'gateway_timeout', status: 504, message: 'The request took too long.' },
  ],
  refusals: {
    invalid: 'validation_failed',
    login: 'unauthorized',
    credits: 'insufficient_credits',
    forbidden: 'forbidden',
    rate_limited: 'too_many_requests',
    concurrency: 'too_many_requests',
    unavailable: 'unavailable',
  },
  unlisted: { code: 'reticulation_failed', status: 400, message: 'An undocumented error.' },
  states: {
    queued: 'PENDING',
    running: 'RUNNING',
    completed: 'SUCCEEDED',
    failed: 'FAILED',
    canceled: 'CANCELLED',
  },
  // Codes of docs.dev.runwayml.com/errors/task-failures (read 2026-11-25); the texts are ours.
  failures: {
    policy: {
      code: 'SAFETY.INPUT.TEXT',
      message: 'The input was flagged by the content moderation system.',
    },
    internal: {
      code: 'INTERNAL.BAD_OUTPUT.CODE01',
      message: 'The output did not meet the quality requirements.',
    },
    credits: { code: 'INTERNAL', message: 'An unexpected error occurred.' },
  },
  lookup: 'none',
  // The document asks for 5 s; the official client varies its interval from 4.5 s on.
  minimumPollMs: 4_400,
};
