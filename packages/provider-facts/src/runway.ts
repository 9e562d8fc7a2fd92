import { provingErrors } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** Runway: errors have a text and no code, so the codes are names of ours. */
export const runway: ProviderFacts = {
  provider: 'runway',
  source: {
    page: 'https://docs.dev.runwayml.com/errors/errors, and texts as callers report them (runwayml/sdk-node issue 28)',
    read: '2026-11-30',
  },
  errors: provingErrors(
    [
      [400, 'validation_failed', 'Validation of body failed', 'invalid', ['*']],
      [400, 'insufficient_credits', 'You do not have enough credits to run this task.', 'credits'],
      [400, 'invalid_version', 'The X-Runway-Version header is not valid.', 'invalid', []],
      [401, 'unauthorized', 'The API key is missing or not valid.', 'login', ['*']],
      [403, 'forbidden', 'Model variant some_model is not available', 'forbidden model'],
      [404, 'not_found', 'Could not find Task', 'forbidden model', ['*']],
      [405, 'method_not_allowed', 'The method is not allowed here.', 'invalid', ['*']],
      [429, 'daily_limit', 'Your daily task limit has been reached.', 'credits of a model'],
      [429, 'too_many_requests', 'Too many requests.', 'rate_limited', ['*']],
      [500, 'internal', 'Internal server error'],
      [502, 'bad_gateway', 'The service sheds load; the request may be retried.'],
      [503, 'unavailable', 'The service has shed load; the request may be retried.'],
      [504, 'gateway_timeout', 'The request took too long.'],
    ],
    {
      codes: ['forbidden', 'daily_limit'],
      source: {
        page: 'https://docs.dev.runwayml.com/usage/tiers, and texts as callers report them (runwayml/sdk-python issues 23, 139)',
        read: '2026-11-30',
      },
    },
  ),
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
