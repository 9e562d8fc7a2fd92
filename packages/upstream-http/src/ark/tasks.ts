import { createHash } from 'node:crypto';
import type { JsonValue, UpstreamErrorKind, UpstreamUsage } from '@filmgate/core';
import { askedIn, type CallFields } from '../engine/asked-fields.ts';
import type { PollReading } from '../engine/poll-reading.ts';
import type {
  FindRule,
  ListedTask,
  NoticeRule,
  PreparedCall,
  ReadRefusal,
  SubmissionMark,
} from '../engine/provider-description.ts';
import { taskFacts, workNamed } from '../engine/task-naming.ts';
import { bodyOf, errorOf, madeAt, type ShownTask } from '../engine/task-reader.ts';
import {
  countIn,
  idIn,
  instantOf,
  type JsonObject,
  objectIn,
  objectsAmong,
  textIn,
} from '../json/json-fields.ts';
import { compareListed, numberedList } from '../models/numbered-list.ts';
import type { VideoProtocol } from '../models/video-protocol.ts';

export const tasksPath = '/contents/generations/tasks';
/** Tasks that are read at once: their ids fit into an address. */
const mostAtOnce = 50;
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

/** Returns code and message of `{error: {code, message}}`; undefined for other bodies, and if a task is named too. */
export function errorIn(body: JsonValue): ReadRefusal | undefined {
  const error = objectIn(objectIn(body)?.['error']);
  const code = textIn(error?.['code']);
  const message = error?.['message'];
  if (code === undefined || typeof message !== 'string') return undefined;
  return textIn(objectIn(body)?.['id']) === undefined ? { code, message } : undefined;
}

function readVideo({ said, fields }: ShownTask): PollReading {
  const ended = fields.read('updated_at', instantOf(1_000));
  return madeAt(objectIn(said['content'])?.['video_url'], {
    keptUntil: ended === undefined ? undefined : ended + keptForMs,
    usage: fields.read('usage', usageIn),
    effective: fields.figures(made),
  });
}

function readFailure(shown: ShownTask): PollReading {
  const { code = '', detail } = errorOf(shown);
  const usage = shown.fields.read('usage', usageIn);
  // "You are only charged for successfully generated videos": ModelArk/1544106. A count in `usage` goes first.
  const error = { kind: kindOfFailure(code), charge: 'not-charged', detail } as const;
  return { kind: 'failed', error, ...(usage !== undefined && { usage }) };
}

/** Returns the meaning of an accepted task's error, by its code. */
function kindOfFailure(code: string): UpstreamErrorKind {
  if (/SensitiveContentDetected|RiskDetection/.test(code)) return 'policy';
  return /^(?:Invalid|Missing)/.test(code) ? 'invalid' : 'internal';
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
  of: (call) => expiryIn(askedIn(call)),
  in: (response) => {
    const task = bodyOf(response);
    if (task !== undefined) return expiryIn(task) ?? null;
    return response.status === 404 && errorIn(response.body) !== undefined ? null : undefined;
  },
};

function expiryIn(task: CallFields): number | undefined {
  const seconds = Number(task[markField] ?? Number.NaN);
  return Number.isSafeInteger(seconds) ? seconds : undefined;
}

/** Searches a lost submission in the list of the last seven days, because a task carries no name of ours. */
export const find: FindRule = {
  ...numberedList({ path: `${tasksPath}?`, pageSize: 100, listed }),
  mark,
};

function listed(item: JsonObject, call: PreparedCall): ListedTask | undefined {
  const id = idIn(item['id']);
  if (id === undefined) return undefined;
  return { task: id, ...taskFacts(item, shown), matches: compare(item, call) };
}

/** ModelArk calls back with the task as a read shows it, unsigned. */
export const notice: NoticeRule = {
  read: (body) => workNamed(idIn(objectIn(body)?.['id'])),
  mark,
};

const compared = ['model', 'resolution', 'ratio', 'duration', 'generate_audio'];
const shown = [...compared, markField];

export const task: VideoProtocol['task'] = {
  pathOf: (id) => `${tasksPath}/${id}`,
  many: {
    most: mostAtOnce,
    pathOf: (ids) => {
      const wanted = ids.map((id) => `&filter.task_ids=${id}`).join('');
      return `${tasksPath}?page_num=1&page_size=${mostAtOnce}${wanted}`;
    },
    partOf: ({ status, body }, one) => {
      const items = objectsAmong(objectIn(body)?.['items']);
      const item = items?.find(({ id }) => id === one);
      return item === undefined ? undefined : { status, body: item };
    },
  },
  id: 'id',
  state: 'status',
  // A body without an id is no task.
  taskIn: (response) => {
    const said = bodyOf(response);
    return idIn(said?.['id']) === undefined ? undefined : said;
  },
  isLost: ({ status, code }) => status === 404 && /NotFound/.test(code ?? ''),
  succeeded: readVideo,
  failed: readFailure,
  facts: (said) => taskFacts(said, shown),
};

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
