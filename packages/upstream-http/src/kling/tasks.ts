import type { JsonValue } from '@filmgate/core';
import { askedIn, isFields } from '../engine/asked-fields.ts';
import type { PollReading } from '../engine/poll-reading.ts';
import type {
  FindRule,
  JsonResponse,
  NoticeRule,
  ReadRefusal,
} from '../engine/provider-description.ts';
import { workNamed } from '../engine/task-naming.ts';
import { failedWith, madeAt, type ShownTask } from '../engine/task-reader.ts';
import {
  eachIn,
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
import type { VideoProtocol } from '../models/video-protocol.ts';
import { usageFromBilling } from './billing.ts';

/** Returns the tasks of a successful response: a code that is not a number proves nothing against a readable task. */
export function tasksIn({ status, body }: JsonResponse): readonly JsonObject[] | undefined {
  const { code, data } = objectIn(body) ?? {};
  const isCode = typeof code === 'number' || (typeof code === 'string' && /^\d+$/.test(code));
  return status === 200 && (!isCode || Number(code) === 0) ? objectsAmong(data) : undefined;
}

/** Returns the error in a body of Kling's form; one that names a task beside its code is not an error. */
export function errorIn(body: JsonValue): ReadRefusal | undefined {
  const { code, message, data } = objectIn(body) ?? {};
  const { id, task_id } = objectIn(data) ?? {};
  const isTask = (textIn(id) ?? textIn(task_id)) !== undefined;
  if (typeof code !== 'number' || !Number.isInteger(code) || code === 0 || isTask) return undefined;
  return typeof message === 'string' ? { code: String(code), message } : undefined;
}

/** Returns the data of a response with code 0: nothing else proves an acceptance, or that a list is empty. */
export function dataIn(body: JsonValue): JsonValue | undefined {
  const { code, data } = objectIn(body) ?? {};
  return code === 0 ? data : undefined;
}

/** Returns the task with the id: a response is a list of tasks, so only the id identifies the right one. */
function taskIn(response: JsonResponse, task: JsonValue): JsonObject | undefined {
  return tasksIn(response)?.find(({ id }) => idIn(id) === task);
}

function readVideo({ fields }: ShownTask): PollReading {
  const video = fields.read('outputs', videoIn);
  const ended = fields.read('update_time', instantOf(1));
  return madeAt(video?.['url'], {
    // A finished video is kept for 30 days.
    keptUntil: ended === undefined ? undefined : ended + 30 * 86_400_000,
    usage: fields.read('billing', usageFromBilling),
    effective: figuresIn(video, ['duration']),
  });
}

function readFailure({ fields }: ShownTask): PollReading {
  const detail = fields.read('message', wordsIn) ?? 'the task failed without a reason';
  const usage = fields.read('billing', usageFromBilling);
  return failedWith({ kind: 'internal', charge: 'unknown', detail }, usage);
}

function videoIn(outputs: JsonValue | undefined): JsonObject | undefined {
  return objectsAmong(outputs)?.find(({ type }) => type === 'video');
}

export const task: VideoProtocol['task'] = {
  pathOf: (id) => `/tasks?task_ids=${id}`,
  many: {
    most: 50,
    pathOf: (ids) => `/tasks?task_ids=${ids.join(',')}`,
    partOf: (response, one) => (taskIn(response, one) === undefined ? undefined : response),
  },
  id: null,
  state: 'status',
  taskIn,
  isLost: ({ status, body }) => status === 200 && objectsIn(dataIn(body))?.length === 0,
  succeeded: readVideo,
  failed: readFailure,
  facts: ({ create_time: created = null, external_id: ownId, outputs }) => ({
    createdAt: instantOf(1)(created) ?? null,
    reported: {
      'options.external_task_id': ownId,
      'settings.duration': videoIn(outputs)?.['duration'],
    },
  }),
};

export const find: FindRule = {
  kind: 'own-id',
  request: (ownId) => ({ path: `/tasks?external_task_ids=${encodeURIComponent(ownId)}` }),
  read: ({ status, body }, ownId) => {
    const tasks = status === 200 ? objectsIn(dataIn(body)) : undefined;
    // Nothing is sent again because of a list in which any entry could be ours.
    if (tasks?.every((one) => textIn(one['external_id']) !== undefined) !== true) return undefined;
    const ours = tasks.filter((one) => one['external_id'] === ownId);
    return eachIn(ours, ({ id }) => idIn(id));
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
