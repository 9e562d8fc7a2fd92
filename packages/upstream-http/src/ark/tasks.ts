import { createHash } from 'node:crypto';
import type { JsonValue, UpstreamUsage } from '@filmgate/core';
import type { PollReading } from '../engine/poll-reading.ts';
import type {
  FindRule,
  JsonResponse,
  ListedTask,
  NoticeRule,
  PreparedCall,
  ReadCall,
  SubmissionMark,
} from '../engine/provider-description.ts';
import { FieldReader } from '../json/field-reader.ts';
import { taskFacts, type TaskNaming, workNamed } from '../engine/task-naming.ts';
import {
  countIn,
  idIn,
  instantOf,
  type JsonObject,
  objectIn,
  textIn,
  wordsIn,
} from '../json/json-fields.ts';
import { taskStateIn } from '../json/task-state.ts';
import { askedIn, compareListed, isFields, numberedList } from '../models/numbered-list.ts';
import { errorIn, kindOfFailure } from './refusals.ts';

export const tasksPath = '/contents/generations/tasks';
/** Lifetime of a finished video's link, in ms. */
const keptForMs = 86_400_000;
const markField = 'execution_expires_after';
/**
 * Default of `execution_expires_after` and its largest value, in seconds (docs.byteplus.com/en/docs/ModelArk/1520757,
 * by public copies of its table, 2026-11-29).
 */
const [usualExpiry, latestExpiry] = [172_800, 259_200];

/**
 * Returns the seconds after which a task expires: the provider's default of two days plus up to one more, by which a
 * task of ours is distinguished from others ordered with the same key. The default itself is never used.
 */
export function markOf(correlationId: string): { readonly [markField]: number } {
  const digest = createHash('sha256').update(correlationId).digest().readUIntBE(0, 6);
  return { [markField]: usualExpiry + 1 + (digest % (latestExpiry - usualExpiry)) };
}

/** The read of one task. */
export function taskRead(task: JsonValue): ReadCall {
  return { path: `${tasksPath}/${encodeURIComponent(textIn(task) ?? '')}` };
}

/** Reads a task's state. Failures have the status 200. The address names the task, however its id is spelled. */
export function readTask({ status, body }: JsonResponse, task: JsonValue): PollReading {
  const refusal = errorIn(body);
  if (status === 404 && /NotFound/.test(refusal?.code ?? '')) return { kind: 'lost' };
  const said = status === 200 ? objectIn(body) : undefined;
  const id = idIn(said?.['id']);
  if (said === undefined || id === undefined)
    return { kind: 'unclear', detail: `the provider responded ${status} without a task` };
  return { ...readState(said), ...(id !== task && { namedAs: id }) };
}

function readState(task: JsonObject): PollReading {
  const fields = new FieldReader(task);
  const status = wordsIn(task['status']) ?? 'none';
  const usage = fields.read('usage', usageIn);
  const reported = usage === undefined ? {} : { usage };
  switch (taskStateIn(status)) {
    case 'pending':
      return { kind: 'pending', progress: null, ...fields.aside() };
    case 'succeeded': {
      const at = textIn(objectIn(task['content'])?.['video_url']);
      if (at === undefined) return { kind: 'unclear', detail: 'succeeded without a video' };
      const ended = fields.read('updated_at', instantOf(1_000));
      const kept = ended === undefined ? {} : { keptUntil: ended + keptForMs };
      const output = { kind: 'foreign', at, ...kept } as const;
      const effective = fields.figures(made);
      const figures = effective === undefined ? {} : { effective };
      return { kind: 'succeeded', output, ...reported, ...figures, ...fields.aside() };
    }
    case 'failed': {
      const code = textIn(objectIn(task['error'])?.['code']);
      const words = fields.read('error', wordsIn);
      const detail = words === undefined ? `task ${status}` : `${code ?? 'no code'}: ${words}`;
      const kind = kindOfFailure(code ?? '');
      // "You are only charged for successfully generated videos": ModelArk/1544106. A count in `usage` goes first.
      const error = { kind, charge: 'not-charged', detail } as const;
      return { kind: 'failed', error, ...reported, ...fields.aside() };
    }
    case undefined:
      return { kind: 'unclear', detail: `unknown status ${status}` };
  }
}

/** Fields of a finished task that describe its video. */
const made = ['resolution', 'ratio', 'duration', 'framespersecond', 'seed'];

function usageIn(value: JsonValue): UpstreamUsage | undefined {
  const figures = objectIn(value);
  const amount = countIn(figures?.['completion_tokens']);
  return figures === undefined || amount === undefined
    ? undefined
    : { unit: 'tokens', amount, figures };
}

const mark: SubmissionMark = {
  of: ({ body }) => (body.kind === 'json' ? expiryIn(body.value) : undefined),
  in: ({ status, body }) => {
    if (status === 200 && objectIn(body) !== undefined) return expiryIn(body) ?? null;
    return errorIn(body)?.code === undefined || status !== 404 ? undefined : null;
  },
};

function expiryIn(task: unknown): number | undefined {
  const seconds = Number(isFields(task) ? (task[markField] ?? Number.NaN) : Number.NaN);
  return Number.isSafeInteger(seconds) ? seconds : undefined;
}

/** Searches a lost submission in the list of the last seven days, because a task carries no name of ours. */
export const findInList: FindRule = {
  ...numberedList({ path: `${tasksPath}?`, pageSize: 100, listed }),
  mark,
};

function listed(item: JsonObject, call: PreparedCall): ListedTask | undefined {
  const id = idIn(item['id']);
  if (id === undefined) return undefined;
  return {
    task: id,
    ...taskFacts(item, shown),
    matches: compare(item, call),
  };
}

/** ModelArk calls back with the task as a read shows it, unsigned. */
export const notice: NoticeRule = {
  read: (body) => workNamed(idIn(objectIn(body)?.['id'])),
  mark,
};

/** A task is named by its id alone. */
export const naming: TaskNaming = {
  taskOf: (id) => id,
  idOf: textIn,
  facts: ({ body }) => taskFacts(objectIn(body) ?? {}, shown),
};

const compared = ['model', 'resolution', 'ratio', 'duration', 'generate_audio'];
const shown = [...compared, markField];

function compare(item: JsonObject, call: PreparedCall): ListedTask['matches'] {
  const asked = askedIn(call);
  const [ours, theirs] = [expiryIn(asked), expiryIn(item)];
  if (ours !== undefined && theirs !== undefined && ours !== theirs) return 'no';
  return compareListed(
    item,
    asked,
    compared.filter((name) => isComparable(name, asked[name])),
  );
}

/** An endpoint's name is an alias of a model, and `adaptive` of any shape: the list contains the actual values. */
function isComparable(name: string, asked: unknown): boolean {
  if (name === 'model') return typeof asked === 'string' && !asked.startsWith('ep-');
  return name !== 'ratio' || asked !== 'adaptive';
}
