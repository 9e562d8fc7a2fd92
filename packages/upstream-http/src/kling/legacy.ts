import type { JsonValue, Reference } from '@filmgate/core';
import type { PollReading } from '../engine/poll-reading.ts';
import type {
  CallJson,
  FindRule,
  JsonResponse,
  PreparedCall,
  ProviderDescription,
} from '../engine/provider-description.ts';
import type { TaskNaming } from '../engine/task-naming.ts';
import {
  idIn,
  instantOf,
  type JsonObject,
  objectIn,
  objectsAmong,
  textIn,
} from '../json/json-fields.ts';
import { insertFixed } from '../models/insert-fixed.ts';
import { acceptsWith, endpointOf, legacyCarriage } from './accept.ts';
import { usageFromDeduction } from './billing.ts';
import { accessKeyPair } from './credentials.ts';
import { klingCurrent } from './current.ts';
import { klingLegacyModels } from './models.ts';
import { readTask, type TaskFields } from './read-task.ts';
import { codeIn, isLoginRefused, isWell, klingRefusals, readKlingRefusal } from './refusals.ts';

const paths = {
  omni: '/v1/videos/omni-video',
  image: '/v1/videos/image2video',
  text: '/v1/videos/text2video',
} as const;
/** Kling's modes for the catalog's resolutions. */
const modes: { readonly [resolution: string]: string } = { '720p': 'std', '1080p': 'pro' };

const writes = [
  'model_name',
  'prompt',
  'negative_prompt',
  'mode',
  'sound',
  'duration',
  'aspect_ratio',
  'image',
  'image_tail',
  'image_list',
  'external_task_id',
  'watermark_info',
  'callback_url',
];

type Build = Parameters<ProviderDescription['build']>[0];

function build(input: Build): PreparedCall {
  const { route, request, correlationId, noticeUrl } = input;
  const endpoint = endpointOf(klingLegacyModels, route, request);
  const { prompt, negativePrompt, resolution, durationSeconds, generateAudio } = request;
  const fields = {
    model_name: route.model,
    prompt,
    ...(negativePrompt !== null && { negative_prompt: negativePrompt }),
    mode: modes[resolution] ?? resolution,
    sound: generateAudio ? 'on' : 'off',
    duration: String(durationSeconds),
    ...imagesOf(input, endpoint),
    external_task_id: correlationId,
    watermark_info: { enabled: false },
    ...(noticeUrl !== null && { callback_url: noticeUrl }),
  };
  return {
    path: paths[endpoint],
    body: { kind: 'json', value: insertFixed(fields, route, writes) },
  };
}

function imagesOf(
  { request: { references, aspectRatio } }: Build,
  endpoint: keyof typeof paths,
): { readonly [field: string]: CallJson } {
  const of = (role: Reference['role']) =>
    references.filter((entry) => entry.role === role).map(bytesOf);
  const [first] = of('first_frame');
  const [last] = of('last_frame');
  if (endpoint === 'text') return { aspect_ratio: aspectRatio };
  if (endpoint === 'image')
    return {
      ...(first !== undefined && { image: first }),
      ...(last !== undefined && { image_tail: last }),
    };
  const images = [
    ...of('first_frame').map((image_url) => ({ image_url, type: 'first_frame' })),
    ...of('last_frame').map((image_url) => ({ image_url, type: 'end_frame' })),
    ...of('reference_image').map((image_url) => ({ image_url })),
  ];
  return {
    ...(first === undefined && { aspect_ratio: aspectRatio }),
    ...(images.length > 0 && { image_list: images }),
  };
}

function bytesOf({ sha256, contentType }: Reference): CallJson {
  return { $asset: { sha256, contentType, as: 'base64' } };
}

/** A task is read at the address it was ordered at: the address is part of its name. */
function readAcceptance({ body }: JsonResponse, { path }: PreparedCall): JsonValue | undefined {
  const id = codeIn(body) === 0 ? idIn(dataIn(body)?.['task_id']) : undefined;
  return id === undefined ? undefined : { path, id };
}

function dataIn(body: JsonValue): JsonObject | undefined {
  return objectIn(objectIn(body)?.['data']);
}

function addressOf(task: JsonValue): string {
  const { path, id } = objectIn(task) ?? {};
  return `${textIn(path) ?? paths.text}/${encodeURIComponent(textIn(id) ?? '')}`;
}

/** Returns true for Kling's statement that the task does not exist. */
function isNotThere({ status, body }: JsonResponse): boolean {
  return status === 404 && codeIn(body) === 1203;
}

/** The address names the task, however the response spells its id. */
function readPoll(response: JsonResponse, task: JsonValue): PollReading {
  if (isNotThere(response)) return { kind: 'lost' };
  const data = isWell(response) ? dataIn(response.body) : undefined;
  const id = idIn(data?.['task_id']);
  if (data === undefined || id === undefined)
    return { kind: 'unclear', detail: `the provider responded ${response.status} without a task` };
  const asked = objectIn(task);
  const reading = readTask(data, legacyFields);
  return asked?.['id'] === id ? reading : { ...reading, namedAs: { ...asked, id } };
}

const legacyFields: TaskFields = {
  status: 'task_status',
  message: 'task_status_msg',
  ended: 'updated_at',
  usage: 'final_unit_deduction',
  readUsage: usageFromDeduction,
  videoIn: (fields) => objectsAmong(fields.read('task_result', objectIn)?.['videos'])?.[0],
};

const naming: TaskNaming = {
  taskOf: (id, call) => (call === undefined ? undefined : { path: call.path, id }),
  idOf: (task) => textIn(objectIn(task)?.['id']),
  facts: ({ body }) => {
    const data = dataIn(body) ?? {};
    const [video] = objectsAmong(objectIn(data['task_result'])?.['videos']) ?? [];
    return {
      createdAt: instantOf(1)(data['created_at'] ?? null) ?? null,
      reported: {
        external_task_id: objectIn(data['task_info'])?.['external_task_id'] ?? null,
        duration: video?.['duration'] ?? null,
      },
    };
  },
};

const find: FindRule = {
  kind: 'own-id',
  request: (correlationId, { path }) => ({ path: `${path}/${encodeURIComponent(correlationId)}` }),
  read: (response, correlationId, { path }) => {
    if (isNotThere(response)) return [];
    const data = isWell(response) ? dataIn(response.body) : undefined;
    const name = objectIn(data?.['task_info'])?.['external_task_id'];
    const id = idIn(data?.['task_id']);
    return name === correlationId && id !== undefined ? [{ path, id }] : undefined;
  },
  absenceAfterMs: null,
};

const probe: ProviderDescription['probe'] = {
  request: { path: `${paths.text}?pageNum=1&pageSize=1` },
  read: (response) => {
    if (isLoginRefused(response)) return { kind: 'login-required' };
    if (response.status === 200 && codeIn(response.body) === 0)
      return { kind: 'ready', balance: null };
    const said = readKlingRefusal(response)?.code ?? String(response.status);
    return { kind: 'unreadable', detail: `the account check responded ${said}` };
  },
};

/** Kling's former interface: an access key and a secret key, and the model's name in the request. */
export const klingLegacy: ProviderDescription = {
  ...klingCurrent,
  credential: accessKeyPair,
  models: klingLegacyModels,
  writes,
  accepts: acceptsWith(klingLegacyModels, legacyCarriage),
  build,
  readAcceptance,
  poll: { request: (task) => ({ path: addressOf(task) }), read: readPoll },
  naming,
  refusals: klingRefusals,
  find,
  probe,
};
