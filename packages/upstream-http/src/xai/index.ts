import type { JsonValue, UpstreamUsage } from '@filmgate/core';
import { xai as facts } from '@filmgate/provider-facts';
import type { PollReading } from '../engine/poll-reading.ts';
import type { JsonResponse } from '../engine/provider-description.ts';
import { errorOf, failedWith, madeAt, type ShownTask } from '../engine/task-reader.ts';
import { countIn, type JsonObject, objectIn, percentIn, textIn } from '../json/json-fields.ts';
import type { Carriage } from '../models/carriage.ts';
import { dataUrlsOf } from '../models/reference-slots.ts';
import { type BuildFields, videoProtocol } from '../models/video-protocol.ts';
import { families, models } from './models.ts';

/** Images are sent as data URLs, in the types and the size that xAI documents for images that a model reads. */
const carriage: Carriage = {
  media: { image: { contentTypes: ['image/jpeg', 'image/png'], largest: 20_000_000 } },
  roles: ['first_frame', 'last_frame', 'reference_image'],
  largestTotal: 20_000_000,
};

const settings = ['duration', 'aspect_ratio', 'resolution', 'generate_audio'];
const writes = ['model', 'prompt', ...settings, 'image', 'last_frame', 'reference_images'];

const build: BuildFields = ({ route, request }) => {
  const { prompt, durationSeconds, aspectRatio, resolution, generateAudio, references } = request;
  const [image] = dataUrlsOf(request, 'first_frame');
  const [lastFrame] = dataUrlsOf(request, 'last_frame');
  const images = dataUrlsOf(request, 'reference_image').map((url) => ({ url }));
  const fields = {
    model: route.model,
    prompt,
    duration: durationSeconds,
    // A first frame alone determines the shape.
    ...((image === undefined || references.length > 1) && { aspect_ratio: aspectRatio }),
    resolution,
    // If omitted, the default is true.
    generate_audio: generateAudio,
    ...(image !== undefined && { image: { url: image } }),
    ...(lastFrame !== undefined && { last_frame: { url: lastFrame } }),
    ...(images.length > 0 && { reference_images: images }),
  };
  return { path: '/v1/videos/generations', fields };
};

const withheldCode = 'imagine:content-moderated';
/** Ours, for the state of a task whose read is this error: no response states it. */
const withheldState = `400 ${withheldCode}`;
const invalidCode = /^(?:invalid-argument|Client specified an invalid argument)$/;
const deniedCode = /^(?:permission-denied|The caller does not have permission)/;

/** Meanings that only the text distinguishes. `permission-denied.content` has no row: xAI may charge a fee for it. */
const meanings = [
  [invalidCode, /api key/i, 'invalid-argument.key'],
  [invalidCode, /content moderation/i, withheldCode],
  [deniedCode, /usage guidelines|moderation/i, 'permission-denied.content'],
  [deniedCode, /credits|spending limit/i, 'permission-denied.credits'],
] as const;

/** Returns code and message of `{code, error}`; undefined for other bodies, and if a task is named too. */
function errorIn(body: JsonValue) {
  const { code, error: message, request_id: id } = objectIn(body) ?? {};
  if (typeof code !== 'string' || typeof message !== 'string' || id !== undefined) return undefined;
  const meaning = meanings.find(([codes, words]) => codes.test(code) && words.test(message));
  return { code: meaning?.[2] ?? code, message };
}

/** Moderation may withhold a finished video, which is charged: by a field of the video, or by an error. */
const withheld = { kind: 'policy', charge: 'charged' } as const;

/** Returns the task; an error that says that its video is withheld is an end of it. */
function taskIn({ status, body }: JsonResponse): JsonObject | undefined {
  if (status === 200 || status === 202) return objectIn(body);
  const isWithheld = status === 400 && errorIn(body)?.code === withheldCode;
  return isWithheld ? { ...objectIn(body), status: withheldState } : undefined;
}

function readVideo({ said, fields }: ShownTask): PollReading {
  const video = objectIn(said['video']);
  const usage = fields.read('usage', usageIn);
  if (video?.['respect_moderation'] === false)
    return failedWith({ ...withheld, detail: 'withheld by moderation' }, usage);
  const duration = countIn(video?.['duration']);
  return madeAt(video?.['url'], { usage, effective: duration === undefined ? {} : { duration } });
}

function readFailure(shown: ShownTask): PollReading {
  const usage = shown.fields.read('usage', usageIn);
  const { detail } = errorOf(shown);
  if (shown.word === withheldState)
    return failedWith({ ...withheld, detail: textIn(shown.said['error']) ?? withheldCode }, usage);
  return failedWith({ kind: kindOfFailure(detail), charge: 'unknown', detail }, usage);
}

function kindOfFailure(detail: string) {
  if (/moderat/i.test(detail)) return 'policy';
  return /^(?:invalid_argument|failed_precondition):/.test(detail) ? 'invalid' : 'internal';
}

/** A dollar has 10,000,000,000 ticks; the unit counts millionths, rounded up. */
function usageIn(value: JsonValue): UpstreamUsage | undefined {
  const figures = objectIn(value);
  const ticks = countIn(figures?.['cost_in_usd_ticks']);
  if (figures === undefined || ticks === undefined) return undefined;
  return { unit: 'usd', amount: Math.ceil(ticks / 10_000), figures };
}

const blocks = ['api_key_blocked', 'api_key_disabled', 'team_blocked'];

/** Grok Imagine at xAI. */
export const xai = videoProtocol({
  facts,
  displayName: 'xAI (Grok Imagine)',
  endpoints: { xai: { baseUrl: 'https://api.x.ai', resultHosts: ['*.x.ai'] } },
  models,
  families,
  carriage,
  writes,
  build,
  acceptedAs: 'request_id',
  errorIn,
  // xAI states what a response cost: a refusal with a cost is no proof.
  readRefusal: ({ body }) => (objectIn(body)?.['usage'] === undefined ? errorIn(body) : undefined),
  task: {
    pathOf: (id) => `/v1/videos/${id}`,
    // A response names neither its task nor the time of its creation.
    id: null,
    state: 'status',
    words: { [withheldState]: 'failed' },
    taskIn,
    progress: percentIn,
    isLost: ({ status, code }) =>
      status === 404 && /^(?:not-found|Some requested entity)/.test(code ?? ''),
    succeeded: readVideo,
    failed: readFailure,
    facts: ({ model, video }) => ({
      createdAt: null,
      reported: { model, duration: objectIn(video)?.['duration'] },
    }),
  },
  probe: {
    request: { path: '/v1/api-key' },
    read: ({ status, body }) => {
      const key = status === 200 ? objectIn(body) : undefined;
      const code = errorIn(body)?.code;
      const isRefused = (status === 401 && code !== undefined) || code === 'invalid-argument.key';
      if (isRefused) return { kind: 'login-required' };
      if (textIn(key?.['redacted_api_key']) === undefined) return undefined;
      const isBlocked = blocks.some((name) => key?.[name] === true);
      return isBlocked ? { kind: 'login-required' } : { kind: 'ready', balance: null };
    },
  },
});
