import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import type { ErrorRow, ErrorWords } from '../../engine/provider-error.ts';

/**
 * Errors of Google's APIs: the words of google.rpc.Code with their HTTP status (cloud.google.com/apis/design/errors,
 * and ai.google.dev/gemini-api/docs/troubleshooting, read 2026-11-25). The messages are the mock's own. One word has
 * two statuses, for a rate limit and for insufficient credits: the second has its status in its code here, but not in
 * the response.
 */
export const googleErrors: ErrorWords = {
  rows: [
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
  codeOf: {
    invalid: 'INVALID_ARGUMENT',
    login: 'UNAUTHENTICATED',
    credits: 'RESOURCE_EXHAUSTED.402',
    forbidden: 'PERMISSION_DENIED',
    rate_limited: 'RESOURCE_EXHAUSTED',
    concurrency: 'RESOURCE_EXHAUSTED',
    unavailable: 'UNAVAILABLE',
  },
  unlisted: {
    code: 'RETICULATION_FAILED',
    status: 400,
    message: 'An undocumented error.',
  },
};

export function googleErrorReply({ code, status, message }: ErrorRow): ProviderResponse {
  const [word] = code.split('.');
  return jsonReply(status, { error: { code: status, message, status: word } });
}
