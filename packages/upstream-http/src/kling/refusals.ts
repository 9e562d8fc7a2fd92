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
 * What Kling documents as refused. Its 5000, 5001 and 5002 are left out: an error of its own inside says nothing about the task.
 * Three of its answers with the status 429 mean money, and no pause helps.
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
 * The same for the current interface, where the second arrival of a submission is answered with 1201, as a used `external_task_id` is: seen
 * in what two independent programs make of that code on 2026-11-23, and not in the document.
 */
export const currentRefusals: readonly RefusalRule[] = klingRefusals.map((row) =>
  row.code === '1201' ? { ...row, mayBeEcho: true } : row,
);

/** Kling's own code: 0 for what went well; undefined when the body is not of its form. */
export function codeIn(body: JsonValue): number | undefined {
  const code = objectIn(body)?.['code'];
  return typeof code === 'number' && Number.isInteger(code) ? code : undefined;
}

/** Whether a response went well as far as its code says: what is no number says nothing against a task that can be read. */
export function isWell({ status, body }: JsonResponse): boolean {
  const code = objectIn(body)?.['code'];
  const isCode = typeof code === 'number' || (typeof code === 'string' && /^\d+$/.test(code));
  return status === 200 && (!isCode || Number(code) === 0);
}

/** The refusal in a response of Kling's form; a body that names a task beside its code is not a refusal. */
export function readKlingRefusal({ body }: JsonResponse): ReadRefusal | undefined {
  const code = codeIn(body);
  const message = objectIn(body)?.['message'];
  if (code === undefined || code === 0 || typeof message !== 'string') return undefined;
  const data = objectIn(objectIn(body)?.['data']);
  if (textIn(data?.['id']) !== undefined || textIn(data?.['task_id']) !== undefined)
    return undefined;
  return { code: String(code), message };
}

/** Whether the response says that the key is not one: the codes 1000 to 1004. */
export function isLoginRefused(response: JsonResponse): boolean {
  const refusal = readKlingRefusal(response);
  return klingRefusals.some(
    ({ status, code, kind }) =>
      kind === 'login' && status === response.status && code === refusal?.code,
  );
}
