import type { Acceptability, GenerationRequest, Route } from '@filmgate/core';
import type { CallJson, ProviderDescription } from '../engine/provider-description.ts';
import { type Carriage, checkCarriage } from '../models/carriage.ts';
import { insertFixed } from '../models/insert-fixed.ts';
import { checkByFacts, countOf, factsOf } from '../models/video-model.ts';
import { klingModels } from './models.ts';

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
export function accepts(route: Route, request: GenerationRequest): Acceptability {
  const facts = factsOf(klingModels, route);
  const refused = checkCarriage(carriage, route, request) ?? checkByFacts(facts, request);
  const isPlain = request.aspectRatio === '16:9' || request.aspectRatio === '9:16';
  const isClear = isPlain && countOf(request, 'first_frame') === 0;
  return refused ?? { kind: 'accepted', size: isClear ? null : 'as-made' };
}

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

export const build: ProviderDescription['build'] = (input) => {
  const { route, request, correlationId, noticeUrl } = input;
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
  const path = `/${endpoint}/${encodeURIComponent(route.model)}`;
  return { path, body: { kind: 'json', value: insertFixed(fields, route, writes) } };
};

function contentsOf({ prompt, references }: GenerationRequest): readonly CallJson[] {
  const contents = carriage.roles.flatMap((role) => {
    const images = references.filter((one) => one.role === role);
    return images.map(({ sha256, contentType }, index) => ({
      type: role === 'reference_image' ? 'refer_image' : role,
      ...(role === 'reference_image' && { id: `image_${index + 1}` }),
      url: { $asset: { sha256, contentType, as: 'base64' } } as const,
    }));
  });
  return [{ type: 'prompt', text: prompt }, ...contents];
}
