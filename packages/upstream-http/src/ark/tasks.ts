import type { JsonValue, UpstreamUsage } from '@filmgate/core';
import type {
  FindRule,
  JsonResponse,
  ListedTask,
  PollReading,
  PreparedCall,
  ReadCall,
} from '../engine/provider-description.ts';
import type { TaskFacts, TaskNaming } from '../engine/task-naming.ts';
import {
  countIn,
  figuresIn,
  type JsonObject,
  objectIn,
  objectsIn,
  textIn,
} from '../json/json-fields.ts';
import { errorIn, kindOfFailure } from './refusals.ts';

export const tasksPath = '/contents/generations/tasks';
/** How long the link of a finished video is good, in ms. */
const keptForMs = 86_400_000;
const pageSize = 100;

/** The read of one task. */
export function taskRead(task: JsonValue): ReadCall {
  return { path: `${tasksPath}/${encodeURIComponent(textIn(task) ?? '')}` };
}

/** What a read of a task says. A failure comes with the status 200, inside. */
export function readTask({ status, body }: JsonResponse, task: JsonValue): PollReading {
  const refusal = errorIn(body);
  if (status === 404 && /NotFound/.test(refusal?.code ?? '')) return { kind: 'lost' };
  const said = status === 200 ? objectIn(body) : undefined;
  if (said === undefined || said['id'] !== task)
    return { kind: 'unclear', detail: `the read answered ${status}, and not with the task` };
  return readState(said);
}

function readState(task: JsonObject): PollReading {
  const status = textIn(task['status']) ?? 'none';
  switch (status) {
    case 'queued':
    case 'running':
      return { kind: 'pending', progress: null };
    case 'succeeded':
      return readSuccess(task);
    case 'failed': {
      const error = objectIn(task['error']);
      const code = textIn(error?.['code']) ?? 'no code';
      const detail = `${code}: ${textIn(error?.['message']) ?? 'no reason'}`;
      return { kind: 'failed', error: { ...unpaid, kind: kindOfFailure(code), detail } };
    }
    case 'expired':
    case 'cancelled':
      return { kind: 'failed', error: { ...unpaid, kind: 'internal', detail: `it is ${status}` } };
    default:
      return { kind: 'unclear', detail: `unknown status ${status}` };
  }
}

/** "You are only charged for successfully generated videos": the page of prices, ModelArk/1544106. */
const unpaid = { charge: 'not-charged' } as const;

function readSuccess(task: JsonObject): PollReading {
  const at = textIn(objectIn(task['content'])?.['video_url']);
  if (at === undefined) return { kind: 'unclear', detail: 'it succeeded without a video' };
  const ended = countIn(task['updated_at']);
  const kept = ended === undefined ? {} : { keptUntil: ended * 1_000 + keptForMs };
  const usage = usageIn(task['usage']);
  const output = { kind: 'foreign', at, ...kept } as const;
  const effective = figuresIn(task, made);
  return {
    kind: 'succeeded',
    output,
    ...(usage !== undefined && { usage }),
    ...(effective !== undefined && { effective }),
  };
}

/** What a finished task says it made. */
const made = ['resolution', 'ratio', 'duration', 'framespersecond', 'seed'];

function usageIn(value: JsonValue | undefined): UpstreamUsage | undefined {
  const figures = objectIn(value);
  const amount = countIn(figures?.['completion_tokens']);
  return figures === undefined || amount === undefined
    ? undefined
    : { unit: 'tokens', amount, figures };
}

/** The search for a lost submission reads the list of the last seven days, because a task carries no name of ours. */
export const findInList: FindRule = {
  kind: 'list',
  firstPage: () => pageRead(1),
  read: ({ status, body }, call, page) => {
    const said = status === 200 ? objectIn(body) : undefined;
    const items = objectsIn(said?.['items']);
    const total = countIn(said?.['total']);
    if (items === undefined || total === undefined) return undefined;
    const tasks = items.map((item) => listed(item, call));
    if (!tasks.every((task) => task !== undefined)) return undefined;
    const number = Number(/[?&]page_num=(\d+)/.exec(page.path)?.[1] ?? 1);
    const isLast = items.length === 0 || number * pageSize >= total;
    return { tasks, next: isLast ? null : pageRead(number + 1) };
  },
};

function pageRead(number: number): ReadCall {
  return { path: `${tasksPath}?page_num=${number}&page_size=${pageSize}` };
}

function listed(item: JsonObject, call: PreparedCall): ListedTask | undefined {
  const id = textIn(item['id']);
  if (id === undefined) return undefined;
  return {
    task: id,
    ...factsIn(item),
    matches: compare(item, call),
  };
}

/** A task is named by its id alone. */
export const naming: TaskNaming = {
  taskOf: (id) => id,
  idOf: textIn,
  facts: ({ body }) => factsIn(objectIn(body) ?? {}),
};

function factsIn(task: JsonObject): TaskFacts {
  const created = countIn(task['created_at']);
  const fields = compared.map((name) => [name, task[name] ?? null] as const);
  return {
    createdAt: created === undefined ? null : created * 1_000,
    told: Object.fromEntries(fields),
  };
}

const compared = ['model', 'resolution', 'ratio', 'duration', 'generate_audio'];

/** Whether a listed task is of the parameters of a call; `unsaid` where it names too few of them. */
function compare(item: JsonObject, { body }: PreparedCall): ListedTask['matches'] {
  const asked: { readonly [field: string]: unknown } =
    body.kind === 'json' && isFields(body.value) ? body.value : {};
  let matches: ListedTask['matches'] = 'yes';
  for (const name of compared) {
    if (!isComparable(name, asked[name])) continue;
    const said = item[name] ?? null;
    if (said === null) matches = 'unsaid';
    else if (said !== asked[name]) return 'no';
  }
  return matches;
}

/** An endpoint's name stands for a model, and `adaptive` for any shape: the list names what was made of them. */
function isComparable(name: string, asked: unknown): boolean {
  if (asked === undefined) return false;
  if (name === 'model') return typeof asked === 'string' && !asked.startsWith('ep-');
  return name !== 'ratio' || asked !== 'adaptive';
}

function isFields(value: unknown): value is { readonly [field: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
