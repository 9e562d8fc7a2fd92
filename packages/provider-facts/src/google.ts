import { provingErrors } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/**
 * Google: errors have the words of google.rpc.Code with their HTTP status, and those of the Interactions API, for which
 * they stand, words of its own; the texts are ours. One word has two statuses, for a rate limit and for insufficient
 * credits: the code of the second ends with its status here. A wrong key has the word of an invalid field.
 */
export const google: ProviderFacts = {
  provider: 'google',
  source: {
    page: 'https://ai.google.dev/gemini-api/docs/api-errors, and on the words of google.rpc generate-content/api-errors and https://cloud.google.com/apis/design/errors',
    read: '2026-11-30',
  },
  errors: provingErrors(
    [
      [
        400,
        'INVALID_ARGUMENT',
        'The request is not valid.',
        'invalid',
        ['INVALID_ARGUMENT', 'invalid_request', 'parameter_unknown'],
      ],
      [
        400,
        'INVALID_ARGUMENT.key',
        'API key not valid. Please pass a valid API key.',
        'login',
        ['INVALID_ARGUMENT.key', 'invalid_request.key'],
      ],
      // Of an account, such as one without billing.
      [
        400,
        'FAILED_PRECONDITION',
        'The state does not allow this.',
        'forbidden',
        ['FAILED_PRECONDITION', 'failed_precondition'],
      ],
      // Of images: with this code of ours, a response to `generateContent` that says why it has none.
      [200, 'image_withheld', 'IMAGE_SAFETY', 'policy'],
      [400, 'OUT_OF_RANGE', 'A value is out of range.'],
      [
        401,
        'UNAUTHENTICATED',
        'The API key is missing or not valid.',
        'login',
        ['UNAUTHENTICATED', 'authentication'],
      ],
      [
        402,
        'RESOURCE_EXHAUSTED.402',
        'The prepaid credits are used up.',
        'credits',
        ['RESOURCE_EXHAUSTED.402', 'payment_required'],
      ],
      [
        403,
        'PERMISSION_DENIED',
        'The caller does not have permission.',
        'forbidden model',
        ['PERMISSION_DENIED', 'permission_denied'],
      ],
      [
        404,
        'NOT_FOUND',
        'The resource was not found.',
        'forbidden model',
        ['NOT_FOUND', 'not_found', 'model_not_found'],
      ],
      [409, 'ABORTED', 'The request was aborted.'],
      [409, 'ALREADY_EXISTS', 'The resource exists.'],
      [416, 'out_of_range', 'A parameter is out of range.', 'invalid'],
      [
        429,
        'RESOURCE_EXHAUSTED',
        'The quota of requests is used up.',
        'rate_limited',
        ['RESOURCE_EXHAUSTED', 'rate_limit_exceeded', 'too_many_requests'],
      ],
      [429, 'quota_exceeded', 'The daily quota is used up.', 'credits of a model'],
      [499, 'CANCELLED', 'The request was cancelled.'],
      [500, 'INTERNAL', 'Internal error.'],
      [501, 'UNIMPLEMENTED', 'The method is not implemented.'],
      [503, 'UNAVAILABLE', 'The service is unavailable.'],
      [504, 'DEADLINE_EXCEEDED', 'The deadline was exceeded.'],
    ],
    {
      codes: ['image_withheld'],
      source: {
        page: 'https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/capabilities/gemini-image-responsible-ai',
        read: '2026-12-01',
      },
    },
  ),
  refusals: {
    invalid: 'INVALID_ARGUMENT',
    login: 'UNAUTHENTICATED',
    credits: 'RESOURCE_EXHAUSTED.402',
    forbidden: 'PERMISSION_DENIED',
    rate_limited: 'RESOURCE_EXHAUSTED',
    concurrency: 'RESOURCE_EXHAUSTED',
    unavailable: 'UNAVAILABLE',
  },
  unlisted: { code: 'RETICULATION_FAILED', status: 400, message: 'An undocumented error.' },
  // Of interactions; an operation is only done or not.
  states: {
    queued: 'queued',
    running: 'in_progress',
    completed: 'completed',
    failed: 'failed',
    canceled: 'cancelled',
  },
  // The number of a google.rpc.Code; a video filtered by safety is no error, and has a text only.
  failures: {
    policy: {
      code: 'raiMediaFilteredReasons',
      message:
        "We encountered an issue with the prompt you provided, which was filtered by the model's safety settings.",
    },
    internal: { code: '13', message: 'Video generation failed.' },
    credits: { code: '8', message: 'The prepaid credits are used up.' },
  },
  lookup: 'none',
};
