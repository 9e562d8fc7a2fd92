import { askedIn } from '../engine/asked-fields.ts';
import type {
  FindRule,
  JsonResponse,
  PreparedCall,
  ReadCall,
} from '../engine/provider-description.ts';
import { taskFacts, type TaskNaming } from '../engine/task-naming.ts';
import { bodyOf } from '../engine/task-reader.ts';
import { eachIn, idIn, type JsonObject, objectIn, textIn } from '../json/json-fields.ts';
import { compareListed } from '../models/numbered-list.ts';
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
  read: (response) => {
    const said = bodyOf(response);
    return said?.['object'] === 'list' ? eachIn(said['data'], taskNamedIn) : undefined;
  },
  // A task is found by its key from the moment it is stored. By then no proxy still delays the submission.
  absenceAfterMs: 15 * minuteMs,
  // Long before a finished task is removed, and its key with it.
  absenceUntilMs: 6 * 60 * minuteMs,
  // Its store may be restored from a backup, and have lost later submissions.
  pastIn: (response) => textIn(bodyOf(response)?.['history_id']),
};

const inList: FindRule = {
  kind: 'list',
  firstPage: () => pageAfter(null),
  read: readPage,
};

function pageAfter(last: string | null): ReadCall {
  const query = new URLSearchParams({ limit: String(pageSize), order: 'desc' });
  if (last !== null) query.set('after', last);
  return { path: `/videos?${query.toString()}` };
}

/** Returns the task of a list's entry; undefined when it has no id and so cannot be identified. */
function taskNamedIn({ id: said }: JsonObject) {
  const id = idIn(said);
  return id === undefined ? undefined : { id };
}

function readPage(response: JsonResponse, call: PreparedCall) {
  const said = bodyOf(response);
  const asked = askedIn(call);
  const tasks = eachIn(said?.['data'], (item) => {
    const task = taskNamedIn(item);
    if (task === undefined) return undefined;
    // A field that was not sent is the server's choice: what it reports proves nothing.
    const isUnsent = compared.some((name) => asked[name] === undefined && item[name] !== undefined);
    const matches = compareListed(item, asked, compared);
    const certain = matches === 'yes' && isUnsent ? 'unsaid' : matches;
    return { task, ...taskFacts(item, compared), matches: certain };
  });
  if (tasks === undefined) return undefined;
  // A page that does not explicitly say that it is the last one is followed: another task may match as well.
  const hasMore = (said?.['has_more'] ?? false) !== false;
  const last = tasks.at(-1)?.task.id;
  return { tasks, next: hasMore && last !== undefined ? pageAfter(last) : null };
}

/** A task is named by its id, with or without lists in its dialect. */
export const naming: TaskNaming = {
  taskOf: (named) => ({ id: named }),
  idOf: (task) => idIn(objectIn(task)?.['id']),
  facts: ({ body }) => taskFacts(objectIn(body) ?? {}, compared),
};
