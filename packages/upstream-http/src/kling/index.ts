import type { GenerationRequest, Route } from '@filmgate/core';
import { kling as facts } from '@filmgate/provider-facts';
import type { CallJson } from '../engine/provider-description.ts';
import { idIn, objectIn } from '../json/json-fields.ts';
import { acceptsBy, type Carriage } from '../models/carriage.ts';
import { slotOf } from '../models/reference-slots.ts';
import { countOf, factsOf } from '../models/video-model.ts';
import { type BuildFields, videoProtocol } from '../models/video-protocol.ts';
import { klingFamilies, klingModels } from './models.ts';
import { dataIn, errorIn, find, notice, task, tasksIn } from './tasks.ts';

/** References: inline images; a video only by address, and no reference has one. */
const carriage: Carriage = {
  media: {
    image: {
      contentTypes: ['image/jpeg', 'image/png'],
      largest: 50_000_000,
      picture: {
        leastSide: 300,
        mostSide: null,
        mostRatio: 2.5,
        // A reseller states this: https://novita.ai/docs/api-reference/model-apis-kling-v3.0-std-i2v, read 2026-11-29.
        source: 'https://kling.ai/document-api/api/video/3-0-omni/image-to-video',
        read: '2026-11-29',
      },
    },
  },
  roles: ['first_frame', 'last_frame', 'reference_image'],
  largestTotal: 100_000_000,
};

/** Kling's documents name no pixels. For wide and tall shapes `720p` is clear; for others only the video shows it. */
const accepts = acceptsBy(carriage, klingModels, (request) => {
  const isPlain = request.aspectRatio === '16:9' || request.aspectRatio === '9:16';
  const isClear = isPlain && countOf(request, 'first_frame') === 0;
  return { kind: 'accepted', size: isClear ? null : 'as-made' };
});

/** Returns the path for a request. Models that have one for everything are called `…-omni` and `…-o1`. */
function endpointOf({ model }: Route, { references }: GenerationRequest) {
  const isOmni = /(?:^|-)(?:omni|o\d)/.test(model);
  if (isOmni || references.some(({ role }) => role === 'reference_image')) return 'omni-video';
  return references.length > 0 ? 'image-to-video' : 'text-to-video';
}

const writes = ['prompt', 'contents', 'settings', 'options'].concat(
  ['resolution', 'aspect_ratio', 'duration', 'audio'].map((name) => `settings.${name}`),
  ['external_task_id', 'watermark_info', 'callback_url'].map((name) => `options.${name}`),
);

const build: BuildFields = ({ route, request, correlationId, noticeUrl }) => {
  const { prompt, resolution, aspectRatio, durationSeconds, generateAudio } = request;
  const endpoint = endpointOf(route, request);
  const hasAudio = (factsOf(klingModels, route)?.audio ?? 'optional') === 'optional';
  const fields = {
    ...(endpoint === 'text-to-video' ? { prompt } : { contents: contentsOf(request) }),
    settings: {
      resolution: resolution === '2160p' ? '4k' : resolution,
      // A frame sets the shape, and Kling accepts no other beside it.
      ...(countOf(request, 'first_frame') === 0 && { aspect_ratio: aspectRatio }),
      duration: durationSeconds,
      ...(hasAudio && { audio: generateAudio ? 'native' : 'off' }),
    },
    options: {
      external_task_id: correlationId,
      watermark_info: { enabled: false },
      ...(noticeUrl !== null && { callback_url: noticeUrl }),
    },
  };
  return { path: `/${endpoint}/${encodeURIComponent(route.model)}`, fields };
};

function contentsOf({ prompt, references }: GenerationRequest): readonly CallJson[] {
  const contents = carriage.roles.flatMap((role) => {
    const images = references.filter((one) => one.role === role);
    return images.map((image, index) => ({
      type: role === 'reference_image' ? 'refer_image' : role,
      ...(role === 'reference_image' && { id: `image_${index + 1}` }),
      url: slotOf(image, 'base64'),
    }));
  });
  return [{ type: 'prompt', text: prompt }, ...contents];
}

/** Hosts that served Kling's finished videos: its own, and the one it uses in China. */
const resultHosts = ['*.klingai.com', '*.kling.ai', '*.kechuangai.com'];

/** Kling: a key, and the model's name in the address. */
export const kling = videoProtocol({
  facts,
  displayName: 'Kling',
  // A key belongs to one endpoint.
  endpoints: {
    'kling-global': { baseUrl: 'https://api-singapore.klingai.com', resultHosts },
    'kling-cn': { baseUrl: 'https://api-beijing.klingai.com', resultHosts },
  },
  timing: { reconcileAfterMs: 10_000, jobDeadlineMs: 86_400_000 },
  unit: 'units',
  models: klingModels,
  families: klingFamilies,
  carriage,
  writes,
  accepts,
  build,
  readAcceptance: ({ body }) => idIn(objectIn(dataIn(body))?.['id']),
  errorIn,
  task,
  find,
  notice,
  probe: {
    request: { path: '/tasks?task_ids=0' },
    read: (response) => {
      // Any statement about the task proves that the login was accepted.
      const isAboutTask = errorIn(response.body)?.code?.startsWith('12') === true;
      const isReady = isAboutTask || tasksIn(response) !== undefined;
      return isReady ? { kind: 'ready', balance: null } : undefined;
    },
  },
});
