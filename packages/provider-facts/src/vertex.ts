import { provingErrors } from './error-table.ts';
import { google } from './google.ts';
import type { ProviderFacts } from './provider-facts.ts';

/**
 * Veo at Vertex AI: operations and errors in the words of google.rpc, as the mock speaks them with its other Google
 * APIs. Vertex has no error for used-up credits.
 */
export const vertex: ProviderFacts = {
  ...google,
  provider: 'vertex',
  source: {
    page: 'https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/api-errors',
    read: '2026-12-01',
  },
  errors: provingErrors(
    [
      [400, 'INVALID_ARGUMENT', 'The request is not valid.', 'invalid'],
      [400, 'INVALID_ARGUMENT.key', 'API key not valid. Please pass a valid API key.', 'login'],
      // Of a model that is not allowed for the project.
      [400, 'FAILED_PRECONDITION', 'The state does not allow this.', 'forbidden model'],
      [401, 'UNAUTHENTICATED', 'The access token is missing or not valid.', 'login'],
      [403, 'PERMISSION_DENIED', 'The caller does not have permission.', 'forbidden model'],
      [404, 'NOT_FOUND', 'The resource was not found.', 'forbidden model'],
      [429, 'RESOURCE_EXHAUSTED', 'The quota of requests is used up.', 'rate_limited'],
      [499, 'CANCELLED', 'The request was cancelled.'],
      [500, 'INTERNAL', 'Internal error.'],
      [503, 'UNAVAILABLE', 'The service is unavailable.'],
      [504, 'DEADLINE_EXCEEDED', 'The deadline was exceeded.'],
    ],
    {
      codes: ['INVALID_ARGUMENT.key'],
      source: {
        page: 'API_KEY_INVALID of google/api/error_reason.proto, and https://ai.google.dev/gemini-api/docs/api-errors',
        read: '2026-12-01',
      },
    },
  ),
  refusals: { ...google.refusals, credits: 'PERMISSION_DENIED' },
};
