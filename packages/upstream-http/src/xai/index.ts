import type { GenerationRequest, JsonValue, UpstreamError, UpstreamUsage } from '@filmgate/core';
import { xai as facts } from '@filmgate/provider-facts';
import { documentedRefusals } from '../engine/documented-refusals.ts';
import type { PollReading } from '../engine/poll-reading.ts';
import type { JsonResponse, ProviderDescription } from '../engine/provider-description.ts';
import { bearerKey, withoutOptions } from '../engine/provider-description.ts';
import { FieldReader } from '../json/field-reader.ts';
import { countIn, idIn, objectIn, percentIn, textIn, wordsIn } from '../json/json-fields.ts';
import { taskStateIn } from '../json/task-state.ts';
import { type Carriage, checkCarriage } from '../models/carriage.ts';
import { insertFixed } from '../models/insert-fixed.ts';
import { checkByFacts, factsOf } from '../models/video-model.ts';
import { families, models } from './models.ts';

/** Images are sent as data URLs, in the types and the size that xAI documents for images that a model reads. */
const carriage: Carriage = {
  media: { image: { contentTypes: ['image/jpeg', 'image/png'], largest: 20_000_000 } },
  roles: ['first_frame', 'last_frame', 'reference_image'],
  largestTotal: 20_000_000,
};

function filesOf({ references }: GenerationRequest, wanted: string) {
  return references.flatMap(({ role, sha256, contentType }) =>
    role === wanted ? [{ url: { $asset: { sha256, contentType, as: 'data-url' } } } as const] : [],
  );
}

const settings = ['duration', 'aspect_ratio', 'resolution', 'generate_audio'];
const writes = ['model', 'prompt', ...settings, 'image', 'last_frame', 'reference_images'];

const build: ProviderDescription['build'] = ({ route, request }) => {
  const { prompt, durationSeconds, aspectRatio, resolution, generateAudio, references } = request;
  const [image] = filesOf(request, 'first_frame');
  const [lastFrame] = filesOf(request, 'last_frame');
  const images = filesOf(request, 'reference_image');
  const fields = {
    model: route.model,
    prompt,
    duration: durationSeconds,
    // A first frame alone determines the shape.
    ...((image === undefined || references.length > 1) && { aspect_ratio: aspectRatio }),
    resolution,
    // If omitted, the default is true.
    generate_audio: generateAudio,
    ...(image !== undefined && { image }),
    ...(lastFrame !== undefined && { last_frame: lastFrame }),
    ...(images.length > 0 && { reference_images: images }),
  };
  const value = insertFixed(fields, route, writes);
  return { path: '/v1/videos/generations', body: { kind: 'json', value } };
};

const withheldCode = 'imagine:content-moderated';
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

/** Reads a task's state. Moderation may withhold a finished video, which is charged: by its field, or by a 400. */
function readTask({ status, body }: JsonResponse): PollReading {
  const task = objectIn(body) ?? {};
  const fields = new FieldReader(task);
  const refusal = errorIn(body);
  if (status === 404 && /^(?:not-found|Some requested entity)/.test(refusal?.code ?? ''))
    return { kind: 'lost' };
  if (status === 400 && refusal?.code === withheldCode)
    return failed(fields, { kind: 'policy', charge: 'charged', detail: refusal.message });
  const word = status === 200 || status === 202 ? wordsIn(task['status']) : undefined;
  switch (taskStateIn(word)) {
    case 'pending': {
      const progress = fields.read('progress', percentIn) ?? null;
      return { kind: 'pending', progress, ...fields.aside() };
    }
    case 'succeeded':
      return readVideo(fields, task['video']);
    case 'failed': {
      const code = textIn(objectIn(task['error'])?.['code']) ?? 'no code';
      const words = fields.read('error', wordsIn);
      const detail = words === undefined ? `task ${word}` : `${code}: ${words}`;
      return failed(fields, { kind: kindOfFailure(detail), charge: 'unknown', detail });
    }
    case undefined:
      return { kind: 'unclear', detail: `the provider responded ${status}, ${word ?? 'no state'}` };
  }
}

function readVideo(fields: FieldReader, of: JsonValue | undefined): PollReading {
  const video = objectIn(of);
  if (video?.['respect_moderation'] === false)
    return failed(fields, { kind: 'policy', charge: 'charged', detail: 'withheld by moderation' });
  const at = textIn(video?.['url']);
  if (at === undefined) return { kind: 'unclear', detail: 'done without a video' };
  const usage = fields.read('usage', usageIn);
  const duration = countIn(video?.['duration']);
  return {
    kind: 'succeeded',
    output: { kind: 'foreign', at },
    ...(usage !== undefined && { usage }),
    ...(duration !== undefined && { effective: { duration } }),
    ...fields.aside(),
  };
}

/** `error.charge`: the charge if the response does not state the cost. */
function failed(fields: FieldReader, error: Pick<UpstreamError, 'kind' | 'charge' | 'detail'>) {
  const usage = fields.read('usage', usageIn);
  if (usage === undefined) return { kind: 'failed', error, ...fields.aside() } as const;
  const charge = usage.amount === 0 ? 'not-charged' : 'charged';
  return { kind: 'failed', error: { ...error, charge }, usage, ...fields.aside() } as const;
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
const probe: ProviderDescription['probe'] = {
  request: { path: '/v1/api-key' },
  read: ({ status, body }) => {
    const key = objectIn(body);
    const isKey = status === 200 && textIn(key?.['redacted_api_key']) !== undefined;
    const code = errorIn(body)?.code;
    const isRefused = (status === 401 && code !== undefined) || code === 'invalid-argument.key';
    if (isRefused || (isKey && blocks.some((name) => key?.[name] === true)))
      return { kind: 'login-required' };
    if (isKey) return { kind: 'ready', balance: null };
    return { kind: 'unreadable', detail: `the account check responded ${code ?? status}` };
  },
};

/** Grok Imagine at xAI. */
export const xai = withoutOptions({
  protocol: 'xai',
  displayName: 'xAI (Grok Imagine)',
  endpoints: { xai: { baseUrl: 'https://api.x.ai', resultHosts: ['*.x.ai'] } },
  credential: bearerKey,
  timing: {
    minimumPollIntervalMs: 5_000,
    visibilityLagMs: 600_000,
    reconcileAfterMs: null,
    sendTimeoutMs: 120_000,
    probeEveryMs: 600_000,
  },
  handlesBelongTo: 'account',
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
  readAcceptance: ({ body }) => idIn(objectIn(body)?.['request_id']),
  // xAI states what a response cost: a refusal with a cost is no proof.
  readRefusal: ({ body }) => (objectIn(body)?.['usage'] === undefined ? errorIn(body) : undefined),
  refusals: documentedRefusals(facts),
  poll: {
    request: (task) => ({ path: `/v1/videos/${encodeURIComponent(textIn(task) ?? '')}` }),
    read: readTask,
  },
  // A response names neither its task nor the time of its creation.
  naming: {
    taskOf: (id) => id,
    idOf: textIn,
    facts: ({ body }) => {
      const { model, video = null } = objectIn(body) ?? {};
      return { createdAt: null, reported: { model, duration: objectIn(video)?.['duration'] } };
    },
  },
  probe,
});
