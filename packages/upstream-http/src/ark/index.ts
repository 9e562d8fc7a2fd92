import type { GenerationRequest, Reference } from '@filmgate/core';
import { ark as facts } from '@filmgate/provider-facts';
import type { CallJson } from '../engine/provider-description.ts';
import { acceptsBy, type Carriage, formIn } from '../models/carriage.ts';
import { listProbe } from '../models/numbered-list.ts';
import { slotOf } from '../models/reference-slots.ts';
import { countOf, factsOf } from '../models/video-model.ts';
import { type BuildFields, videoProtocol } from '../models/video-protocol.ts';
import { arkFamilies, arkModels } from './models.ts';
import type { ArkModel } from './seedance-model.ts';
import { pixelTables } from './pixels.ts';
import { seedream } from './images.ts';
import { errorIn, find, markOf, notice, task, tasksPath } from './tasks.ts';

/** Images and sounds are sent as data URLs; of a video ModelArk accepts only a link. */
const carriage: Carriage = {
  media: {
    image: {
      contentTypes: ['jpeg', 'png', 'webp', 'bmp', 'tiff', 'gif'].map((type) => `image/${type}`),
      largest: 29_999_999,
      picture: {
        leastSide: 300,
        mostSide: 6_000,
        mostRatio: 2.5,
        // A third party's client has equal limits: ComfyUI, comfy_api_nodes/nodes_bytedance.py, read 2026-11-29.
        source:
          'https://docs.byteplus.com/en/docs/ModelArk/1520757 (create a video generation task)',
        read: '2026-11-29',
      },
    },
    audio: { contentTypes: ['audio/wav', 'audio/mpeg'], largest: 15_000_000 },
    video: { contentTypes: ['video/mp4', 'video/quicktime'], largest: 49_999_999, isLinked: true },
  },
  roles: ['first_frame', 'last_frame', 'reference_image', 'reference_video', 'reference_audio'],
  // Maximum 64 MB for the whole request, and base64 makes four bytes of three.
  largestTotal: 47_000_000,
};

const settings = ['resolution', 'ratio', 'duration', 'generate_audio', 'watermark'];
const writes = ['model', 'content', ...settings, 'execution_expires_after', 'callback_url'];

const accepts = acceptsBy(carriage, arkModels, (request, known) => {
  if (known === undefined || isAdaptive(known, request))
    return { kind: 'accepted', size: 'as-made' };
  const size = pixelTables[known.pixels][request.resolution]?.[request.aspectRatio];
  return { kind: 'accepted', size: size ?? 'as-made' };
});

/** Returns true if the first frame decides the shape of the video, whatever the request says. */
function isAdaptive(known: ArkModel | undefined, request: GenerationRequest): boolean {
  return known?.framesDecideShape === true && countOf(request, 'first_frame') > 0;
}

const build: BuildFields = ({ route, request, correlationId, noticeUrl }) => {
  const { prompt, resolution, aspectRatio, durationSeconds, generateAudio, references } = request;
  const known = factsOf(arkModels, route);
  const fields = {
    model: route.model,
    content: [{ type: 'text', text: prompt }, ...references.map(contentItem)],
    resolution: resolution === '2160p' ? '4k' : resolution,
    ratio: isAdaptive(known, request) ? 'adaptive' : aspectRatio,
    duration: durationSeconds,
    // If omitted, the default is true.
    ...(known?.audio !== 'none' && { generate_audio: generateAudio }),
    watermark: false,
    ...markOf(correlationId),
    ...(noticeUrl !== null && { callback_url: noticeUrl }),
  };
  return { path: tasksPath, fields };
};

function contentItem(one: Reference): CallJson {
  const { kind, role, sha256, contentType } = one;
  const type = `${kind}_url`;
  // The format after the slash is the file's ending: `mp3`.
  const named = contentType === 'audio/mpeg' ? 'audio/mp3' : contentType;
  return {
    type,
    [type]: { url: slotOf({ sha256, contentType: named }, formIn(carriage, one)) },
    role,
  };
}

/** ModelArk with both its makers: Seedance for videos, and Seedream for images with the same key. */
export const ark = videoProtocol({
  facts,
  displayName: 'ModelArk (Seedance)',
  // The hosts served ModelArk's finished videos: its own storage, by region.
  endpoints: {
    'ark-intl': {
      baseUrl: 'https://ark.ap-southeast.bytepluses.com/api/v3',
      resultHosts: ['*.volces.com', '*.bytepluses.com'],
    },
    'ark-cn': {
      baseUrl: 'https://ark.cn-beijing.volces.com/api/v3',
      resultHosts: ['*.volces.com', '*.volccdn.com'],
    },
  },
  // A task expires after at most 72 hours; an hour later a read shows the expiry.
  timing: { jobDeadlineMs: 262_800_000 },
  unit: 'tokens',
  models: arkModels,
  families: arkFamilies,
  images: seedream,
  carriage,
  writes,
  accepts,
  build,
  errorIn,
  task,
  find,
  notice,
  probe: listProbe(`${tasksPath}?page_num=1&page_size=1`, 'items'),
});
