import type { GenerationRequest, JsonValue, Reference } from '@filmgate/core';
import { bearerKey } from '../engine/bearer-key.ts';
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
  objectsIn,
  textIn,
} from '../json/json-fields.ts';
import { insertFixed } from '../models/insert-fixed.ts';
import { factsOf } from '../models/video-model.ts';
import { acceptsWith, carriage, endpointOf, saysAspect } from './accept.ts';
import { usageFromBilling } from './billing.ts';
import { klingModels, wireResolutions } from './models.ts';
import { endpoints, timing } from './endpoints.ts';
import { readTask, type TaskFields } from './read-task.ts';
import { codeIn, currentRefusals, isLoginRefused, isWell, readKlingRefusal } from './refusals.ts';

const paths = { omni: 'omni-video', image: 'image-to-video', text: 'text-to-video' } as const;

const writes = [
  'prompt',
  'contents',
  'settings',
  'settings.resolution',
  'settings.aspect_ratio',
  'settings.duration',
  'settings.audio',
  'options',
  'options.external_task_id',
  'options.watermark_info',
  'options.callback_url',
];

type Build = Parameters<ProviderDescription['build']>[0];

function build(input: Build): PreparedCall {
  const { route, request, correlationId, noticeUrl } = input;
  const endpoint = endpointOf(klingModels, route, request);
  const said = endpoint === 'text' ? { prompt: request.prompt } : { contents: contentsOf(request) };
  const options = {
    external_task_id: correlationId,
    watermark_info: { enabled: false },
    ...(noticeUrl !== null && { callback_url: noticeUrl }),
  };
  const fields = { ...said, settings: settingsOf(input, endpoint), options };
  return {
    path: `/${paths[endpoint]}/${encodeURIComponent(route.model)}`,
    body: { kind: 'json', value: insertFixed(fields, route, writes) },
  };
}

function settingsOf(
  { route, request }: Build,
  endpoint: keyof typeof paths,
): { readonly [field: string]: CallJson } {
  const { resolution, aspectRatio, durationSeconds, generateAudio } = request;
  const hasAudio = (factsOf(klingModels, route)?.audio ?? 'optional') === 'optional';
  return {
    resolution: wireResolutions[resolution] ?? resolution,
    ...(saysAspect(endpoint, request) && { aspect_ratio: aspectRatio }),
    duration: durationSeconds,
    ...(hasAudio && { audio: generateAudio ? 'native' : 'off' }),
  };
}

function contentsOf({ prompt, references }: GenerationRequest): readonly CallJson[] {
  const of = (role: Reference['role']) => references.filter((entry) => entry.role === role);
  return [
    { type: 'prompt', text: prompt },
    ...of('first_frame').map((image) => ({ type: 'first_frame', url: bytesOf(image) })),
    ...of('last_frame').map((image) => ({ type: 'last_frame', url: bytesOf(image) })),
    ...of('reference_image').map((image, index) => ({
      type: 'refer_image',
      url: bytesOf(image),
      id: `image_${index + 1}`,
    })),
  ];
}

function bytesOf({ sha256, contentType }: Reference): CallJson {
  return { $asset: { sha256, contentType, as: 'base64' } };
}

function readAcceptance({ body }: JsonResponse): JsonValue | undefined {
  return codeIn(body) === 0 ? idIn(objectIn(objectIn(body)?.['data'])?.['id']) : undefined;
}

/** Returns the tasks of a successful response; undefined for any other. */
function tasksIn(response: JsonResponse): readonly JsonObject[] | undefined {
  return isWell(response) ? objectsAmong(objectIn(response.body)?.['data']) : undefined;
}

function readPoll(response: JsonResponse, task: JsonValue): PollReading {
  const tasks = tasksIn(response);
  if (tasks === undefined)
    return { kind: 'unclear', detail: `the provider responded ${response.status}` };
  // The response is a list of tasks, so only the id identifies the right one.
  const found = tasks.find(({ id }) => idIn(id) === task);
  if (found !== undefined) return readTask(found, currentFields);
  const { code, data } = objectIn(response.body) ?? {};
  return code === 0 && Array.isArray(data) && data.length === 0
    ? { kind: 'lost' }
    : { kind: 'unclear', detail: 'the provider responded with other tasks' };
}

const currentFields: TaskFields = {
  status: 'status',
  message: 'message',
  ended: 'update_time',
  usage: 'billing',
  readUsage: usageFromBilling,
  videoIn: (fields) => fields.read('outputs', objectsAmong)?.find(({ type }) => type === 'video'),
};

const naming: TaskNaming = {
  taskOf: (id) => id,
  idOf: textIn,
  facts: (response, id) => {
    const task = tasksIn(response)?.find((one) => one['id'] === id) ?? {};
    const video = objectsAmong(task['outputs'])?.find(({ type }) => type === 'video');
    return {
      createdAt: instantOf(1)(task['create_time'] ?? null) ?? null,
      reported: {
        'options.external_task_id': task['external_id'] ?? null,
        'settings.duration': video?.['duration'] ?? null,
      },
    };
  },
};

const find: FindRule = {
  kind: 'own-id',
  request: (correlationId) => ({
    path: `/tasks?external_task_ids=${encodeURIComponent(correlationId)}`,
  }),
  read: (response, correlationId) => {
    const { code, data } = objectIn(response.body) ?? {};
    const tasks = response.status === 200 && code === 0 ? objectsIn(data) : undefined;
    // Nothing is sent again because of a list in which any entry could be ours.
    if (tasks?.every((task) => textIn(task['external_id']) !== undefined) !== true)
      return undefined;
    const named = tasks.filter((task) => task['external_id'] === correlationId);
    const ids = named.map(({ id }) => idIn(id));
    return ids.every((id) => id !== undefined) ? ids : undefined;
  },
  absenceAfterMs: null,
};

const probe: ProviderDescription['probe'] = {
  request: { path: '/tasks?task_ids=0' },
  read: (response) => {
    if (isLoginRefused(response)) return { kind: 'login-required' };
    // Any statement about the task proves that the login was accepted.
    const isIn =
      tasksIn(response) !== undefined ||
      readKlingRefusal(response)?.code?.startsWith('12') === true;
    if (isIn) return { kind: 'ready', balance: null };
    const said = readKlingRefusal(response)?.code ?? String(response.status);
    return { kind: 'unreadable', detail: `the account check responded ${said}` };
  },
};

/** Kling's current interface: a key, and the model's name in the address. */
export const klingCurrent: ProviderDescription = {
  protocol: 'kling',
  displayName: 'Kling',
  endpoints,
  credential: bearerKey,
  timing,
  handlesBelongTo: 'account',
  unit: 'units',
  charges: 'success',
  models: klingModels,
  writes,
  accepts: acceptsWith(klingModels, carriage),
  build,
  readAcceptance,
  readRefusal: readKlingRefusal,
  refusals: currentRefusals,
  poll: {
    request: (task) => ({ path: `/tasks?task_ids=${encodeURIComponent(textIn(task) ?? '')}` }),
    read: readPoll,
  },
  naming,
  find,
  probe,
};
