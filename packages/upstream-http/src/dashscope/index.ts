import type { GenerationRequest, JsonValue } from '@filmgate/core';
import { dashscope as facts } from '@filmgate/provider-facts';
import { documentedRefusals } from '../engine/documented-refusals.ts';
import type { PollReading } from '../engine/poll-reading.ts';
import { readFailedProbe, ruleFor } from '../engine/prove-refusal.ts';
import type {
  CallJson,
  JsonResponse,
  ProviderDescription,
} from '../engine/provider-description.ts';
import { bearerKey, withoutOptions } from '../engine/provider-description.ts';
import { FieldReader } from '../json/field-reader.ts';
import {
  countIn,
  figuresIn,
  idIn,
  instantOf,
  type JsonObject,
  objectIn,
  textIn,
  wordsIn,
} from '../json/json-fields.ts';
import { taskStateIn } from '../json/task-state.ts';
import { type Carriage, checkCarriage } from '../models/carriage.ts';
import { insertFixed } from '../models/insert-fixed.ts';
import { askedIn, compareListed, numberedList } from '../models/numbered-list.ts';
import { checkByFacts, factsOf } from '../models/video-model.ts';
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

const build: ProviderDescription['build'] = ({ route, request }) => {
  const { prompt, aspectRatio, resolution, durationSeconds, generateAudio, references } = request;
  const fields = {
    model: route.model,
    input: { prompt, ...(references.length > 0 && { media: mediaOf(request) }) },
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
    body: { kind: 'json', value: insertFixed(fields, route, writes) },
  };
};

function mediaOf({ references }: GenerationRequest): readonly CallJson[] {
  return references.map(({ role, sha256, contentType }) => {
    const url = { $asset: { sha256, contentType, as: 'data-url' } } as const;
    return { type: role, url };
  });
}

function outputIn(body: JsonValue): JsonObject {
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

const refusals = documentedRefusals(facts);

/** Reads a task. DashScope has no error for an unknown one, or one of more than 24 hours ago, but a state. */
function readTask({ status, body }: JsonResponse, task: JsonValue): PollReading {
  const output = status === 200 ? outputIn(body) : {};
  const fields = new FieldReader({ ...output, usage: objectIn(body)?.['usage'] ?? null });
  const word = wordsIn(output['task_status']);
  const id = fields.read('task_id', idIn);
  if (word === 'UNKNOWN' && id === task) return { kind: 'lost' };
  const other = id === undefined || id === task ? {} : { namedAs: id };
  switch (taskStateIn(word)) {
    case 'pending':
      return { kind: 'pending', progress: null, ...other, ...fields.aside() };
    case 'succeeded':
      return { ...readVideo(fields, output['video_url']), ...other };
    case 'failed':
      return { ...readFailure(fields, word), ...other };
    case undefined:
      return { kind: 'unclear', detail: `the provider responded ${status}, ${word ?? 'no state'}` };
  }
}

function usageIn(value: JsonValue): JsonObject | undefined {
  return figuresIn(objectIn(value), ['duration', 'input_video_duration', 'SR', 'ratio', 'fps']);
}

/** DashScope states seconds, and no money: they are shown, and the account pays the estimate. */
function readVideo(fields: FieldReader, url: JsonValue | undefined): PollReading {
  const at = textIn(url);
  if (at === undefined) return { kind: 'unclear', detail: 'succeeded without a video' };
  const effective = fields.read('usage', usageIn);
  return {
    kind: 'succeeded',
    output: { kind: 'foreign', at },
    ...(effective !== undefined && { effective }),
    ...fields.aside(),
  };
}

/**
 * Only seconds of videos that were made are charged, and a failed request is not
 * (https://help.aliyun.com/zh/model-studio/model-pricing, read 2026-12-01).
 */
function readFailure(fields: FieldReader, word: string | undefined): PollReading {
  const code = fields.read('code', textIn);
  const words = fields.read('message', wordsIn) ?? `task ${word}`;
  const kind = ruleFor(refusals, { status: 400, code: code ?? null })?.kind;
  const seconds = fields.read('usage', usageIn)?.['duration'] ?? 0;
  return {
    kind: 'failed',
    error: {
      kind: kind === 'policy' || kind === 'invalid' ? kind : 'internal',
      charge: seconds === 0 ? 'not-charged' : 'charged',
      detail: code === undefined ? words : `${code}: ${words}`,
    },
    ...fields.aside(),
  };
}

/**
 * Searches a lost submission in the list of the last 24 hours, because a task carries no name of ours. A time window is
 * left out, as no page names its time zone, and a page has the documented number of tasks, as none names the maximum.
 */
const find = numberedList({
  path: (call) => `/tasks/?model_name=${encodeURIComponent(String(askedIn(call)['model']))}&`,
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

const probe: ProviderDescription['probe'] = {
  request: { path: '/tasks/?page_no=1&page_size=1' },
  read: ({ status, body }) => {
    const said = status === 200 ? objectIn(body) : undefined;
    if (Array.isArray(said?.['data']) || countIn(said?.['total']) === 0)
      return { kind: 'ready', balance: null };
    return readFailedProbe(refusals, { status, code: errorIn(body)?.code });
  },
};

/** Videos are in OSS, in a bucket of each region; not every region's is documented. */
const resultHosts = ['*.aliyuncs.com'];

/** Wan at Alibaba Cloud Model Studio, by the DashScope API. */
export const dashscope = withoutOptions({
  protocol: 'dashscope',
  displayName: 'DashScope (Wan)',
  endpoints: {
    'dashscope-intl': { baseUrl: 'https://dashscope-intl.aliyuncs.com/api/v1', resultHosts },
    'dashscope-cn': { baseUrl: 'https://dashscope.aliyuncs.com/api/v1', resultHosts },
  },
  credential: bearerKey,
  timing: {
    minimumPollIntervalMs: 15_000,
    // DashScope accepts 20 reads a second from all keys and programs of an Alibaba Cloud account together.
    pollsPerSecond: 10,
    visibilityLagMs: 600_000,
    reconcileAfterMs: 30_000,
    sendTimeoutMs: 120_000,
    probeEveryMs: 600_000,
  },
  handlesBelongTo: 'account',
  unit: 'usd',
  charges: 'success',
  models,
  families,
  writes,
  // No page names the pixels of a resolution.
  accepts: (route, request) =>
    checkCarriage(carriage, route, request) ??
    checkByFacts(factsOf(models, route), request) ?? { kind: 'accepted', size: 'as-made' },
  build,
  readAcceptance: ({ body }) =>
    errorIn(body) === undefined ? idIn(outputIn(body)['task_id']) : undefined,
  readRefusal: ({ body }) => errorIn(body),
  refusals,
  poll: {
    request: (task) => ({ path: `/tasks/${encodeURIComponent(textIn(task) ?? '')}` }),
    read: readTask,
  },
  naming: {
    taskOf: (id) => id,
    idOf: textIn,
    facts: ({ body }) => ({
      // The times of a read have no time zone.
      createdAt: null,
      reported: {
        'input.prompt': outputIn(body)['orig_prompt'],
        'parameters.ratio': objectIn(objectIn(body)?.['usage'])?.['ratio'],
      },
    }),
  },
  find,
  probe,
});
