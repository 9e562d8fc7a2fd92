import type { JsonValue } from '@filmgate/core';
import { dashscope as facts } from '@filmgate/provider-facts';
import { askedIn } from '../engine/asked-fields.ts';
import { documentedRefusals } from '../engine/documented-refusals.ts';
import type { PollReading } from '../engine/poll-reading.ts';
import { ruleFor } from '../engine/prove-refusal.ts';
import { bodyOf, failedWith, madeAt, type ShownTask } from '../engine/task-reader.ts';
import {
  figuresIn,
  idIn,
  instantOf,
  type JsonObject,
  objectIn,
  textIn,
  wordsIn,
} from '../json/json-fields.ts';
import type { Carriage } from '../models/carriage.ts';
import { compareListed, listProbe, numberedList } from '../models/numbered-list.ts';
import { slotOf } from '../models/reference-slots.ts';
import { factsOf } from '../models/video-model.ts';
import { type BuildFields, videoProtocol } from '../models/video-protocol.ts';
import { families, models } from './models.ts';

/**
 * Images are sent as data URLs. No page names a limit of the whole request: that of 40 MB is ours, because a request is
 * in memory. Videos and sounds are accepted by URL alone.
 */
const carriage: Carriage = {
  media: {
    image: {
      contentTypes: ['image/jpeg', 'image/png', 'image/webp'],
      largest: 20_000_000,
      picture: {
        leastSide: 240,
        mostSide: 8_000,
        mostRatio: 8,
        source: 'https://help.aliyun.com/zh/model-studio/wan3-video-generation-api-reference',
        read: '2026-12-01',
      },
    },
  },
  roles: ['first_frame', 'last_frame', 'reference_image'],
  largestTotal: 40_000_000,
};

const writes = ['model', 'input', 'parameters'].concat(
  ['prompt', 'media'].map((name) => `input.${name}`),
  ['resolution', 'ratio', 'duration', 'audio'].map((name) => `parameters.${name}`),
);

const build: BuildFields = ({ route, request }) => {
  const { prompt, aspectRatio, resolution, durationSeconds, generateAudio, references } = request;
  const media = references.map((one) => ({ type: one.role, url: slotOf(one, 'data-url') }));
  const fields = {
    model: route.model,
    input: { prompt, ...(media.length > 0 && { media }) },
    parameters: {
      resolution: resolution.toUpperCase(),
      // Frames determine the shape, which is also the default.
      ...(!references.some(({ role }) => role.endsWith('_frame')) && { ratio: aspectRatio }),
      duration: durationSeconds,
      // Wan 2.7 always makes sound, and has no such parameter.
      ...(factsOf(models, route)?.audio !== 'always' && { audio: generateAudio }),
    },
  };
  return {
    path: '/services/aigc/video-generation/video-synthesis',
    headers: { 'x-dashscope-async': 'enable' },
    fields,
  };
};

function outputIn(body: JsonValue | undefined): JsonObject {
  return objectIn(objectIn(body)?.['output']) ?? {};
}

/** Returns the error of `{code, message, request_id}`; undefined for other bodies, and if a task is named too. */
function errorIn(body: JsonValue) {
  const said = objectIn(body) ?? {};
  const [code, message, requestId] = [said['code'], said['message'], said['request_id']].map(
    textIn,
  );
  if (code === undefined || message === undefined || requestId === undefined) return undefined;
  return outputIn(body)['task_id'] === undefined ? { code, message } : undefined;
}

function usageIn(value: JsonValue): JsonObject | undefined {
  return figuresIn(objectIn(value), ['duration', 'input_video_duration', 'SR', 'ratio', 'fps']);
}

/** DashScope states seconds, and no money: they are shown, and the account pays the estimate. */
function readVideo({ said, fields }: ShownTask): PollReading {
  return madeAt(said['video_url'], { effective: fields.read('usage', usageIn) });
}

const refusals = documentedRefusals(facts);

/**
 * Only seconds of videos that were made are charged, and a failed request is not
 * (https://help.aliyun.com/zh/model-studio/model-pricing, read 2026-12-01).
 */
function readFailure({ fields, word }: ShownTask): PollReading {
  const code = fields.read('code', textIn);
  const words = fields.read('message', wordsIn) ?? `task ${word}`;
  const kind = ruleFor(refusals, { status: 400, code: code ?? null })?.kind;
  const seconds = fields.read('usage', usageIn)?.['duration'] ?? 0;
  return failedWith({
    kind: kind === 'policy' || kind === 'invalid' ? kind : 'internal',
    charge: seconds === 0 ? 'not-charged' : 'charged',
    detail: code === undefined ? words : `${code}: ${words}`,
  });
}

/**
 * Searches a lost submission in the list of the last 24 hours, because a task carries no name of ours. A time window is
 * left out, as no page names its time zone, and a page has the documented number of tasks, as none names the maximum.
 */
const find = numberedList({
  path: (call) => {
    const { model } = askedIn(call);
    return `/tasks/?model_name=${encodeURIComponent(typeof model === 'string' ? model : '')}&`;
  },
  pageSize: 10,
  names: { page: 'page_no', items: 'data' },
  listed: (item, call) => {
    const task = idIn(item['task_id']);
    if (task === undefined) return undefined;
    const model = item['model_name'] ?? null;
    return {
      task,
      createdAt: instantOf(1)(item['gmt_create'] ?? null) ?? null,
      reported: { model },
      matches: compareListed({ model }, askedIn(call), ['model']),
    };
  },
});

/** Videos are in OSS, in a bucket of each region; not every region's is documented. */
const resultHosts = ['*.aliyuncs.com'];

/** Wan at Alibaba Cloud Model Studio, by the DashScope API. */
export const dashscope = videoProtocol({
  facts,
  displayName: 'DashScope (Wan)',
  endpoints: {
    'dashscope-intl': { baseUrl: 'https://dashscope-intl.aliyuncs.com/api/v1', resultHosts },
    'dashscope-cn': { baseUrl: 'https://dashscope.aliyuncs.com/api/v1', resultHosts },
  },
  // DashScope accepts 20 reads a second from all keys and programs of an Alibaba Cloud account together.
  timing: { minimumPollIntervalMs: 15_000, pollsPerSecond: 10 },
  models,
  families,
  carriage,
  writes,
  build,
  readAcceptance: ({ body }) =>
    errorIn(body) === undefined ? idIn(outputIn(body)['task_id']) : undefined,
  errorIn,
  task: {
    pathOf: (id) => `/tasks/${id}`,
    id: 'task_id',
    state: 'task_status',
    taskIn: (response) => {
      const said = bodyOf(response);
      return { ...outputIn(said), usage: said?.['usage'] ?? null };
    },
    // There is no error for an unknown task, or one of more than 24 hours ago, but a state.
    isLost: (response, task) => {
      const { task_status: word, task_id: id } = outputIn(bodyOf(response));
      return word === 'UNKNOWN' && idIn(id) === task;
    },
    succeeded: readVideo,
    failed: readFailure,
    facts: ({ orig_prompt: prompt, usage }) => ({
      // The times of a read have no time zone.
      createdAt: null,
      reported: { 'input.prompt': prompt, 'parameters.ratio': objectIn(usage)?.['ratio'] },
    }),
  },
  find,
  probe: listProbe('/tasks/?page_no=1&page_size=1', 'data'),
});
