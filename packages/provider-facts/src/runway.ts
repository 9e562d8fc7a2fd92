import { errorTable } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** Runway: errors have a text and no code, so the codes are names of ours. */
export const runway: ProviderFacts = {
  provider: 'runway',
  source: {
    page: 'https://docs.dev.runwayml.com/errors/errors, and texts as callers report them',
    read: '2026-11-25',
  },
  ...errorTable([
    [400, 'validation_failed', 'Validation of body failed', 'invalid'],
    [400, 'insufficient_credits', 'You do not have enough credits to run this task.', 'credits'],
    [400, 'invalid_version', 'The X-Runway-Version header is not valid.'],
    [401, 'unauthorized', 'The API key is missing or not valid.', 'login'],
    [403, 'forbidden', 'This organization does not have permission.', 'forbidden'],
    [404, 'not_found', 'There is no such resource.'],
    [405, 'method_not_allowed', 'The method is not allowed here.'],
    [429, 'daily_limit', 'The daily limit of this model is reached.'],
    [429, 'too_many_requests', 'Too many requests.', 'rate_limited', 'concurrency'],
    [500, 'internal', 'Internal server error'],
    [502, 'bad_gateway', 'The service sheds load; the request may be retried.'],
    [503, 'unavailable', 'The service has shed load; the request may be retried.', 'unavailable'],
    [504, 'gateway_timeout', 'The request took too long.'],
  ]),
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
