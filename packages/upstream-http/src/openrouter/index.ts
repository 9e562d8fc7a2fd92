import type { GenerationRequest, JsonValue, ReferenceRole, UpstreamUsage } from '@filmgate/core';
import { openRouter as facts } from '@filmgate/provider-facts';
import type { PollReading } from '../engine/poll-reading.ts';
import { workNamed } from '../engine/task-naming.ts';
import { bodyOf, failedWith, madeAt, type ShownTask } from '../engine/task-reader.ts';
import {
  idIn,
  type JsonObject,
  objectIn,
  percentIn,
  textIn,
  wordsIn,
} from '../json/json-fields.ts';
import { acceptsBy, type Carriage } from '../models/carriage.ts';
import { dataUrlsOf } from '../models/reference-slots.ts';
import { countOf, factsOf, notAccepted } from '../models/video-model.ts';
import { type BuildFields, videoProtocol } from '../models/video-protocol.ts';
import { families, models } from './models.ts';

/**
 * Images are sent as data URLs. A whole body may have 50 MiB (github.com/OpenRouterTeam/skills, openrouter-video, read
 * 2026-11-30), and base64 makes four bytes of three.
 */
const carriage: Carriage = {
  media: { image: { contentTypes: ['image/jpeg', 'image/png'], largest: 37_000_000 } },
  roles: ['first_frame', 'last_frame', 'reference_image'],
  largestTotal: 37_000_000,
  modelsHaveParts: true,
};

function imagesOf(request: GenerationRequest, role: ReferenceRole) {
  return dataUrlsOf(request, role).map(
    (url) => ({ type: 'image_url', image_url: { url } }) as const,
  );
}

const accepts = acceptsBy(carriage, models, (request, known) => {
  const { length } = request.references;
  const images = countOf(request, 'reference_image');
  // OpenRouter would ignore the images.
  if (images > 0 && images < length)
    return notAccepted('references', 'OpenRouter accepts frames or reference images, not both.');
  return { kind: 'accepted', size: known?.isSized === true && length === 0 ? null : 'as-made' };
});

/** OpenRouter's words for the catalog's resolutions. */
const wireResolutions: { readonly [resolution: string]: string } = { '1440p': '2K', '2160p': '4K' };

const settings = ['duration', 'resolution', 'aspect_ratio', 'generate_audio'];
const lists = ['frame_images', 'input_references'];
const writes = ['model', 'prompt', ...settings, ...lists, 'callback_url'];

const build: BuildFields = ({ route, request, noticeUrl }) => {
  const { prompt, durationSeconds, aspectRatio, resolution, generateAudio } = request;
  const frames = (['first_frame', 'last_frame'] as const).flatMap((role) =>
    imagesOf(request, role).map((image) => ({ ...image, frame_type: role })),
  );
  const images = imagesOf(request, 'reference_image');
  const fields = {
    model: route.model,
    prompt,
    duration: durationSeconds,
    resolution: wireResolutions[resolution] ?? resolution,
    aspect_ratio: aspectRatio,
    // If omitted, models that can generate sound do.
    ...(factsOf(models, route)?.audio !== 'none' && { generate_audio: generateAudio }),
    ...(frames.length > 0 && { frame_images: frames }),
    ...(images.length > 0 && { input_references: images }),
    ...(noticeUrl !== null && { callback_url: noticeUrl }),
  };
  return { path: '/videos', fields };
};

const contentErrors = ['content_policy_violation', 'refusal'];

/** Meanings that only `error.metadata` distinguishes, by the status and the part of the code that is ours. */
const meanings: readonly (readonly [number, string, (metadata: JsonObject) => boolean])[] = [
  [400, 'content', (one) => contentErrors.includes(textIn(one['error_type']) ?? '')],
  [402, 'in_flight', (one) => one['limit_source'] === 'openrouter_in_flight_budget'],
  [403, 'content', (one) => ['reasons', 'flagged_input', 'patterns'].some((name) => name in one)],
];

