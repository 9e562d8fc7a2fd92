import { provingErrors } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/**
 * xAI: the part of a code after a point is ours: only the text distinguishes those errors. Codes in words are those of
 * earlier responses, which some callers still report.
 */
export const xai: ProviderFacts = {
  provider: 'xai',
  source: {
    page: 'https://docs.x.ai/docs/key-information/debugging, and codes as callers report them (vercel/ai pull request 13390)',
    read: '2026-11-28',
  },
  errors: provingErrors([
    [
      400,
      'invalid-argument',
      'A field is not valid.',
      'invalid',
      ['invalid-argument', 'Client specified an invalid argument'],
    ],
    [400, 'invalid-argument.key', 'Incorrect API key provided: xa***.', 'login'],
    // A response that names what it cost proves nothing: moderation also withholds videos that were made.
    [400, 'imagine:content-moderated', 'Generated video rejected by content moderation.', 'policy'],
    [
      401,
      'unauthenticated:no-credentials',
      'No credentials presented.',
      'login',
      ['unauthenticated*'],
    ],
    [
      403,
      'permission-denied',
      'The team does not have permission.',
      'forbidden',
      [
        'permission-denied',
        'The caller does not have permission to execute the specified operation',
      ],
    ],
    [
      403,
      'permission-denied.credits',
      'The team has used all its credits, or reached its monthly spending limit.',
      'credits',
    ],
    [
      404,
      'not-found',
      'There is no such resource.',
      'forbidden model',
      ['not-found', 'Some requested entity was not found'],
    ],
    [
      429,
      'resource-exhausted',
      'Too many requests for this team.',
      'rate_limited',
      ['resource-exhausted', 'Some resource has been exhausted'],
    ],
    [500, 'internal', 'Internal error.'],
    [503, 'unavailable', 'The service is at capacity.'],
  ]),
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
