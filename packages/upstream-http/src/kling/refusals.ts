import { kling } from '@filmgate/provider-facts';
import { documentedRefusals } from '../engine/documented-refusals.ts';
import type { JsonResponse, ReadRefusal } from '../engine/provider-description.ts';
import { objectIn, textIn } from '../json/json-fields.ts';

/** Refusals that Kling documents. A second arrival of a submission gets 1201, too. */
export const refusals = documentedRefusals(kling);

/** Returns the refusal in a response of Kling's form; a body that names a task beside its code is not a refusal. */
export function readRefusal({ body }: JsonResponse): ReadRefusal | undefined {
  const { code, message, data } = objectIn(body) ?? {};
  const { id, task_id } = objectIn(data) ?? {};
  const isTask = (textIn(id) ?? textIn(task_id)) !== undefined;
  if (typeof code !== 'number' || !Number.isInteger(code) || code === 0 || isTask) return undefined;
  return typeof message === 'string' ? { code: String(code), message } : undefined;
}
