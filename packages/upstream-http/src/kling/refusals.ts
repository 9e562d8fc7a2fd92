import type { JsonValue } from '@filmgate/core';
import type { ReadRefusal } from '../engine/provider-description.ts';
import { objectIn, textIn } from '../json/json-fields.ts';

/** Returns the error in a body of Kling's form; one that names a task beside its code is not an error. */
export function errorIn(body: JsonValue): ReadRefusal | undefined {
  const { code, message, data } = objectIn(body) ?? {};
  const { id, task_id } = objectIn(data) ?? {};
  const isTask = (textIn(id) ?? textIn(task_id)) !== undefined;
  if (typeof code !== 'number' || !Number.isInteger(code) || code === 0 || isTask) return undefined;
  return typeof message === 'string' ? { code: String(code), message } : undefined;
}
