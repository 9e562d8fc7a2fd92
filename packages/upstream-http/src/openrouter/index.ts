import type {
  Acceptability,
  GenerationRequest,
  JsonValue,
  ReferenceRole,
  Route,
  UpstreamError,
  UpstreamUsage,
} from '@filmgate/core';
import { openRouter as facts } from '@filmgate/provider-facts';
import { documentedRefusals } from '../engine/documented-refusals.ts';
import type { PollReading } from '../engine/poll-reading.ts';
import type { JsonResponse, ProviderDescription } from '../engine/provider-description.ts';
import { bearerKey, withoutOptions } from '../engine/provider-description.ts';
import { workNamed } from '../engine/task-naming.ts';
import { FieldReader } from '../json/field-reader.ts';
import {
  idIn,
  type JsonObject,
  objectIn,
  percentIn,
  textIn,
  wordsIn,
} from '../json/json-fields.ts';
import { taskStateIn } from '../json/task-state.ts';
import { type Carriage, checkCarriage } from '../models/carriage.ts';
import { insertFixed } from '../models/insert-fixed.ts';
import { checkByFacts, factsOf, notAccepted } from '../models/video-model.ts';
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

function imagesOf({ references }: GenerationRequest, wanted: ReferenceRole) {
  return references.flatMap(({ role, sha256, contentType }) => {
    const url = { $asset: { sha256, contentType, as: 'data-url' } } as const;
    return role === wanted ? [{ type: 'image_url', image_url: { url } } as const] : [];
  });
}

function accepts(route: Route, request: GenerationRequest): Acceptability {
  const known = factsOf(models, route);
  const refused = checkCarriage(carriage, route, request) ?? checkByFacts(known, request);
  if (refused !== undefined) return refused;
  const { references } = request;
  const images = references.filter(({ role }) => role === 'reference_image').length;
  // OpenRouter would ignore the images.
  if (images > 0 && images < references.length)
    return notAccepted('references', 'OpenRouter accepts frames or reference images, not both.');
  const isSized = known?.isSized === true && references.length === 0;
  return { kind: 'accepted', size: isSized ? null : 'as-made' };
}

/** OpenRouter's words for the catalog's resolutions. */
const wireResolutions: { readonly [resolution: string]: string } = { '1440p': '2K', '2160p': '4K' };

const settings = ['duration', 'resolution', 'aspect_ratio', 'generate_audio'];
const lists = ['frame_images', 'input_references'];
const writes = ['model', 'prompt', ...settings, ...lists, 'callback_url'];

const build: ProviderDescription['build'] = ({ route, request, noticeUrl }) => {
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
  const value = insertFixed(fields, route, writes);
  return { path: '/videos', body: { kind: 'json', value } };
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

/** Reads a job. Its state decides, and whether its videos are an empty list. */
function readTask({ status, body }: JsonResponse, task: JsonValue): PollReading {
  const job = objectIn(body) ?? {};
  const fields = new FieldReader(job);
  if (status === 404 && errorIn(body)?.code === '404') return { kind: 'lost' };
  const word = status === 200 ? wordsIn(job['status']) : undefined;
  const id = fields.read('id', idIn);
  const namedAs = id !== undefined && id !== task ? { namedAs: id } : {};
  switch (taskStateIn(word)) {
    case 'pending': {
      const progress = fields.read('progress', percentIn) ?? null;
      return { kind: 'pending', progress, ...fields.aside(), ...namedAs };
    }
    case 'succeeded':
      return { ...readVideo(fields, job, task), ...namedAs };
    case 'failed':
      return { ...readFailure(fields, word), ...namedAs };
    case undefined:
      return { kind: 'unclear', detail: `the provider responded ${status}, ${word ?? 'no state'}` };
  }
}

/** The video is read with the key, by the job's own path; the links in a response may lead elsewhere. */
function readVideo(fields: FieldReader, job: JsonObject, task: JsonValue): PollReading {
  const links = job['unsigned_urls'];
  if (Array.isArray(links) && links.length === 0)
    return { kind: 'unclear', detail: 'completed without a video' };
  const usage = fields.read('usage', usageIn);
  return {
    kind: 'succeeded',
    output: { kind: 'own', at: `${pathOf(task)}/content?index=0` },
    ...(usage !== undefined && { usage }),
    ...fields.aside(),
  };
}

const policyWords = /policy|moderat|safety|flagged|prohibited/i;

/** OpenRouter does not document what a failed job costs: only a stated cost is known. */
function readFailure(fields: FieldReader, word: string | undefined): PollReading {
  const usage = fields.read('usage', usageIn);
  const detail = fields.read('error', wordsIn) ?? `job ${word ?? 'failed'}`;
  const error = {
    kind: policyWords.test(detail) ? 'policy' : 'internal',
    charge: chargeOf(usage),
    detail,
  } as const;
  return { kind: 'failed', error, ...(usage !== undefined && { usage }), ...fields.aside() };
}

function chargeOf(usage: UpstreamUsage | undefined): UpstreamError['charge'] {
  if (usage === undefined) return 'unknown';
  return usage.amount === 0 ? 'not-charged' : 'charged';
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

/** A key of the management of keys orders nothing. The balance is what the key may still spend, if it has a limit. */
const probe: ProviderDescription['probe'] = {
  request: { path: '/key' },
  read: ({ status, body }) => {
    const {
      label,
      is_management_key: isManaging,
      limit_remaining: left,
    } = objectIn(objectIn(body)?.['data']) ?? {};
    const code = errorIn(body)?.code;
    if (status === 401 && code === '401') return { kind: 'login-required' };
    if (status !== 200 || textIn(label) === undefined)
      return { kind: 'unreadable', detail: `the account check responded ${code ?? status}` };
    if (isManaging === true) return { kind: 'login-required' };
    const isLimited = typeof left === 'number' && left <= mostDollars;
    return { kind: 'ready', balance: isLimited ? Math.floor(Math.max(left, 0) * 1e6) : null };
  },
};

function pathOf(task: JsonValue): string {
  return `/videos/${encodeURIComponent(textIn(task) ?? '')}`;
}

/** Videos of many makers' models at OpenRouter. */
export const openrouter = withoutOptions({
  protocol: 'openrouter',
  displayName: 'OpenRouter',
  endpoints: { openrouter: { baseUrl: 'https://openrouter.ai/api/v1', resultHosts: [] } },
  credential: bearerKey,
  timing: {
    minimumPollIntervalMs: 10_000,
    visibilityLagMs: 600_000,
    reconcileAfterMs: null,
    sendTimeoutMs: 120_000,
    probeEveryMs: 600_000,
  },
  // No document says that another key of the account can read a job.
  handlesBelongTo: 'key',
  unit: 'usd',
  charges: 'success',
  models,
  families,
  writes,
  accepts,
  build,
  readAcceptance: ({ body }) => idIn(objectIn(body)?.['id']),
  readRefusal: ({ body }) => errorIn(body),
  refusals: documentedRefusals(facts),
  poll: { request: (task) => ({ path: pathOf(task) }), read: readTask },
  isGone: ({ status, body }) => status === 410 && errorIn(body)?.code === '410',
  // A response does not name the time of its creation. Notices name the model of a job; reads are not documented to.
  naming: {
    taskOf: (id) => id,
    idOf: textIn,
    facts: ({ body }) => ({ createdAt: null, reported: { model: objectIn(body)?.['model'] } }),
  },
  // OpenRouter calls back once, at the end, with the job in `data`.
  notice: { read: (body) => workNamed(idIn(objectIn(objectIn(body)?.['data'])?.['id'])) },
  probe,
});
