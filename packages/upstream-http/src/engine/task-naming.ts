import type { JsonValue, NoticeReading } from '@filmgate/core';
import { instantOf, type JsonObject } from '../json/json-fields.ts';
import type { JsonResponse, PreparedCall } from './provider-call.ts';

/** Scalars of a task that its submission has, too, under the submission's names, such as `settings.duration`. */
export type ReportedFields = { readonly [field: string]: JsonValue | undefined };

/** Facts of a task's read beside its state. */
export interface TaskFacts {
  /** ms since 1970; null if it does not say. */
  readonly createdAt: number | null;
  readonly reported: ReportedFields;
}

/** Names of a task for a person, and the facts that person is shown. Pure. */
export interface TaskNaming {
  /** Returns the task of an id, as `readAcceptance` does; undefined for an impossible id. `call`: its submission. */
  taskOf(id: string, call: PreparedCall | undefined): JsonValue | undefined;
  /** Returns the id the provider shows for a task; undefined if it is not a task. */
  idOf(task: JsonValue): string | undefined;
  /** Reads the facts from a response in which `poll.read` found the task. */
  facts(response: JsonResponse, task: JsonValue): TaskFacts;
}

/** Returns facts of a task whose `created_at` is its creation, in seconds since 1970, and its named fields. */
export function taskFacts(task: JsonObject, names: readonly string[]): TaskFacts {
  return {
    createdAt: instantOf(1_000)(task['created_at'] ?? null) ?? null,
    reported: Object.fromEntries(names.map((name) => [name, task[name] ?? null])),
  };
}

/** Returns the reading of a notice that names a task by its id; undefined = by none. */
export function workNamed(id: string | undefined): NoticeReading {
  return id === undefined ? { kind: 'nothing' } : { kind: 'work', id };
}