/** Returns code and message of `{error: {code, message}}`; undefined for other bodies, and if a job is named too. */
function errorIn(body: JsonValue) {
  const { error, id, generation_id: generation, usage } = objectIn(body) ?? {};
  const { code, message, metadata } = objectIn(error) ?? {};
  if (typeof code !== 'number' || typeof message !== 'string') return undefined;
  if ((id ?? generation ?? usage ?? null) !== null) return undefined;
  const more = objectIn(metadata) ?? {};
  const meaning = meanings.find(([status, , isMeant]) => status === code && isMeant(more));
  return { code: meaning === undefined ? String(code) : `${code}.${meaning[1]}`, message };
}

/** The video is read with the key, by the job's own path; the links in a response may lead elsewhere. */
function readVideo({ said, fields, task }: ShownTask): PollReading {
  const links = said['unsigned_urls'];
  if (Array.isArray(links) && links.length === 0)
    return { kind: 'unclear', detail: 'completed without a video' };
  const path = `/videos/${encodeURIComponent(textIn(task) ?? '')}/content?index=0`;
  return madeAt(path, { kind: 'own', usage: fields.read('usage', usageIn) });
}

const policyWords = /policy|moderat|safety|flagged|prohibited/i;

/** OpenRouter does not document what a failed job costs: only a stated cost is known. */
function readFailure({ fields, word }: ShownTask): PollReading {
  const usage = fields.read('usage', usageIn);
  const detail = fields.read('error', wordsIn) ?? `job ${word}`;
  const kind = policyWords.test(detail) ? 'policy' : 'internal';
  return failedWith({ kind, charge: 'unknown', detail }, usage);
}

/** The highest amount that is counted exactly, in dollars. */
const mostDollars = 1_000_000;

/** Millionths of a dollar, rounded up: an amount such as 0.39600000000000002 is 0.396. */
function usageIn(value: JsonValue): UpstreamUsage | undefined {
  const figures = objectIn(value);
  const cost = figures?.['cost'];
  if (figures === undefined || typeof cost !== 'number' || !(cost >= 0 && cost <= mostDollars))
    return undefined;
  return { unit: 'usd', amount: Math.ceil(Math.round(cost * 1e9) / 1e3), figures };
}

/** Videos of many makers' models at OpenRouter. */
export const openrouter = videoProtocol({
  facts,
  displayName: 'OpenRouter',
  endpoints: { openrouter: { baseUrl: 'https://openrouter.ai/api/v1', resultHosts: [] } },
  timing: { minimumPollIntervalMs: 10_000 },
  // No document says that another key of the account can read a job.
  handlesBelongTo: 'key',
  models,
  families,
  carriage,
  writes,
  accepts,
  build,
  errorIn,
  task: {
    pathOf: (id) => `/videos/${id}`,
    id: 'id',
    state: 'status',
    progress: percentIn,
    isLost: ({ status, code }) => status === 404 && code === '404',
    succeeded: readVideo,
    failed: readFailure,
    // No time of its creation is named. Notices name the model of a job; reads are not documented to.
    facts: ({ model }) => ({ createdAt: null, reported: { model } }),
  },
  isGone: ({ status, body }) => status === 410 && errorIn(body)?.code === '410',
  // OpenRouter calls back once, at the end, with the job in `data`.
  notice: { read: (body) => workNamed(idIn(objectIn(objectIn(body)?.['data'])?.['id'])) },
  // The balance is what the key may still spend, if it has a limit.
  probe: {
    request: { path: '/key' },
    read: (response) => {
      const data = objectIn(bodyOf(response)?.['data']);
      const left = data?.['limit_remaining'];
      if (textIn(data?.['label']) === undefined) return undefined;
      // A key of the management of keys orders nothing.
      if (data?.['is_management_key'] === true) return { kind: 'login-required' };
      const isLimited = typeof left === 'number' && left <= mostDollars;
      return { kind: 'ready', balance: isLimited ? Math.floor(Math.max(left, 0) * 1e6) : null };
    },
  },
});
