import type { JsonValue, UpstreamError, UpstreamErrorKind } from '@filmgate/core';
import type { JsonResponse, ReadRefusal, RefusalRule } from '../engine/provider-description.ts';
import { objectIn, textIn } from '../json/json-fields.ts';

const source = 'https://kling.ai/document-api/api/get-started/error-codes';
const read = '2026-11-23';

function rows(
  status: number,
  codes: readonly number[],
  [kind, scope]: readonly [UpstreamErrorKind, UpstreamError['scope']],
): readonly RefusalRule[] {
  return codes.map((code) => ({ status, code: String(code), kind, scope, source, read }));
}

/**
 * Refusals that Kling documents. Its 5000, 5001 and 5002 are left out: an internal error says nothing about the task.
 * Three of its responses with the status 429 concern money, and no pause helps.
 */
export const klingRefusals: readonly RefusalRule[] = [
  ...rows(401, [1000, 1001, 1002, 1003, 1004], ['login', 'account']),
  ...rows(429, [1100, 1101, 1102], ['credits', 'account']),
  ...rows(403, [1103], ['forbidden', 'model']),
  ...rows(400, [1200, 1201], ['invalid', 'request']),
  ...rows(404, [1202], ['invalid', 'request']),
  ...rows(404, [1203], ['forbidden', 'model']),
  ...rows(400, [1300, 1301], ['policy', 'request']),
  ...rows(429, [1302], ['rate_limited', 'account']),
  ...rows(429, [1303], ['concurrency', 'account']),
  ...rows(429, [1304], ['forbidden', 'account']),
];

/**
 * Refusals of the current interface, where a second arrival gets 1201, as a used `external_task_id` does: seen in two
 * independent programs on 2026-11-23, and not in the document.
 */
export const currentRefusals: readonly RefusalRule[] = klingRefusals.map((row) =>
  row.code === '1201' ? { ...row, mayBeEcho: true } : row,
);

/** Returns Kling's own code: 0 for success; undefined when the body is not of its form. */
export function codeIn(body: JsonValue): number | undefined {
  const code = objectIn(body)?.['code'];
  return typeof code === 'number' && Number.isInteger(code) ? code : undefined;
}

/** Returns true if the code reports no failure: a code that is not a number proves nothing against a readable task. */
export function isWell({ status, body }: JsonResponse): boolean {
  const code = objectIn(body)?.['code'];
  const isCode = typeof code === 'number' || (typeof code === 'string' && /^\d+$/.test(code));
  return status === 200 && (!isCode || Number(code) === 0);
}

/** Returns the refusal in a response of Kling's form; a body that names a task beside its code is not a refusal. */
export function readKlingRefusal({ body }: JsonResponse): ReadRefusal | undefined {
  const code = codeIn(body);
  const message = objectIn(body)?.['message'];
  if (code === undefined || code === 0 || typeof message !== 'string') return undefined;
  const data = objectIn(objectIn(body)?.['data']);
  if (textIn(data?.['id']) !== undefined || textIn(data?.['task_id']) !== undefined)
    return undefined;
  return { code: String(code), message };
}

/** Returns true if the response reports an invalid key: the codes 1000 to 1004. */
export function isLoginRefused(response: JsonResponse): boolean {
  const refusal = readKlingRefusal(response);
  return klingRefusals.some(
    ({ status, code, kind }) =>
      kind === 'login' && status === response.status && code === refusal?.code,
  );
}
