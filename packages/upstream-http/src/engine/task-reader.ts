import type { JsonValue, UpstreamError, UpstreamUsage } from '@filmgate/core';
import { FieldReader } from '../json/field-reader.ts';
import { idIn, type JsonObject, objectIn, textIn, wordsIn } from '../json/json-fields.ts';
import { type TaskState, taskStateIn } from '../json/task-state.ts';
import type { OutputLocation, PollReading } from './poll-reading.ts';
import type { JsonResponse } from './provider-call.ts';
import type { ReadRefusal } from './provider-description.ts';

/** A task as a response shows it. */
export interface ShownTask {
  readonly said: JsonObject;
  /** Reads fields of `said`, and notes the unreadable ones. */
  readonly fields: FieldReader;
  /** The provider's word for the state. */
  readonly word: string;
  /** The task as it was requested. */
  readonly task: JsonValue;
}

/** Positions of a task's parts in a response, and the meaning of its ends. Id and state decide. */
export interface TaskForm {
  /** Returns the task's object; undefined = the response shows none. Absent = the body of a 200. */
  readonly taskIn?: (response: JsonResponse, task: JsonValue) => JsonObject | undefined;
  /** Name of the field with the id; null = no response needs to be compared with its request. */
  readonly id: string | null;
  /** Name of the field with the state's word. */
  readonly state: string;
  /** Meanings of words that no other provider uses. */
  readonly words?: { readonly [word: string]: TaskState };
  /** Reads the percentage in the field `progress`; absent = the provider reports no progress. */
  readonly progress?: (value: JsonValue) => number | undefined;
  /** Returns true for the provider's own statement that it does not know the task. `code`: of the error, if any. */
  isLost(response: JsonResponse & { readonly code: string | null }, task: JsonValue): boolean;
  succeeded(shown: ShownTask): PollReading;
  failed(shown: ShownTask): PollReading;
}

/** Returns the error in a body of a protocol's shape; undefined for other bodies, and if a task is named too. */
export type ErrorIn = (body: JsonValue) => ReadRefusal | undefined;

/** Returns the reader of a protocol's tasks. */
export function taskReader(form: TaskForm, errorIn: ErrorIn) {
  return (response: JsonResponse, task: JsonValue): PollReading => {
    const { status, body } = response;
    const code = errorIn(body)?.code ?? null;
    if (form.isLost({ ...response, code }, task)) return { kind: 'lost' };
    const said = (form.taskIn ?? bodyOf)(response, task) ?? {};
    const fields = new FieldReader(said);
    const id = form.id === null ? undefined : fields.read(form.id, idIn);
    const word = wordsIn(said[form.state]);
    const reading = readState(form, { said, fields, task, word: word ?? '' }) ?? {
      kind: 'unclear',
      detail: `the provider responded ${status}, ${word ?? 'no state'}`,
    };
    const other = id === undefined || id === task ? {} : { namedAs: id };
    return { ...reading, ...fields.aside(), ...other };
  };
}

/** Returns the object in a successful response; undefined for other responses. */
export function bodyOf({ status, body }: JsonResponse): JsonObject | undefined {
  return status === 200 ? objectIn(body) : undefined;
}

function readState(form: TaskForm, shown: ShownTask): PollReading | undefined {
  const { words = {} } = form;
  switch (Object.hasOwn(words, shown.word) ? words[shown.word] : taskStateIn(shown.word)) {
    case 'pending': {
      const { progress } = form;
      const percent = progress === undefined ? undefined : shown.fields.read('progress', progress);
      return { kind: 'pending', progress: percent ?? null };
    }
    case 'succeeded':
      return form.succeeded(shown);
    case 'failed':
      return form.failed(shown);
    case undefined:
      return undefined;
  }
}

/** Facts of a finished video; undefined = not stated, or unreadable. */
interface MadeFacts {
  /** Absent = `foreign`. */
  readonly kind?: OutputLocation['kind'];
  /** Absent = a video. */
  readonly mediaType?: OutputLocation['mediaType'];
  readonly keptUntil?: number | undefined;
  readonly usage?: UpstreamUsage | undefined;
  readonly effective?: JsonObject | undefined;
}

/** Returns the reading of a finished video; without its location, nothing is known about the task. */
export function madeAt(location: JsonValue | undefined, facts: MadeFacts = {}): PollReading {
  const at = textIn(location);
  if (at === undefined) return { kind: 'unclear', detail: 'succeeded without a result' };
  const { kind = 'foreign', mediaType, keptUntil, usage, effective = {} } = facts;
  return {
    kind: 'succeeded',
    output: {
      kind,
      at,
      ...(mediaType !== undefined && { mediaType }),
      ...(keptUntil !== undefined && { keptUntil }),
    },
    ...(usage !== undefined && { usage }),
    ...(Object.keys(effective).length > 0 && { effective }),
  };
}

/**
 * Returns the reading of a failed task.
 *
 * @param error - `charge`: the charge if no cost is stated
 */
export function failedWith(
  error: Pick<UpstreamError, 'kind' | 'charge' | 'detail'>,
  usage?: UpstreamUsage,
): PollReading {
  if (usage === undefined) return { kind: 'failed', error };
  const charge = usage.amount === 0 ? 'not-charged' : 'charged';
  return { kind: 'failed', error: { ...error, charge }, usage };
}

/** Reads the code and the words of a failed task's `error`. */
export function errorOf({ said, fields, word }: ShownTask) {
  const code = idIn(objectIn(said['error'])?.['code']);
  const words = fields.read('error', wordsIn);
  const detail = words === undefined ? `task ${word}` : `${code ?? 'no code'}: ${words}`;
  return { code, detail };
}
