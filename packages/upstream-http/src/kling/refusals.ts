import type { JsonValue } from '@filmgate/core';
import { kling } from '@filmgate/provider-facts';
import { documentedRefusals } from '../engine/documented-refusals.ts';
import type { JsonResponse, ReadRefusal, RefusalRule } from '../engine/provider-description.ts';
import { objectIn, textIn } from '../json/json-fields.ts';

/** Refusals of the current interface, where a second arrival of a submission gets 1201. */
export const currentRefusals: readonly RefusalRule[] = documentedRefusals(kling);

/** Refusals of the older interface: a second arrival of a submission has not been seen there. */
export const klingRefusals: readonly RefusalRule[] = currentRefusals.map(
  ({ mayBeEcho: _echo, ...row }) => row,
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
