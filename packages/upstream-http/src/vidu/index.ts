import type { GenerationRequest, JsonValue, UpstreamError, UpstreamUsage } from '@filmgate/core';
import { vidu as facts } from '@filmgate/provider-facts';
import { documentedRefusals } from '../engine/documented-refusals.ts';
import type { PollReading } from '../engine/poll-reading.ts';
import { readFailedProbe } from '../engine/prove-refusal.ts';
import type { JsonResponse, ProviderDescription } from '../engine/provider-description.ts';
import { bearerKey, withoutOptions } from '../engine/provider-description.ts';
import { FieldReader } from '../json/field-reader.ts';
import {
  countIn,
  idIn,
  objectIn,
  objectsAmong,
  objectsIn,
  textIn,
  wordsIn,
} from '../json/json-fields.ts';
import { taskStateIn } from '../json/task-state.ts';
import { type Carriage, checkCarriage } from '../models/carriage.ts';
import { insertFixed } from '../models/insert-fixed.ts';
import { checkByFacts, factsOf, notAccepted } from '../models/video-model.ts';
import { families, models } from './models.ts';
import { errorIn, find, isUnknownTask, naming, notice } from './tasks.ts';

/** Images are sent as data URLs, in a body of at most 20 MB. */
const carriage: Carriage = {
  media: {
    image: {
      contentTypes: ['image/jpeg', 'image/png', 'image/webp'],
      largest: 14_000_000,
      picture: {
        leastSide: 128,
        mostSide: null,
        mostRatio: 4,
        source: 'https://platform.vidu.com/docs/image-to-video and /reference-to-video',
        read: '2026-12-01',
      },
    },
  },
  roles: ['first_frame', 'last_frame', 'reference_image'],
  // Base64 makes four bytes of three.
  largestTotal: 14_000_000,
};

const isFrame = ({ role }: GenerationRequest['references'][number]) => role.endsWith('_frame');

const accepts: ProviderDescription['accepts'] = (route, request) => {
  const refused =
    checkCarriage(carriage, route, request) ?? checkByFacts(factsOf(models, route), request);
  if (refused !== undefined) return refused;
  const frames = request.references.filter(isFrame).length;
  if (frames > 0 && frames < request.references.length)
    return notAccepted('references', 'Vidu accepts frames or reference images, not both.');
  // No page names the pixels of a resolution.
  return { kind: 'accepted', size: 'as-made' };
};

/** Vidu has a call for each kind of input. */
function callFor({ references }: GenerationRequest): string {
  if (references.length === 0) return 'text2video';
  if (!references.every(isFrame)) return 'reference2video';
  return references.length === 1 ? 'img2video' : 'start-end2video';
}

const ofRequest = ['model', 'prompt', 'images', 'duration', 'resolution', 'aspect_ratio', 'audio'];
const writes = [...ofRequest, 'payload', 'callback_url'];

const build: ProviderDescription['build'] = ({ route, request, correlationId, noticeUrl }) => {
  const { prompt, durationSeconds, resolution, aspectRatio, generateAudio, references } = request;
  // The start frame comes first.
  const inOrder = references.toSorted(({ role: a }, { role: b }) => a.localeCompare(b));
  const images = inOrder.map(({ sha256, contentType }) => ({
    $asset: { sha256, contentType, as: 'data-url' } as const,
  }));
  const fields = {
    model: route.model,
    prompt,
    ...(images.length > 0 && { images }),
    duration: durationSeconds,
    resolution,
    // Frames determine the shape.
    ...(!references.some(isFrame) && { aspect_ratio: aspectRatio }),
    audio: generateAudio,
    payload: correlationId,
    ...(noticeUrl !== null && { callback_url: noticeUrl }),
  };
  const value = insertFixed(fields, route, writes);
  return { path: `/ent/v2/${callFor(request)}`, body: { kind: 'json', value } };
};

const refusals = documentedRefusals(facts);

