import type { GenerationRequest, JsonValue, ReferenceRole, UpstreamError } from '@filmgate/core';
import { luma as facts } from '@filmgate/provider-facts';
import { documentedRefusals } from '../engine/documented-refusals.ts';
import type { PollReading } from '../engine/poll-reading.ts';
import type { JsonResponse, ProviderDescription } from '../engine/provider-description.ts';
import { bearerKey, withoutOptions } from '../engine/provider-description.ts';
import { FieldReader } from '../json/field-reader.ts';
import { dateIn, idIn, objectIn, objectsAmong, textIn, wordsIn } from '../json/json-fields.ts';
import { taskStateIn } from '../json/task-state.ts';
import { type Carriage, checkCarriage } from '../models/carriage.ts';
import { insertFixed } from '../models/insert-fixed.ts';
import { checkByFacts, factsOf } from '../models/video-model.ts';
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
  const { sha256, contentType } = reference;
  const data = { $asset: { sha256, contentType, as: 'base64' } } as const;
  return { data, media_type: contentType };
}

const inVideo = ['resolution', 'duration', 'start_frame', 'end_frame'];
const writes = ['model', 'type', 'prompt', 'aspect_ratio', 'video'].concat(
  inVideo.map((name) => `video.${name}`),
);

const build: ProviderDescription['build'] = ({ route, request }) => {
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
  const value = insertFixed(fields, route, writes);
  return { path: '/generations', body: { kind: 'json', value } };
};

/** Returns code and text of `{detail}`; undefined for other bodies, and if a generation is named too. */
function errorIn(body: JsonValue) {
  const { detail, id } = objectIn(body) ?? {};
  if (typeof detail !== 'string' || (id ?? null) !== null) return undefined;
  // A text may go on after the documented one.
  const known = facts.errors.find(({ message }) => detail.startsWith(message));
  return { code: known?.code ?? null, message: detail };
}

/** Reads a generation. A read with another key than that of its submission is a 404, too. */
function readTask({ status, body }: JsonResponse, task: JsonValue): PollReading {
  if (status === 404 && errorIn(body)?.code === 'not_found') return { kind: 'lost' };
  const generation = objectIn(body) ?? {};
  const fields = new FieldReader(generation);
  const word = status === 200 ? wordsIn(generation['state']) : undefined;
  const id = fields.read('id', idIn);
  const namedAs = id !== undefined && id !== task ? { namedAs: id } : {};
  switch (taskStateIn(word)) {
    case 'pending':
      return { kind: 'pending', progress: null, ...fields.aside(), ...namedAs };
    case 'succeeded':
      return { ...readVideo(fields, generation['output']), ...namedAs };
    case 'failed':
      return { ...readFailure(fields), ...namedAs };
    case undefined:
      return { kind: 'unclear', detail: `the provider responded ${status}, ${word ?? 'no state'}` };
  }
}

/** The output may contain an EXR export beside the video. */
function readVideo(fields: FieldReader, output: JsonValue | undefined): PollReading {
  const files = (objectsAmong(output) ?? []).filter(({ url }) => textIn(url) !== undefined);
  const at = textIn((files.find(({ type }) => type === 'video') ?? files[0])?.['url']);
  if (at === undefined) return { kind: 'unclear', detail: 'completed without a video' };
  return { kind: 'succeeded', output: { kind: 'foreign', at }, ...fields.aside() };
}

/**
 * Failures that Luma does not charge for (https://docs.agents.lumalabs.ai/guides/faq, as a caller repeats it, read
 * 2026-11-30). `budget_exhausted` may cost a part of the price, and no response states an amount.
 */
const uncharged = ['content_moderated', 'generation_failed', 'output_not_found'];
const invalidInput = ['image_too_large', 'unsupported_format', 'corrupt_input', 'invalid_request'];

function readFailure(fields: FieldReader): PollReading {
  const code = fields.read('failure_code', textIn) ?? 'no code';
  const reason = fields.read('failure_reason', wordsIn) ?? 'the generation failed';
  const charge = uncharged.includes(code) ? 'not-charged' : 'unknown';
  const error = { kind: kindOfFailure(code), charge, detail: `${code}: ${reason}` } as const;
  return { kind: 'failed', error, ...fields.aside() };
}

function kindOfFailure(code: string): UpstreamError['kind'] {
  if (code === 'content_moderated') return 'policy';
  return invalidInput.includes(code) ? 'invalid' : 'internal';
}

/** No call for the account is documented. A read says that a generation does not exist only to a valid key. */
const probe: ProviderDescription['probe'] = {
  request: { path: '/generations/00000000-0000-4000-8000-000000000000' },
  read: ({ status, body }) => {
    const code = errorIn(body)?.code ?? null;
    if (status === 404 && code === 'not_found') return { kind: 'ready', balance: null };
    if ((status === 401 || status === 403) && code !== null) return { kind: 'login-required' };
    return { kind: 'unreadable', detail: `the account check responded ${code ?? status}` };
  },
};

/** Hosts of Luma's own, and S3, whose parameters the signed links in the documents have: no page names the host. */
const resultHosts = ['*.s3.amazonaws.com', '*.lumalabs.ai', '*.cdn-luma.com'];

/** Ray at Luma, by the Agents API. */
export const luma = withoutOptions({
  protocol: 'luma',
  displayName: 'Luma (Ray)',
  endpoints: { luma: { baseUrl: 'https://agents.lumalabs.ai/v1', resultHosts } },
  credential: bearerKey,
  timing: {
    minimumPollIntervalMs: 5_000,
    visibilityLagMs: 600_000,
    reconcileAfterMs: null,
    sendTimeoutMs: 120_000,
    probeEveryMs: 600_000,
  },
  handlesBelongTo: 'key',
  unit: 'usd',
  charges: 'success',
  models,
  families,
  writes,
  // No page names the pixels of a resolution.
  accepts: (route, request) =>
    checkCarriage(carriage, route, request) ??
    checkByFacts(factsOf(models, route), request) ?? { kind: 'accepted', size: 'as-made' },
  build,
  readAcceptance: ({ body }) => idIn(objectIn(body)?.['id']),
  readRefusal: ({ body }) => errorIn(body),
  refusals: documentedRefusals(facts),
  poll: {
    request: (task) => ({ path: `/generations/${encodeURIComponent(textIn(task) ?? '')}` }),
    read: readTask,
  },
  naming: {
    taskOf: (id) => id,
    idOf: textIn,
    facts: ({ body }) => {
      const { created_at: created, model, type } = objectIn(body) ?? {};
      return { createdAt: dateIn(created) ?? null, reported: { model, type } };
    },
  },
  probe,
});
