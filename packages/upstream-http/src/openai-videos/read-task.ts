import type { JsonValue, UpstreamErrorKind } from '@filmgate/core';
import { z } from 'zod';
import type { PollReading } from '../engine/poll-reading.ts';
import type { JsonResponse } from '../engine/provider-description.ts';
import { madeAt } from '../engine/task-reader.ts';
import { FieldReader } from '../json/field-reader.ts';
import {
  idIn,
  instantOf,
  type JsonObject,
  objectIn,
  percentIn,
  textIn,
  wordsIn,
} from '../json/json-fields.ts';
import { taskStateIn } from '../json/task-state.ts';
import type { Dialect } from './dialect.ts';
import { namedTask } from './named-task.ts';
import { readRefusal } from './refusals.ts';

const taskSchema = z.object({ id: z.string() });

const policyCodes: ReadonlySet<string> = new Set([
  'content_policy_violation',
  'moderation_blocked',
  'content_rejected',
]);

/** Returns the task an acceptance names. */
export function readTask({ body }: Pick<JsonResponse, 'body'>): JsonValue | undefined {
  const named = namedTask(body);
  return named === undefined ? undefined : { id: named.id };
}

/** Returns the path of a task below the base URL. */
export function taskPath(task: JsonValue): string {
  return `/videos/${encodeURIComponent(taskSchema.parse(task).id)}`;
}

/** Reads a task's state from a response. The requested address names the task, however its id is spelled. */
export function readPoll(dialect: Dialect, response: JsonResponse, task: JsonValue): PollReading {
  if (isMissing(dialect, response)) return { kind: 'lost' };
  const named = response.status === 200 ? namedTask(response.body) : undefined;
  if (named === undefined)
    return { kind: 'unclear', detail: `the provider responded ${response.status} without a task` };
  const { id, said } = named;
  const asked = taskSchema.parse(task).id;
  const isSame = id === asked || idIn(said['id']) === asked;
  return { ...readState(dialect, said, task), ...(!isSame && { namedAs: { id } }) };
}

function readState(dialect: Dialect, said: JsonObject, task: JsonValue): PollReading {
  const fields = new FieldReader(said);
  const progress = fields.read('progress', percentIn) ?? null;
  switch (taskStateIn(said['status'])) {
    case 'pending':
      return { kind: 'pending', progress, ...fields.aside() };
    case 'succeeded':
      return { ...readSuccess(dialect, fields, task), ...fields.aside() };
    case 'failed':
      return { kind: 'failed', error: errorOf(dialect, said, fields), ...fields.aside() };
    case undefined:
      return { kind: 'unclear', detail: `unknown status ${wordsIn(said['status']) ?? 'none'}` };
  }
}

function readSuccess({ result }: Dialect, fields: FieldReader, task: JsonValue): PollReading {
  const isOwn = result === 'content';
  return madeAt(isOwn ? `${taskPath(task)}/content` : linkOf(fields), {
    kind: isOwn ? 'own' : 'foreign',
    keptUntil: fields.read('expires_at', instantOf(1_000)),
    effective: fields.figures(['seconds', 'size']),
  });
}

function linkOf(fields: FieldReader): string | undefined {
  const metadata = fields.read('metadata', objectIn);
  return (
    fields.read('url', textIn) ?? fields.read('video_url', textIn) ?? textIn(metadata?.['url'])
  );
}

/** Returns the reason of a failure: `error` in OpenAI's form or any other; `fail_reason` as new-api has it. */
function errorOf({ like }: Dialect, said: JsonObject, fields: FieldReader) {
  const code = wordsIn(objectIn(said['error'])?.['code'], 0);
  const silent = 'no reason reported';
  const words =
    fields.read('error', (error) => wordsIn(error) ?? (code === undefined ? undefined : silent)) ??
    fields.read('fail_reason', wordsIn) ??
    silent;
  const kind: UpstreamErrorKind = policyCodes.has(code ?? '') ? 'policy' : 'internal';
  const detail = `${code ?? wordsIn(said['status'])}: ${words}`;
  if (like === 'standard') return { kind, charge: 'unknown', detail } as const;
  const charge = code === 'outcome_ruled_charged' ? 'charged' : 'not-charged';
  return { kind, charge, detail } as const;
}

/** Returns true if a response reports that the task does not exist. A missing route says nothing about tasks. */
function isMissing({ like }: Dialect, response: JsonResponse): boolean {
  const refusal = response.status === 404 ? readRefusal(response) : undefined;
  if (refusal === undefined) return false;
  if (like === 'filmgate') return refusal.code === 'job_not_found';
  return refusal.code !== null || refusal.message !== 'Not Found';
}

/** Returns true if the response to a read of its video reports that the video is gone. */
export function isGone(dialect: Dialect, response: JsonResponse): boolean {
  if (response.status === 410) return readRefusal(response) !== undefined;
  return dialect.like === 'filmgate' && isMissing(dialect, response);
}
