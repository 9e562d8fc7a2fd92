import type { ProviderFacts } from './provider-facts.ts';

/**
 * Google: errors have the words of google.rpc.Code with their HTTP status; the texts are ours. One word has two
 * statuses, for a rate limit and for insufficient credits: the code of the second ends with its status here.
 */
export const google: ProviderFacts = {
  provider: 'google',
  source: {
    page: 'https://cloud.google.com/apis/design/errors, and ai.google.dev/gemini-api/docs/troubleshooting',
    read: '2026-11-25',
  },
  errors: [
    { code: 'INVALID_ARGUMENT', status: 400, message: 'The request is not valid.' },
    { code: 'FAILED_PRECONDITION', status: 400, message: 'The state does not allow this.' },
    { code: 'OUT_OF_RANGE', status: 400, message: 'A value is out of range.' },
    { code: 'UNAUTHENTICATED', status: 401, message: 'The API key is missing or not valid.' },
    { code: 'RESOURCE_EXHAUSTED.402', status: 402, message: 'The prepaid credits are used up.' },
    { code: 'PERMISSION_DENIED', status: 403, message: 'The caller does not have permission.' },
    { code: 'NOT_FOUND', status: 404, message: 'The resource was not found.' },
    { code: 'ABORTED', status: 409, message: 'The request was aborted.' },
    { code: 'ALREADY_EXISTS', status: 409, message: 'The resource exists.' },
    { code: 'RESOURCE_EXHAUSTED', status: 429, message: 'The quota of requests is used up.' },
    { code: 'CANCELLED', status: 499, message: 'The request was cancelled.' },
    { code: 'INTERNAL', status: 500, message: 'Internal error.' },
    { code: 'UNIMPLEMENTED', status: 501, message: 'The method is not implemented.' },
    { code: 'UNAVAILABLE', status: 503, message: 'The service is unavailable.' },
    { code: 'DEADLINE_EXCEEDED', status: 504, message: 'The deadline was exceeded.' },
  ],
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
