import { z } from 'zod';
import type {
  FindRule,
  JsonResponse,
  ListedTask,
  PreparedCall,
  ReadCall,
} from '../engine/provider-description.ts';
import type { TaskFacts, TaskNaming } from '../engine/task-naming.ts';
import type { Dialect } from './dialect.ts';

const longestId = 500;
const id = z.string().min(1).max(longestId);
const namedSchema = z.object({ object: z.literal('list'), data: z.array(z.object({ id })) });

const word = z.union([z.string(), z.number()]).nullish();
const listedSchema = z.object({
  id,
  created_at: z.number().nullish(),
  model: word,
  prompt: word,
  seconds: word,
  size: word,
});
const listSchema = z.object({ data: z.array(listedSchema), has_more: z.boolean().nullish() });
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
    status === 200
      ? namedSchema.safeParse(body).data?.data.map((task) => ({ id: task.id }))
      : undefined,
  // A task is found by its key from the moment it is stored. By then no proxy still holds the submission back.
  absenceAfterMs: 15 * minuteMs,
  // Long before a task that has ended is removed, and its key with it.
  absenceUntilMs: 6 * 60 * minuteMs,
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

function readPage({ status, body }: JsonResponse, call: PreparedCall) {
  const { data: page } = listSchema.safeParse(body);
  if (status !== 200 || page === undefined) return undefined;
  const sent = sentFields(call);
  const tasks = page.data.map((task): ListedTask => {
    return { task: { id: task.id }, ...factsIn(task), matches: matchOf(task, sent) };
  });
  const last = page.data.at(-1)?.id;
  const next = page.has_more === true && last !== undefined ? pageAfter(last) : null;
  return { tasks, next };
}

/** A task is named by its id, whether its dialect lists tasks or not. */
export const naming: TaskNaming = {
  taskOf: (named) => ({ id: named }),
  idOf: (task) => listedSchema.safeParse(task).data?.id,
  facts: ({ body }) => {
    const { data: task } = listedSchema.safeParse(body);
    return task === undefined ? { createdAt: null, told: {} } : factsIn(task);
  },
};

function factsIn(task: z.infer<typeof listedSchema>): TaskFacts {
  const made = task.created_at ?? null;
  const fields = compared.map((name) => [name, task[name] ?? null] as const);
  return { createdAt: made === null ? null : made * 1000, told: Object.fromEntries(fields) };
}

function matchOf(
  task: z.infer<typeof listedSchema>,
  sent: ReadonlyMap<string, string>,
): ListedTask['matches'] {
  const told = compared.map((field) => {
    const said = task[field] ?? null;
    return said === null ? null : String(said) === sent.get(field);
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
