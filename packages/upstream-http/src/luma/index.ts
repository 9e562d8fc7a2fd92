import type { GenerationRequest, JsonValue, ReferenceRole } from '@filmgate/core';
import { luma as facts } from '@filmgate/provider-facts';
import type { PollReading } from '../engine/poll-reading.ts';
import { failedWith, madeAt, type ShownTask } from '../engine/task-reader.ts';
import { dateIn, objectIn, objectsAmong, textIn, wordsIn } from '../json/json-fields.ts';
import type { Carriage } from '../models/carriage.ts';
import { slotOf } from '../models/reference-slots.ts';
import { type BuildFields, videoProtocol } from '../models/video-protocol.ts';
import { families, models } from './models.ts';

/**
 * Images are sent in base64. Luma accepts 50 MB of each; the smaller limits are ours, because a whole request is in
 * memory. The types are those of docs.gmicloud.ai/model-quickstarts/video/luma-ray-3-2-generate (read 2026-11-30).
 */
const carriage: Carriage = {
  media: {
    image: { contentTypes: ['image/jpeg', 'image/png', 'image/webp'], largest: 20_000_000 },
  },
  roles: ['first_frame', 'last_frame'],
  largestTotal: 40_000_000,
};

function frameOf({ references }: GenerationRequest, wanted: ReferenceRole) {
  const reference = references.find(({ role }) => role === wanted);
  if (reference === undefined) return undefined;
  return { data: slotOf(reference, 'base64'), media_type: reference.contentType };
}

const inVideo = ['resolution', 'duration', 'start_frame', 'end_frame'];
const writes = ['model', 'type', 'prompt', 'aspect_ratio', 'video'].concat(
  inVideo.map((name) => `video.${name}`),
);

const build: BuildFields = ({ route, request }) => {
  const { prompt, aspectRatio, resolution, durationSeconds, references } = request;
  const startFrame = frameOf(request, 'first_frame');
  const endFrame = frameOf(request, 'last_frame');
  const fields = {
    model: route.model,
    type: 'video',
    prompt,
    // The frames determine the shape.
    ...(references.length === 0 && { aspect_ratio: aspectRatio }),
    video: {
      resolution,
      duration: `${durationSeconds}s`,
      ...(startFrame !== undefined && { start_frame: startFrame }),
      ...(endFrame !== undefined && { end_frame: endFrame }),
    },
  };
  return { path: '/generations', fields };
};

/** Returns code and text of `{detail}`; undefined for other bodies, and if a generation is named too. */
function errorIn(body: JsonValue) {
  const { detail, id } = objectIn(body) ?? {};
  if (typeof detail !== 'string' || (id ?? null) !== null) return undefined;
  // A text may go on after the documented one.
  const known = facts.errors.find(({ message }) => detail.startsWith(message));
  return { code: known?.code ?? null, message: detail };
}

/** The output may contain an EXR export beside the video. */
function readVideo({ said }: ShownTask): PollReading {
  const files = (objectsAmong(said['output']) ?? []).filter(({ url }) => textIn(url) !== undefined);
  return madeAt((files.find(({ type }) => type === 'video') ?? files[0])?.['url']);
}

/**
 * Failures that Luma does not charge for (https://docs.agents.lumalabs.ai/guides/faq, as a caller repeats it, read
 * 2026-11-30). `budget_exhausted` may cost a part of the price, and no response states an amount.
 */
const uncharged = ['content_moderated', 'generation_failed', 'output_not_found'];
const invalidInput = ['image_too_large', 'unsupported_format', 'corrupt_input', 'invalid_request'];

function readFailure({ fields }: ShownTask): PollReading {
  const code = fields.read('failure_code', textIn) ?? 'no code';
  const reason = fields.read('failure_reason', wordsIn) ?? 'the generation failed';
  const charge = uncharged.includes(code) ? 'not-charged' : 'unknown';
  return failedWith({ kind: kindOfFailure(code), charge, detail: `${code}: ${reason}` });
}

function kindOfFailure(code: string) {
  if (code === 'content_moderated') return 'policy';
  return invalidInput.includes(code) ? 'invalid' : 'internal';
}

/** Hosts of Luma's own, and S3, whose parameters the signed links in the documents have: no page names the host. */
const resultHosts = ['*.s3.amazonaws.com', '*.lumalabs.ai', '*.cdn-luma.com'];

/** Ray at Luma, by the Agents API. */
export const luma = videoProtocol({
  facts,
  displayName: 'Luma (Ray)',
  endpoints: { luma: { baseUrl: 'https://agents.lumalabs.ai/v1', resultHosts } },
  handlesBelongTo: 'key',
  models,
  families,
  carriage,
  writes,
  build,
  errorIn,
  task: {
    pathOf: (id) => `/generations/${id}`,
    id: 'id',
    state: 'state',
    // A read with another key than that of its submission gets this error, too.
    isLost: ({ status, code }) => status === 404 && code === 'not_found',
    succeeded: readVideo,
    failed: readFailure,
    facts: ({ created_at: created, model, type }) => ({
      createdAt: dateIn(created) ?? null,
      reported: { model, type },
    }),
  },
  // No call for the account is documented. A read says that a generation does not exist only to a valid key.
  probe: {
    request: { path: '/generations/00000000-0000-4000-8000-000000000000' },
    read: ({ status, body }) => {
      const code = errorIn(body)?.code ?? null;
      if (status === 404 && code === 'not_found') return { kind: 'ready', balance: null };
      const isRefused = (status === 401 || status === 403) && code !== null;
      return isRefused ? { kind: 'login-required' } : undefined;
    },
  },
});
