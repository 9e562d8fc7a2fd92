import type { GenerationRequest, JsonValue, UpstreamUsage } from '@filmgate/core';
import { vidu as facts } from '@filmgate/provider-facts';
import type { PollReading } from '../engine/poll-reading.ts';
import { bearerKey } from '../engine/provider-description.ts';
import { failedWith, madeAt, type ShownTask } from '../engine/task-reader.ts';
import { countIn, eachIn, objectIn, objectsAmong, textIn } from '../json/json-fields.ts';
import { acceptsBy, type Carriage } from '../models/carriage.ts';
import { slotOf } from '../models/reference-slots.ts';
import { notAccepted } from '../models/video-model.ts';
import { type BuildFields, videoProtocol } from '../models/video-protocol.ts';
import { families, models } from './models.ts';
import { errorIn, find, notice } from './tasks.ts';

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

const accepts = acceptsBy(carriage, models, ({ references }) => {
  const frames = references.filter(isFrame).length;
  if (frames > 0 && frames < references.length)
    return notAccepted('references', 'Vidu accepts frames or reference images, not both.');
  // No page names the pixels of a resolution.
  return { kind: 'accepted', size: 'as-made' };
});

/** Vidu has a call for each kind of input. */
function callFor({ references }: GenerationRequest): string {
  if (references.length === 0) return 'text2video';
  if (!references.every(isFrame)) return 'reference2video';
  return references.length === 1 ? 'img2video' : 'start-end2video';
}

const ofRequest = ['model', 'prompt', 'images', 'duration', 'resolution', 'aspect_ratio', 'audio'];
const writes = [...ofRequest, 'payload', 'callback_url'];

const build: BuildFields = ({ route, request, correlationId, noticeUrl }) => {
  const { prompt, durationSeconds, resolution, aspectRatio, generateAudio, references } = request;
  // The start frame comes first.
  const inOrder = references.toSorted(({ role: a }, { role: b }) => a.localeCompare(b));
  const images = inOrder.map((one) => slotOf(one, 'data-url'));
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
  return { path: `/ent/v2/${callFor(request)}`, fields };
};

function usageIn(value: JsonValue): UpstreamUsage | undefined {
  const credits = countIn(value);
  return credits === undefined
    ? undefined
    : { unit: 'credits', amount: credits, figures: { credits } };
}

function readVideo({ said, fields }: ShownTask): PollReading {
  const [url] = (objectsAmong(said['creations']) ?? []).flatMap((one) => textIn(one['url']) ?? []);
  return madeAt(url, { usage: fields.read('credits', usageIn) });
}

/** No page says whether the credits of a failed task are given back, so only 0 is an amount. */
function readFailure({ fields }: ShownTask): PollReading {
  const code = fields.read('err_code', textIn) ?? 'no code';
  const usage = fields.read('credits', usageIn);
  const detail = `${code}: the task failed`;
  const error = { kind: kindOfFailure(code), charge: 'unknown', detail } as const;
  return failedWith(error, usage?.amount === 0 ? usage : undefined);
}

function kindOfFailure(code: string) {
  if (code === facts.failures.policy.code) return 'policy';
  const kind = facts.errors.find((error) => error.code === code)?.proves?.kind;
  return kind === 'policy' || kind === 'invalid' ? kind : 'internal';
}

/** Hosts in the links that callers report (read 2026-12-01), and Vidu's own. */
const resultHosts = [
  'prod-ss-vidu.s3.cn-northwest-1.amazonaws.com.cn',
  'prod-ss-vidu.s3.oss-cn-beijing.aliyuncs.com',
  '*.vidu.com',
  '*.vidu.cn',
];

/** Vidu's own API, where its Q3 models are ordered. */
export const vidu = videoProtocol({
  facts,
  displayName: 'Vidu',
  endpoints: {
    'vidu-global': { baseUrl: 'https://api.vidu.com', resultHosts },
    'vidu-cn': { baseUrl: 'https://api.vidu.cn', resultHosts },
  },
  credential: { ...bearerKey, headers: (secret) => ({ authorization: `Token ${secret}` }) },
  unit: 'credits',
  // The response to a submission states the credits it consumed.
  charges: 'acceptance',
  models,
  families,
  carriage,
  writes,
  accepts,
  build,
  acceptedAs: 'task_id',
  errorIn,
  task: {
    pathOf: (id) => `/ent/v2/tasks/${id}/creations`,
    id: 'id',
    state: 'state',
    isLost: ({ status, code }) => status === 404 && code === 'TaskNotFound',
    succeeded: readVideo,
    failed: readFailure,
    // A read repeats nothing of its submission but the name.
    facts: ({ payload }) => ({ createdAt: null, reported: { payload } }),
  },
  find,
  notice,
  probe: {
    request: { path: '/ent/v2/credits?show_detail=false' },
    read: ({ status, body }) => {
      const remains = status === 200 ? objectIn(body)?.['remains'] : undefined;
      const credits = eachIn(remains, (one) => countIn(one['credit_remain']));
      if (credits === undefined) return undefined;
      const balance = credits.reduce((sum, amount) => sum + amount, 0);
      return { kind: 'ready', balance: credits.length === 0 ? null : balance };
    },
  },
});
