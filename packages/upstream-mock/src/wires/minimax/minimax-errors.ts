import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import type { ErrorRow, ErrorWords } from '../../engine/provider-error.ts';

/**
 * Errors of MiniMax's V2 by the internal code at the end of each text
 * (platform.minimax.io/docs/api-reference/video-generation-v2, read 2026-11-28). Rows without a number are not numbered
 * there: 529 is in the list of types, 403 in none.
 */
export const minimaxErrors: ErrorWords = {
  rows: [
    { code: '2001', status: 400, message: 'invalid task_id' },
    { code: '2013', status: 400, message: 'invalid params' },
    { code: '1004', status: 401, message: 'login fail: the API key is missing or not valid' },
    { code: '1008', status: 402, message: 'insufficient balance' },
    { code: 'forbidden', status: 403, message: 'the account does not have permission' },
    { code: '1026', status: 422, message: 'video description contains sensitive content' },
    { code: '1027', status: 422, message: 'the generated video contains sensitive content' },
    { code: '1002', status: 429, message: 'rate limit, please retry later' },
    { code: '1000', status: 500, message: 'internal error' },
    { code: 'overloaded', status: 529, message: 'too many requests at this time' },
  ],
  codeOf: {
    invalid: '2013',
    login: '1004',
    credits: '1008',
    forbidden: 'forbidden',
    rate_limited: '1002',
    concurrency: '1002',
    unavailable: 'overloaded',
  },
  unlisted: { code: '4999', status: 400, message: 'an undocumented error' },
};

const types: ReadonlyMap<number, string> = new Map([
  [400, 'bad_request_error'],
  [401, 'authorized_error'],
  [402, 'insufficient_balance_error'],
  [403, 'permission_error'],
  [422, 'unprocessable_entity_error'],
  [429, 'rate_limit_error'],
  [500, 'server_error'],
  [529, 'overloaded_error'],
]);

export function minimaxErrorReply(row: ErrorRow, requestId: string): ProviderResponse {
  const { code, status } = row;
  // An error under 200 keeps its type.
  const usual = minimaxErrors.rows.find((known) => known.code === code)?.status ?? status;
  const error = {
    type: types.get(usual),
    message: `${row.message} (${code})`,
    http_code: String(status),
  };
  return jsonReply(status, { type: 'error', error, request_id: requestId });
}
