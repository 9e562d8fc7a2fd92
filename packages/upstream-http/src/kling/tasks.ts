import type { JsonValue } from '@filmgate/core';
import type { PollReading } from '../engine/poll-reading.ts';
import type { FindRule, JsonResponse, NoticeRule } from '../engine/provider-description.ts';
import { type TaskNaming, workNamed } from '../engine/task-naming.ts';
import { FieldReader } from '../json/field-reader.ts';
import {
  figuresIn,
  idIn,
  instantOf,
  type JsonObject,
  objectIn,
  objectsAmong,
  objectsIn,
  textIn,
  wordsIn,
} from '../json/json-fields.ts';
import { taskStateIn } from '../json/task-state.ts';
import { askedIn, isFields } from '../models/numbered-list.ts';
import { usageFromBilling } from './billing.ts';

/** Returns the tasks of a successful response: a code that is not a number proves nothing against a readable task. */
export function tasksIn({ status, body }: JsonResponse): readonly JsonObject[] | undefined {
  const { code, data } = objectIn(body) ?? {};
  const isCode = typeof code === 'number' || (typeof code === 'string' && /^\d+$/.test(code));
  return status === 200 && (!isCode || Number(code) === 0) ? objectsAmong(data) : undefined;
}

/** Returns the data of a response with code 0: nothing else proves an acceptance, or that a list is empty. */
export function dataIn(body: JsonValue): JsonValue | undefined {
  const { code, data } = objectIn(body) ?? {};
  return code === 0 ? data : undefined;
}

/** Reads a task's state. The response is a list of tasks, so only the id identifies the right one. */
export function readPoll(response: JsonResponse, task: JsonValue): PollReading {
  const found = tasksIn(response)?.find(({ id }) => idIn(id) === task);
  if (found !== undefined) return readTask(found);
  const { status, body } = response;
  if (status === 200 && objectsIn(dataIn(body))?.length === 0) return { kind: 'lost' };
  return { kind: 'unclear', detail: `the provider responded ${status} without the task` };
}

/** The state decides, and each other field is read independently. */
function readTask(task: JsonObject): PollReading {
  const fields = new FieldReader(task);
  const usage = fields.read('billing', usageFromBilling);
  const reported = usage === undefined ? {} : { usage };
  switch (taskStateIn(task['status'])) {
    case 'pending':
      return { kind: 'pending', progress: null, ...fields.aside() };
    case 'succeeded': {
      const video = fields.read('outputs', videoIn);
      const at = textIn(video?.['url']);
      if (at === undefined) return { kind: 'unclear', detail: 'succeeded without a video' };
      const ended = fields.read('update_time', instantOf(1));
      // A finished video is kept for 30 days.
      const kept = ended === undefined ? {} : { keptUntil: ended + 30 * 86_400_000 };
      const output = { kind: 'foreign', at, ...kept } as const;
      const effective = figuresIn(video, ['duration']);
      const figures = effective === undefined ? {} : { effective };
      return { kind: 'succeeded', output, ...reported, ...figures, ...fields.aside() };
    }
    case 'failed': {
      const billed = (usage?.amount ?? 0) > 0 ? 'charged' : 'not-charged';
      const charge = usage === undefined ? 'unknown' : billed;
      const detail = fields.read('message', wordsIn) ?? 'the task failed without a reason';
      const error = { kind: 'internal', charge, detail } as const;
      return { kind: 'failed', error, ...reported, ...fields.aside() };
    }
    case undefined:
      return { kind: 'unclear', detail: `unknown status ${wordsIn(task['status']) ?? 'none'}` };
  }
}

function videoIn(outputs: JsonValue | undefined): JsonObject | undefined {
  return objectsAmong(outputs)?.find(({ type }) => type === 'video');
}

export const naming: TaskNaming = {
  taskOf: (id) => id,
  idOf: textIn,
  facts: (response, task) => {
    const found = tasksIn(response)?.find(({ id }) => idIn(id) === task) ?? {};
    return {
      createdAt: instantOf(1)(found['create_time'] ?? null) ?? null,
      reported: {
        'options.external_task_id': found['external_id'] ?? null,
        'settings.duration': videoIn(found['outputs'])?.['duration'] ?? null,
      },
    };
  },
};

export const find: FindRule = {
  kind: 'own-id',
  request: (ownId) => ({ path: `/tasks?external_task_ids=${encodeURIComponent(ownId)}` }),
  read: ({ status, body }, ownId) => {
    const tasks = status === 200 ? objectsIn(dataIn(body)) : undefined;
    // Nothing is sent again because of a list in which any entry could be ours.
    if (tasks?.every((one) => textIn(one['external_id']) !== undefined) !== true) return undefined;
    const ids = tasks.filter((one) => one['external_id'] === ownId).map(({ id }) => idIn(id));
    return ids.every((id) => id !== undefined) ? ids : undefined;
  },
  absenceAfterMs: null,
};

/** Kling calls back with the task as a read shows it; its older documents call the id `task_id`. */
export const notice: NoticeRule = {
  read: (body) => {
    const { id, task_id: olderId } = objectIn(body) ?? {};
    return workNamed(idIn(id ?? olderId));
  },
  mark: {
    of: (call) => {
      const { options } = askedIn(call);
      const ownId = isFields(options) ? options['external_task_id'] : undefined;
      return typeof ownId === 'string' ? ownId : undefined;
    },
    in: (response) => textIn(tasksIn(response)?.[0]?.['external_id']) ?? null,
  },
};
