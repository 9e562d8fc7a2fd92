import type { JsonValue } from '@filmgate/core';
import { instantOf, type JsonObject } from '../json/json-fields.ts';
import type { JsonResponse, PreparedCall } from './provider-call.ts';

/** Scalars of a task that its submission has, too, under the submission's names, such as `settings.duration`. */
export type ReportedFields = { readonly [field: string]: JsonValue | undefined };

/** What a read of a task says beside its state. */
export interface TaskFacts {
  /** ms since 1970; null where it does not say. */
  readonly createdAt: number | null;
  readonly reported: ReportedFields;
}

/** How a person names a task, and what that person is shown of it. Pure. */
export interface TaskNaming {
  /** The task of an id, as `readAcceptance` gives it; undefined where none can have it. `call`: its submission, where that is known. */
  taskOf(id: string, call: PreparedCall | undefined): JsonValue | undefined;
  /** The id the provider shows of a task; undefined for what is none. */
  idOf(task: JsonValue): string | undefined;
  /** Of a response in which `poll.read` found the task. */
  facts(response: JsonResponse, task: JsonValue): TaskFacts;
}

/** Facts of a task that tells in `created_at` when it was made, in seconds since 1970, and has the named fields. */
export function taskFacts(task: JsonObject, names: readonly string[]): TaskFacts {
  return {
    createdAt: instantOf(1_000)(task['created_at'] ?? null) ?? null,
    reported: Object.fromEntries(names.map((name) => [name, task[name] ?? null])),
  };
}
