import type { JsonValue } from '@filmgate/core';
import { idIn, type JsonObject, objectIn, objectsIn, textIn } from '../json/json-fields.ts';

/** A task as a response names it. */
export interface NamedTask {
  readonly id: string;
  /** The object with the task's fields. */
  readonly said: JsonObject;
}

/** Codes that relays write into a successful response. */
const successCodes: ReadonlySet<JsonValue> = new Set([0, 200, '0', '200', 'ok', 'success']);

/**
 * Returns the task a response names, by `task_id` or `id`: in the response itself, or in its `data` beside a code for
 * success (new-api, dto/task.go and dto/openai_video.go). `data` is the task, or beside a success code a list of that
 * task alone; without one it may be anybody's list. A record of new-api has a number of its own as `id`, so `task_id`
 * takes precedence. Undefined if no task is named.
 */
export function namedTask(body: JsonValue): NamedTask | undefined {
  const said = objectIn(body);
  const inner = innerTask(said);
  if (inner === undefined || textIn(said?.['status']) !== undefined) return taskIn(said);
  const code = said?.['code'] ?? 0;
  const isWell = successCodes.has(typeof code === 'string' ? code.toLowerCase() : code);
  return isWell ? inner : undefined;
}

function innerTask(said: JsonObject | undefined): NamedTask | undefined {
  const data = said?.['data'];
  const [only, ...others] = said?.['code'] === undefined ? [] : (objectsIn(data) ?? []);
  return others.length > 0 ? undefined : taskIn(objectIn(data) ?? only);
}

function taskIn(said: JsonObject | undefined): NamedTask | undefined {
  const id = idIn(said?.['task_id']) ?? idIn(said?.['id']);
  return said === undefined || id === undefined ? undefined : { id, said };
}
