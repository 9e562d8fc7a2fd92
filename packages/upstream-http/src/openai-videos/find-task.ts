import type { JsonValue } from '@filmgate/core';
import { z } from 'zod';
import type {
  FindRule,
  JsonResponse,
  ListedTask,
  PreparedCall,
  ReadCall,
} from '../engine/provider-description.ts';
import { taskFacts, type TaskNaming } from '../engine/task-naming.ts';
import { idIn, type JsonObject, objectIn, objectsIn, textIn } from '../json/json-fields.ts';
import type { Dialect } from './dialect.ts';

const pageSize = 100;
const minuteMs = 60_000;
/** Fields a list must echo with equal values to distinguish one task from another. */
const compared = ['model', 'prompt', 'seconds', 'size'] as const;

/** Returns a dialect's rule for finding a lost submission. */
export function findRuleOf(dialect: Dialect): FindRule | undefined {
  if (dialect.like === 'filmgate') return byKey;
  return dialect.list ? inList : undefined;
}

/** Searches another gateway by the key that the submission carried. */
const byKey: FindRule = {
  kind: 'own-id',
  request: (correlationId) => ({
    path: `/videos?${new URLSearchParams({ idempotency_key: correlationId }).toString()}`,
  }),
  read: ({ status, body }) =>
    status === 200 && objectIn(body)?.['object'] === 'list'
      ? idsIn(listedIn(body))?.map((id) => ({ id }))
      : undefined,
  // A task is found by its key from the moment it is stored. By then no proxy still delays the submission.
  absenceAfterMs: 15 * minuteMs,
  // Long before a finished task is removed, and its key with it.
  absenceUntilMs: 6 * 60 * minuteMs,
  // Its store may be restored from a backup, and have lost later submissions.
  pastIn: ({ status, body }) =>
    status === 200 ? textIn(objectIn(body)?.['history_id']) : undefined,
};

const inList: FindRule = {
  kind: 'list',
  firstPage: () => pageAfter(null),
  read: (response, call) => readPage(response, call),
};

function pageAfter(last: string | null): ReadCall {
  const query = new URLSearchParams({ limit: String(pageSize), order: 'desc' });
  if (last !== null) query.set('after', last);
  return { path: `/videos?${query.toString()}` };
}

/** Returns the tasks of a list: undefined when it is not a list, or an entry is not an object. */
function listedIn(body: JsonValue): readonly JsonObject[] | undefined {
  return objectsIn(objectIn(body)?.['data']);
}

/** Returns their ids; undefined when a task has none and so cannot be identified. */
function idsIn(tasks: readonly JsonObject[] | undefined): readonly string[] | undefined {
  const ids = tasks?.map(({ id }) => idIn(id));
  return ids?.every((id) => id !== undefined) === true ? ids : undefined;
}

function readPage({ status, body }: JsonResponse, call: PreparedCall) {
  const listed = listedIn(body);
  const ids = idsIn(listed);
  if (status !== 200 || listed === undefined || ids === undefined) return undefined;
  const sent = sentFields(call);
  const tasks = ids.map((id, index): ListedTask => {
    const task = listed[index] ?? {};
    return { task: { id }, ...taskFacts(task, compared), matches: matchOf(task, sent) };
  });
  // A page that does not explicitly say that it is the last one is followed: another task may match as well.
  const hasMore = (objectIn(body)?.['has_more'] ?? false) !== false;
  const last = ids.at(-1);
  const next = hasMore && last !== undefined ? pageAfter(last) : null;
  return { tasks, next };
}

/** A task is named by its id, with or without lists in its dialect. */
export const naming: TaskNaming = {
  taskOf: (named) => ({ id: named }),
  idOf: (task) => idIn(objectIn(task)?.['id']),
  facts: ({ body }) => taskFacts(objectIn(body) ?? {}, compared),
};

function matchOf(task: JsonObject, sent: ReadonlyMap<string, string>): ListedTask['matches'] {
  const reported = compared.map((field) => {
    const said = task[field] ?? null;
    return typeof said === 'object' ? null : String(said) === sent.get(field);
  });
  if (reported.includes(false)) return 'no';
  return reported.includes(null) ? 'unsaid' : 'yes';
}

function sentFields({ body }: PreparedCall): ReadonlyMap<string, string> {
  const entries: [string, string][] =
    body.kind === 'multipart'
      ? body.parts.flatMap((part) => ('text' in part ? [[part.name, part.text]] : []))
      : Object.entries({ ...z.record(z.string(), z.unknown()).parse(body.value) }).map(
          ([name, value]) => [name, String(value)],
        );
  return new Map(entries);
}
