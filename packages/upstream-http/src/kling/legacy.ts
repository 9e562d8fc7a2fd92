import type { JsonValue, Reference } from '@filmgate/core';
import type {
  CallJson,
  FindRule,
  JsonResponse,
  PollReading,
  PreparedCall,
  ProviderDescription,
} from '../engine/provider-description.ts';
import type { TaskNaming } from '../engine/task-naming.ts';
import {
  countIn,
  figuresIn,
  type JsonObject,
  objectIn,
  objectsIn,
  textIn,
} from '../json/json-fields.ts';
import { placeFixed } from '../models/place-fixed.ts';
import { acceptsWith, endpointOf, legacyCarriage } from './accept.ts';
import { chargeOf, usageFromDeduction } from './billing.ts';
import { accessKeyPair } from './credentials.ts';
import { klingCurrent } from './current.ts';
import { klingLegacyModels } from './models.ts';
import { codeIn, isLoginRefused, klingRefusals, readKlingRefusal } from './refusals.ts';

/** How long a finished video is kept, in ms. */
const keptForMs = 30 * 86_400_000;

const paths = {
  omni: '/v1/videos/omni-video',
  image: '/v1/videos/image2video',
  text: '/v1/videos/text2video',
} as const;
/** Its words for what a video costs and how sharp it is. */
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
    body: { kind: 'json', value: placeFixed(fields, route, writes) },
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

/** A task is read where it was ordered: the address is a part of its name. */
function readAcceptance({ body }: JsonResponse, { path }: PreparedCall): JsonValue | undefined {
  const id = codeIn(body) === 0 ? textIn(dataIn(body)?.['task_id']) : undefined;
  return id === undefined ? undefined : { path, id };
}

function dataIn(body: JsonValue): JsonObject | undefined {
  return objectIn(objectIn(body)?.['data']);
}

function addressOf(task: JsonValue): string {
  const { path, id } = objectIn(task) ?? {};
  return `${textIn(path) ?? paths.text}/${encodeURIComponent(textIn(id) ?? '')}`;
}

/** Its word that there is no such task. */
function isNotThere({ status, body }: JsonResponse): boolean {
  return status === 404 && codeIn(body) === 1203;
}

function readPoll(response: JsonResponse, task: JsonValue): PollReading {
  const { status, body } = response;
  if (isNotThere(response)) return { kind: 'lost' };
  const data = status === 200 && codeIn(body) === 0 ? dataIn(body) : undefined;
  if (data === undefined || data['task_id'] !== objectIn(task)?.['id'])
    return { kind: 'unclear', detail: `the read answered ${status}, and not with the task` };
  return readTask(data);
}

function readTask(data: JsonObject): PollReading {
  const usage = usageFromDeduction(data);
  const status = textIn(data['task_status']) ?? 'none';
  switch (status) {
    case 'submitted':
    case 'processing':
      return { kind: 'pending', progress: null };
    case 'succeed':
    case 'succeeded': {
      const [video] = objectsIn(objectIn(data['task_result'])?.['videos']) ?? [];
      const at = textIn(video?.['url']);
      if (at === undefined) return { kind: 'unclear', detail: 'it succeeded without a video' };
      const ended = countIn(data['updated_at']);
      const kept = ended === undefined ? {} : { keptUntil: ended + keptForMs };
      const output = { kind: 'foreign', at, ...kept } as const;
      const effective = figuresIn(video, ['duration']);
      return {
        kind: 'succeeded',
        output,
        ...(usage !== undefined && { usage }),
        ...(effective !== undefined && { effective }),
      };
    }
    case 'failed': {
      const detail = textIn(data['task_status_msg']) ?? 'it failed without a reason';
      return { kind: 'failed', error: { kind: 'internal', charge: chargeOf(usage), detail } };
    }
    default:
      return { kind: 'unclear', detail: `unknown status ${status}` };
  }
}

const naming: TaskNaming = {
  taskOf: (id, call) => (call === undefined ? undefined : { path: call.path, id }),
  idOf: (task) => textIn(objectIn(task)?.['id']),
  facts: ({ body }) => {
    const data = dataIn(body) ?? {};
    const [video] = objectsIn(objectIn(data['task_result'])?.['videos']) ?? [];
    return {
      createdAt: countIn(data['created_at']) ?? null,
      told: {
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
    const { status, body } = response;
    const data = status === 200 && codeIn(body) === 0 ? dataIn(body) : undefined;
    const name = objectIn(data?.['task_info'])?.['external_task_id'];
    const id = textIn(data?.['task_id']);
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
    return { kind: 'unreadable', detail: `the look at the account answered ${said}` };
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
