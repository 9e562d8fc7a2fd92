import type { JsonValue, UpstreamUsage } from '@filmgate/core';
import type { PollReading } from '../engine/poll-reading.ts';
import type {
  FindRule,
  JsonResponse,
  ListedTask,
  PreparedCall,
  ReadCall,
} from '../engine/provider-description.ts';
import { FieldReader } from '../json/field-reader.ts';
import { taskFacts, type TaskNaming } from '../engine/task-naming.ts';
import {
  countIn,
  idIn,
  instantOf,
  type JsonObject,
  objectIn,
  objectsIn,
  textIn,
  wordsIn,
} from '../json/json-fields.ts';
import { taskStateIn } from '../json/task-state.ts';
import { errorIn, kindOfFailure } from './refusals.ts';

export const tasksPath = '/contents/generations/tasks';
/** How long the link of a finished video is good, in ms. */
const keptForMs = 86_400_000;
const pageSize = 100;

/** The read of one task. */
export function taskRead(task: JsonValue): ReadCall {
  return { path: `${tasksPath}/${encodeURIComponent(textIn(task) ?? '')}` };
}

/** What a read of a task says. A failure comes with the status 200, inside. The address names the task, however its id is spelled. */
export function readTask({ status, body }: JsonResponse, task: JsonValue): PollReading {
  const refusal = errorIn(body);
  if (status === 404 && /NotFound/.test(refusal?.code ?? '')) return { kind: 'lost' };
  const said = status === 200 ? objectIn(body) : undefined;
  const id = idIn(said?.['id']);
  if (said === undefined || id === undefined)
    return { kind: 'unclear', detail: `the read answered ${status}, and with no task` };
  return { ...readState(said), ...(id !== task && { namedAs: id }) };
}

function readState(task: JsonObject): PollReading {
  const fields = new FieldReader(task);
  const status = wordsIn(task['status']) ?? 'none';
  const usage = fields.read('usage', usageIn);
  const told = usage === undefined ? {} : { usage };
  switch (taskStateIn(status)) {
    case 'pending':
      return { kind: 'pending', progress: null, ...fields.aside() };
    case 'succeeded': {
      const at = textIn(objectIn(task['content'])?.['video_url']);
      if (at === undefined) return { kind: 'unclear', detail: 'it succeeded without a video' };
      const ended = fields.read('updated_at', instantOf(1_000));
      const kept = ended === undefined ? {} : { keptUntil: ended + keptForMs };
      const output = { kind: 'foreign', at, ...kept } as const;
      const effective = fields.figures(made);
      const figures = effective === undefined ? {} : { effective };
      return { kind: 'succeeded', output, ...told, ...figures, ...fields.aside() };
    }
    case 'failed': {
      const code = textIn(objectIn(task['error'])?.['code']);
      const words = fields.read('error', wordsIn);
      const detail = words === undefined ? `it is ${status}` : `${code ?? 'no code'}: ${words}`;
      const kind = kindOfFailure(code ?? '');
      // "You are only charged for successfully generated videos": ModelArk/1544106. What `usage` counts goes before that.
      const error = { kind, charge: 'not-charged', detail } as const;
      return { kind: 'failed', error, ...told, ...fields.aside() };
    }
    case undefined:
      return { kind: 'unclear', detail: `unknown status ${status}` };
  }
}

/** What a finished task says it made. */
const made = ['resolution', 'ratio', 'duration', 'framespersecond', 'seed'];

function usageIn(value: JsonValue): UpstreamUsage | undefined {
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
    const total = countIn(said?.['total']) ?? Number.POSITIVE_INFINITY;
    if (items === undefined) return undefined;
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
  const id = idIn(item['id']);
  if (id === undefined) return undefined;
  return {
    task: id,
    ...taskFacts(item, compared),
    matches: compare(item, call),
  };
}

/** A task is named by its id alone. */
export const naming: TaskNaming = {
  taskOf: (id) => id,
  idOf: textIn,
  facts: ({ body }) => taskFacts(objectIn(body) ?? {}, compared),
};

const compared = ['model', 'resolution', 'ratio', 'duration', 'generate_audio'];

/** Whether a listed task is of the parameters of a call; `unsaid` where it names too few of them, or in another form. */
function compare(item: JsonObject, { body }: PreparedCall): ListedTask['matches'] {
  const asked: { readonly [field: string]: unknown } =
    body.kind === 'json' && isFields(body.value) ? body.value : {};
  let matches: ListedTask['matches'] = 'yes';
  for (const name of compared) {
    if (!isComparable(name, asked[name])) continue;
    const said = item[name] ?? null;
    if (said === null || typeof said === 'object') matches = 'unsaid';
    else if (String(said) !== String(asked[name])) return 'no';
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
