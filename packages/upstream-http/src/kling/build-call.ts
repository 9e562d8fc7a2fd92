import type { GenerationRequest, Route } from '@filmgate/core';
import type { CallJson } from '../engine/provider-description.ts';
import { acceptsBy, type Carriage } from '../models/carriage.ts';
import { slotOf } from '../models/reference-slots.ts';
import { countOf, factsOf } from '../models/video-model.ts';
import type { BuildFields } from '../models/video-protocol.ts';
import { klingModels } from './models.ts';

/** References: inline images; a video only by address, and no reference has one. */
export const carriage: Carriage = {
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
export const accepts = acceptsBy(carriage, klingModels, (request) => {
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

export const writes = ['prompt', 'contents', 'settings', 'options'].concat(
  ['resolution', 'aspect_ratio', 'duration', 'audio'].map((name) => `settings.${name}`),
  ['external_task_id', 'watermark_info', 'callback_url'].map((name) => `options.${name}`),
);

export const build: BuildFields = ({ route, request, correlationId, noticeUrl }) => {
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
