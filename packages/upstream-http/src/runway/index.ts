import type { GenerationRequest, JsonValue, Route, UpstreamUsage } from '@filmgate/core';
import { runway as facts } from '@filmgate/provider-facts';
import { documentedRefusals } from '../engine/documented-refusals.ts';
import type { PollReading } from '../engine/poll-reading.ts';
import type { JsonResponse, ProviderDescription } from '../engine/provider-description.ts';
import { bearerKey, withoutOptions } from '../engine/provider-description.ts';
import { FieldReader } from '../json/field-reader.ts';
import { dateIn, idIn, objectIn, textIn, wordsIn } from '../json/json-fields.ts';
import { taskStateIn } from '../json/task-state.ts';
import { type Carriage, checkCarriage } from '../models/carriage.ts';
import { insertFixed } from '../models/insert-fixed.ts';
import { checkByFacts, factsOf, notAccepted } from '../models/video-model.ts';
import { runwayFamilies, runwayModels } from './models.ts';
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

function sizeOf(route: Pick<Route, 'model'>, { resolution, aspectRatio }: GenerationRequest) {
  // A model that the table does not know has the sizes of the one with the most.
  const sizes = factsOf(runwayModels, route)?.sizes ?? seedanceSizes;
  return sizes[resolution]?.[aspectRatio];
}

const accepts: ProviderDescription['accepts'] = (route, request) => {
  const refused =
    checkCarriage(carriage, route, request) ?? checkByFacts(factsOf(runwayModels, route), request);
  if (refused !== undefined) return refused;
  const size = sizeOf(route, request);
  if (size === undefined) {
    const { resolution, aspectRatio } = request;
    return notAccepted('aspectRatio', `No size of ${aspectRatio} at ${resolution} is documented.`);
  }
  const [width, height] = size;
  return { kind: 'accepted', size: { width, height } };
};

const positions: { readonly [role: string]: string } = { first_frame: 'first', last_frame: 'last' };
const writes = ['model', 'promptText', 'promptImage', 'ratio', 'duration', 'audio'];

const build: ProviderDescription['build'] = ({ route, request }) => {
  const { prompt, durationSeconds, generateAudio, references } = request;
  const images = references.map(({ role, sha256, contentType }) => {
    const uri = { $asset: { sha256, contentType, as: 'data-url' } } as const;
    const position = positions[role];
    return position === undefined ? { uri } : { uri, position };
  });
  const fields = {
    model: route.model,
    promptText: prompt,
    ...(images.length > 0 && { promptImage: images }),
    ratio: sizeOf(route, request)?.join(':') ?? null,
    duration: durationSeconds,
    // If omitted, the default is true, for models that have the field.
    ...(factsOf(runwayModels, route)?.audio !== 'none' && { audio: generateAudio }),
  };
  const path = images.length > 0 ? '/v1/image_to_video' : '/v1/text_to_video';
  return { path, body: { kind: 'json', value: insertFixed(fields, route, writes) } };
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

function readTask({ status, body }: JsonResponse, task: JsonValue): PollReading {
  if (status === 404 && errorIn(body) !== undefined) return { kind: 'lost' };
  const said = objectIn(body) ?? {};
  const word = status === 200 ? wordsIn(said['status']) : undefined;
  const fields = new FieldReader(said);
  const id = fields.read('id', idIn);
  const other = id === undefined || id === task ? {} : { namedAs: id };
  switch (taskStateIn(word)) {
    case 'pending': {
      const progress = fields.read('progress', shareIn) ?? null;
      return { kind: 'pending', progress, ...other, ...fields.aside() };
    }
    case 'succeeded':
      return { ...readVideo(fields, said['output']), ...other };
    case 'failed':
      return { ...readFailure(fields, word), ...other };
    case undefined:
      return { kind: 'unclear', detail: `the provider responded ${status}, ${word ?? 'no state'}` };
  }
}

function readVideo(fields: FieldReader, output: JsonValue | undefined): PollReading {
  const [at] = Array.isArray(output) ? output.slice(0, 1).map((one: JsonValue) => textIn(one)) : [];
  if (at === undefined) return { kind: 'unclear', detail: 'succeeded without a video' };
  const usage = fields.read('cost', usageIn);
  return {
    kind: 'succeeded',
    output: { kind: 'foreign', at },
    ...(usage !== undefined && { usage }),
    ...fields.aside(),
  };
}

function readFailure(fields: FieldReader, word: string | undefined): PollReading {
  const code = fields.read('failureCode', textIn);
  const words = fields.read('failure', wordsIn) ?? `task ${word}`;
  const detail = code === undefined ? words : `${code}: ${words}`;
  const kind = kindOfFailure(code ?? '');
  const usage = fields.read('cost', usageIn);
  if (usage !== undefined) {
    const charge = usage.amount === 0 ? 'not-charged' : 'charged';
    return { kind: 'failed', error: { kind, charge, detail }, usage, ...fields.aside() };
  }
  // A moderated task costs as much as a finished one: docs.dev.runwayml.com/api-details/moderation, read 2026-11-30.
  const charge = kind === 'policy' ? 'charged' : 'unknown';
  return { kind: 'failed', error: { kind, charge, detail }, ...fields.aside() };
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

const probe: ProviderDescription['probe'] = {
  request: { path: '/v1/organization' },
  read: ({ status, body }) => {
    const organization = status === 200 ? objectIn(body) : undefined;
    const credits = creditsIn(organization?.['creditBalance']);
    if (credits !== undefined) return { kind: 'ready', balance: Math.floor(credits) };
    if (status === 401 && errorIn(body) !== undefined) return { kind: 'login-required' };
    return { kind: 'unreadable', detail: `the account check responded ${status}` };
  },
};

/** Runway's API: its own models, and Veo and Seedance as it serves them. */
export const runway = withoutOptions({
  protocol: 'runway',
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
  timing: {
    minimumPollIntervalMs: 5_000,
    visibilityLagMs: 600_000,
    reconcileAfterMs: null,
    sendTimeoutMs: 120_000,
    probeEveryMs: 600_000,
  },
  handlesBelongTo: 'account',
  unit: 'credits',
  // Credits are taken in advance, and given back where a task ends for less.
  charges: 'acceptance',
  models: runwayModels,
  families: runwayFamilies,
  writes,
  accepts,
  build,
  readAcceptance: ({ body }) =>
    errorIn(body) === undefined ? idIn(objectIn(body)?.['id']) : undefined,
  readRefusal: ({ body }) => errorIn(body),
  refusals: documentedRefusals(facts),
  poll: {
    request: (task) => ({ path: `/v1/tasks/${encodeURIComponent(textIn(task) ?? '')}` }),
    read: readTask,
  },
  // A task repeats nothing of its request.
  naming: {
    taskOf: (id) => id,
    idOf: textIn,
    facts: ({ body }) => ({
      createdAt: dateIn(objectIn(body)?.['createdAt']) ?? null,
      reported: {},
    }),
  },
  probe,
});
