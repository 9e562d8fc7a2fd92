import { errorTable } from './error-table.ts';
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
  ...errorTable([
    [400, 'INVALID_ARGUMENT', 'The request is not valid.', 'invalid'],
    [400, 'FAILED_PRECONDITION', 'The state does not allow this.'],
    [400, 'OUT_OF_RANGE', 'A value is out of range.'],
    [401, 'UNAUTHENTICATED', 'The API key is missing or not valid.', 'login'],
    [402, 'RESOURCE_EXHAUSTED.402', 'The prepaid credits are used up.', 'credits'],
    [403, 'PERMISSION_DENIED', 'The caller does not have permission.', 'forbidden'],
    [404, 'NOT_FOUND', 'The resource was not found.'],
    [409, 'ABORTED', 'The request was aborted.'],
    [409, 'ALREADY_EXISTS', 'The resource exists.'],
    [429, 'RESOURCE_EXHAUSTED', 'The quota of requests is used up.', 'rate_limited', 'concurrency'],
    [499, 'CANCELLED', 'The request was cancelled.'],
    [500, 'INTERNAL', 'Internal error.'],
    [501, 'UNIMPLEMENTED', 'The method is not implemented.'],
    [503, 'UNAVAILABLE', 'The service is unavailable.', 'unavailable'],
    [504, 'DEADLINE_EXCEEDED', 'The deadline was exceeded.'],
  ]),
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
