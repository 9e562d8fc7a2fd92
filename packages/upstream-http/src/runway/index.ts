import type { GenerationRequest, JsonValue, UpstreamUsage } from '@filmgate/core';
import { runway as facts } from '@filmgate/provider-facts';
import type { PollReading } from '../engine/poll-reading.ts';
import { bearerKey } from '../engine/provider-description.ts';
import { bodyOf, failedWith, madeAt, type ShownTask } from '../engine/task-reader.ts';
import { dateIn, objectIn, textIn, wordsIn } from '../json/json-fields.ts';
import { acceptsBy, type Carriage } from '../models/carriage.ts';
import { slotOf } from '../models/reference-slots.ts';
import { factsOf, notAccepted } from '../models/video-model.ts';
import { type BuildFields, videoProtocol } from '../models/video-protocol.ts';
import { type RunwayModel, runwayFamilies, runwayModels } from './models.ts';
import { seedanceSizes } from './sizes.ts';

/** Images are sent as data URLs, each of less than 5 MiB (docs.dev.runwayml.com/assets/inputs, read 2026-11-30). */
const carriage: Carriage = {
  media: {
    image: {
      contentTypes: ['image/jpeg', 'image/png', 'image/webp'],
      // Base64 makes four bytes of three.
      largest: 3_900_000,
    },
  },
  roles: ['first_frame', 'last_frame', 'reference_image'],
  // No page names a limit, but Runway's responses have the `apigw-requestid` of a gateway of AWS, which takes 10 MB.
  largestTotal: 7_000_000,
};

function sizeOf(known: RunwayModel | undefined, { resolution, aspectRatio }: GenerationRequest) {
  // A model that the table does not know has the sizes of the one with the most.
  return (known?.sizes ?? seedanceSizes)[resolution]?.[aspectRatio];
}

const accepts = acceptsBy(carriage, runwayModels, (request, known) => {
  const { resolution, aspectRatio } = request;
  const size = sizeOf(known, request);
  return size === undefined
    ? notAccepted('aspectRatio', `No size of ${aspectRatio} at ${resolution} is documented.`)
    : { kind: 'accepted', size };
});

const positions: { readonly [role: string]: string } = { first_frame: 'first', last_frame: 'last' };
const writes = ['model', 'promptText', 'promptImage', 'ratio', 'duration', 'audio'];

const build: BuildFields = ({ route, request }) => {
  const { prompt, durationSeconds, generateAudio, references } = request;
  const known = factsOf(runwayModels, route);
  const size = sizeOf(known, request);
  const images = references.map((one) => {
    const uri = slotOf(one, 'data-url');
    const position = positions[one.role];
    return position === undefined ? { uri } : { uri, position };
  });
  const fields = {
    model: route.model,
    promptText: prompt,
    ...(images.length > 0 && { promptImage: images }),
    // Runway's word for a size is `1280:720`.
    ratio: size === undefined ? null : `${size.width}:${size.height}`,
    duration: durationSeconds,
    // If omitted, the default is true, for models that have the field.
    ...(known?.audio !== 'none' && { audio: generateAudio }),
  };
  const path = images.length > 0 ? '/v1/image_to_video' : '/v1/text_to_video';
  return { path, fields };
};

/** Codes of ours for texts that Runway alone uses. */
const meanings = [
  [/^you do not have enough credits/i, 'insufficient_credits'],
  [/^model variant .{1,200} is not available/i, 'forbidden'],
  [/^your daily task limit/i, 'daily_limit'],
  [/^could not find task/i, 'not_found'],
] as const;

/** Returns an error of Runway, known by its text or by the link to Runway's pages; undefined if a task is named too. */
function errorIn(body: JsonValue) {
  const said = objectIn(body) ?? {};
  const { error, issues, docUrl } = said;
  if (typeof error !== 'string' || taskFields.some((name) => said[name] !== undefined))
    return undefined;
  const meaning = meanings.find(([words]) => words.test(error));
  const isRunways =
    typeof docUrl === 'string' && docUrl.startsWith('https://docs.dev.runwayml.com/');
  if (meaning === undefined && !isRunways) return undefined;
  const reasons = wordsIn(issues);
  const message = reasons === undefined ? error : `${error}: ${reasons}`;
  return { code: meaning?.[1] ?? null, message };
}

const taskFields = ['id', 'status', 'estimatedCost', 'cost'];

function readVideo({ said, fields }: ShownTask): PollReading {
  const { output } = said;
  const [url] = Array.isArray(output) ? output.slice(0, 1).map((one: JsonValue) => one) : [];
  return madeAt(url, { usage: fields.read('cost', usageIn) });
}

function readFailure({ fields, word }: ShownTask): PollReading {
  const code = fields.read('failureCode', textIn);
  const words = fields.read('failure', wordsIn) ?? `task ${word}`;
  const detail = code === undefined ? words : `${code}: ${words}`;
  const kind = kindOfFailure(code ?? '');
  // A moderated task costs as much as a finished one: docs.dev.runwayml.com/api-details/moderation, read 2026-11-30.
  const charge = kind === 'policy' ? 'charged' : 'unknown';
  return failedWith({ kind, charge, detail }, fields.read('cost', usageIn));
}

function kindOfFailure(code: string) {
  if (/(?:^|\.)SAFETY(?:\.|$)/.test(code)) return 'policy';
  return code.startsWith('ASSET.') ? 'invalid' : 'internal';
}

function shareIn(value: JsonValue): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value * 100 : undefined;
}

function creditsIn(value: JsonValue | undefined): number | undefined {
  const isAmount = typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
  return isAmount ? value : undefined;
}

/** Parts of a credit count as a whole one. */
function usageIn(value: JsonValue): UpstreamUsage | undefined {
  const figures = objectIn(value);
  const credits = creditsIn(figures?.['credits']);
  if (figures === undefined || credits === undefined) return undefined;
  return { unit: 'credits', amount: Math.ceil(credits), figures };
}

/** Runway's API: its own models, and Veo and Seedance as it serves them. */
export const runway = videoProtocol({
  facts,
  displayName: 'Runway',
  endpoints: {
    // The host of finished videos in the links that callers report (read 2026-11-30).
    runway: {
      baseUrl: 'https://api.dev.runwayml.com',
      resultHosts: ['dnznrvs05pmza.cloudfront.net'],
    },
  },
  credential: {
    ...bearerKey,
    // Every call, reads included, must name the version that it was written for.
    headers: (secret, now) => ({
      ...bearerKey.headers(secret, now),
      'x-runway-version': '2024-11-06',
    }),
  },
  unit: 'credits',
  // Credits are taken in advance, and given back where a task ends for less.
  charges: 'acceptance',
  models: runwayModels,
  families: runwayFamilies,
  carriage,
  writes,
  accepts,
  build,
  errorIn,
  task: {
    pathOf: (id) => `/v1/tasks/${id}`,
    id: 'id',
    state: 'status',
    progress: shareIn,
    isLost: ({ status, body }) => status === 404 && errorIn(body) !== undefined,
    succeeded: readVideo,
    failed: readFailure,
    // A task repeats nothing of its request.
    facts: ({ createdAt }) => ({ createdAt: dateIn(createdAt) ?? null, reported: {} }),
  },
  probe: {
    request: { path: '/v1/organization' },
    read: (response) => {
      const credits = creditsIn(bodyOf(response)?.['creditBalance']);
      return credits === undefined ? undefined : { kind: 'ready', balance: Math.floor(credits) };
    },
  },
});