function readTask(response: JsonResponse, task: JsonValue): PollReading {
  if (isUnknownTask(response)) return { kind: 'lost' };
  const { status, body } = response;
  const said = (status === 200 ? objectIn(body) : undefined) ?? {};
  const word = wordsIn(said['state']);
  const fields = new FieldReader(said);
  const id = fields.read('id', idIn);
  const other = id === undefined || id === task ? {} : { namedAs: id };
  switch (taskStateIn(word)) {
    case 'pending':
      return { kind: 'pending', progress: null, ...other, ...fields.aside() };
    case 'succeeded':
      return { ...readVideo(fields, said['creations']), ...other };
    case 'failed':
      return { ...readFailure(fields), ...other };
    case undefined:
      return { kind: 'unclear', detail: `the provider responded ${status}, ${word ?? 'no state'}` };
  }
}

function usageIn(value: JsonValue): UpstreamUsage | undefined {
  const credits = countIn(value);
  return credits === undefined
    ? undefined
    : { unit: 'credits', amount: credits, figures: { credits } };
}

function readVideo(fields: FieldReader, creations: JsonValue | undefined): PollReading {
  const [at] = (objectsAmong(creations) ?? []).flatMap(({ url }) => textIn(url) ?? []);
  if (at === undefined) return { kind: 'unclear', detail: 'success without a video' };
  const usage = fields.read('credits', usageIn);
  return {
    kind: 'succeeded',
    output: { kind: 'foreign', at },
    ...(usage !== undefined && { usage }),
    ...fields.aside(),
  };
}

/** No page says whether the credits of a failed task are given back, so only 0 is an amount. */
function readFailure(fields: FieldReader): PollReading {
  const code = fields.read('err_code', textIn) ?? 'no code';
  const usage = fields.read('credits', usageIn);
  const charge = usage?.amount === 0 ? 'not-charged' : 'unknown';
  const detail = `${code}: the task failed`;
  return {
    kind: 'failed',
    error: { kind: kindOfFailure(code), charge, detail },
    ...(usage?.amount === 0 && { usage }),
    ...fields.aside(),
  };
}

function kindOfFailure(code: string): UpstreamError['kind'] {
  if (code === facts.failures.policy.code) return 'policy';
  const kind = facts.errors.find((error) => error.code === code)?.proves?.kind;
  return kind === 'policy' || kind === 'invalid' ? kind : 'internal';
}

const probe: ProviderDescription['probe'] = {
  request: { path: '/ent/v2/credits?show_detail=false' },
  read: ({ status, body }) => {
    const remains = status === 200 ? objectsIn(objectIn(body)?.['remains']) : undefined;
    const credits = remains?.map((one) => countIn(one['credit_remain']));
    if (credits?.every((amount) => amount !== undefined) === true) {
      const balance = credits.reduce((sum, amount) => sum + amount, 0);
      return { kind: 'ready', balance: credits.length === 0 ? null : balance };
    }
    return readFailedProbe(refusals, { status, code: errorIn(body)?.code });
  },
};

/** Hosts in the links that callers report (read 2026-12-01), and Vidu's own. */
const resultHosts = [
  'prod-ss-vidu.s3.cn-northwest-1.amazonaws.com.cn',
  'prod-ss-vidu.s3.oss-cn-beijing.aliyuncs.com',
  '*.vidu.com',
  '*.vidu.cn',
];

/** Vidu's own API, where its Q3 models are ordered. */
export const vidu = withoutOptions({
  protocol: 'vidu',
  displayName: 'Vidu',
  endpoints: {
    'vidu-global': { baseUrl: 'https://api.vidu.com', resultHosts },
    'vidu-cn': { baseUrl: 'https://api.vidu.cn', resultHosts },
  },
  credential: { ...bearerKey, headers: (secret) => ({ authorization: `Token ${secret}` }) },
  timing: {
    minimumPollIntervalMs: 5_000,
    visibilityLagMs: 600_000,
    reconcileAfterMs: 30_000,
    sendTimeoutMs: 120_000,
    probeEveryMs: 600_000,
  },
  handlesBelongTo: 'account',
  unit: 'credits',
  // The response to a submission states the credits it consumed.
  charges: 'acceptance',
  models,
  families,
  writes,
  accepts,
  build,
  readAcceptance: ({ body }) =>
    errorIn(body) === undefined ? idIn(objectIn(body)?.['task_id']) : undefined,
  readRefusal: ({ body }) => errorIn(body),
  refusals,
  poll: {
    request: (task) => ({
      path: `/ent/v2/tasks/${encodeURIComponent(textIn(task) ?? '')}/creations`,
    }),
    read: readTask,
  },
  naming,
  find,
  notice,
  probe,
});
