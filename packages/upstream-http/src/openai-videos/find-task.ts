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
/** What a list must echo, and be equal in, to tell one task from another. */
const compared = ['model', 'prompt', 'seconds', 'size'] as const;

/** How a dialect lets a lost submission be found. */
export function findRuleOf(dialect: Dialect): FindRule | undefined {
  if (dialect.like === 'filmgate') return byKey;
  return dialect.list ? inList : undefined;
}

/** Another gateway is asked for the key that the submission carried. */
const byKey: FindRule = {
  kind: 'own-id',
  request: (correlationId) => ({
    path: `/videos?${new URLSearchParams({ idempotency_key: correlationId }).toString()}`,
  }),
  read: ({ status, body }) =>
    status === 200 && objectIn(body)?.['object'] === 'list'
      ? idsIn(listedIn(body))?.map((id) => ({ id }))
      : undefined,
  // A task is found by its key from the moment it is stored. By then no proxy still holds the submission back.
  absenceAfterMs: 15 * minuteMs,
  // Long before a task that has ended is removed, and its key with it.
  absenceUntilMs: 6 * 60 * minuteMs,
  // Its store may be put back, and have forgotten what it was sent since.
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

/** The tasks of a list: undefined when it is none, or an entry is no object. */
function listedIn(body: JsonValue): readonly JsonObject[] | undefined {
  return objectsIn(objectIn(body)?.['data']);
}

/** Their ids; undefined when one has none: what it is cannot be told. */
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
  // A page that does not say in so many words that it is the last one is followed: another task may fit as well.
  const hasMore = (objectIn(body)?.['has_more'] ?? false) !== false;
  const last = ids.at(-1);
  const next = hasMore && last !== undefined ? pageAfter(last) : null;
  return { tasks, next };
}

/** A task is named by its id, whether its dialect lists tasks or not. */
export const naming: TaskNaming = {
  taskOf: (named) => ({ id: named }),
  idOf: (task) => idIn(objectIn(task)?.['id']),
  facts: ({ body }) => taskFacts(objectIn(body) ?? {}, compared),
};

function matchOf(task: JsonObject, sent: ReadonlyMap<string, string>): ListedTask['matches'] {
  const told = compared.map((field) => {
    const said = task[field] ?? null;
    return typeof said === 'object' ? null : String(said) === sent.get(field);
  });
  if (told.includes(false)) return 'no';
  return told.includes(null) ? 'unsaid' : 'yes';
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
