import type { JsonValue } from '@filmgate/core';
import { replicate as facts } from '@filmgate/provider-facts';
import { documentedRefusals } from '../engine/documented-refusals.ts';
import type { PollReading } from '../engine/poll-reading.ts';
import type { JsonResponse, ProviderDescription } from '../engine/provider-description.ts';
import { bearerKey, withoutOptions } from '../engine/provider-description.ts';
import { workNamed } from '../engine/task-naming.ts';
import { FieldReader } from '../json/field-reader.ts';
import { dateIn, idIn, type JsonObject, objectIn, textIn, wordsIn } from '../json/json-fields.ts';
import { taskStateIn } from '../json/task-state.ts';
import { type Carriage, checkCarriage } from '../models/carriage.ts';
import { insertFixed } from '../models/insert-fixed.ts';
import { namedInput, seedOf } from '../models/named-input.ts';
import { checkByFacts, factsOf } from '../models/video-model.ts';
import { families, models, usualNames } from './models.ts';
import { errorIn, find, inputFields, mark, naming, pathOf } from './predictions.ts';

/**
 * Images are sent as data URLs. Replicate recommends less than 1 MB (replicate.com/docs/topics/predictions/input-files,
 * read 2026-11-30); its own client (replicate 1.4.0) sends up to 10 MB of them.
 */
const carriage: Carriage = {
  media: {
    image: { contentTypes: ['image/jpeg', 'image/png', 'image/webp'], largest: 10_000_000 },
  },
  roles: ['first_frame', 'last_frame', 'reference_image'],
  largestTotal: 10_000_000,
  modelsHaveParts: { least: 2, most: 2 },
};

const accepts: ProviderDescription['accepts'] = (route, request) => {
  const known = factsOf(models, route);
  const refused = checkCarriage(carriage, route, request) ?? checkByFacts(known, request);
  if (refused !== undefined) return refused;
  const { references, resolution, aspectRatio } = request;
  const size = references.length === 0 ? known?.pixels?.[resolution]?.[aspectRatio] : undefined;
  return { kind: 'accepted', size: size ?? 'as-made' };
};

const writes = ['input', 'webhook', 'webhook_events_filter'].concat(
  inputFields.map((name) => `input.${name}`),
);

const build: ProviderDescription['build'] = (submission) => {
  const { route, request, correlationId, noticeUrl: webhook } = submission;
  const { prompt, durationSeconds } = request;
  const named = factsOf(models, route)?.input ?? usualNames;
  const parts = namedInput(named, request, seedOf(correlationId));
  const input = { prompt, duration: durationSeconds, ...parts };
  const notices = webhook === null ? {} : { webhook, webhook_events_filter: ['completed'] };
  const value = insertFixed({ input, ...notices }, route, writes);
  return { path: pathOf(route.model), body: { kind: 'json', value } };
};

/** Inputs, outputs and their files are removed an hour later (…/topics/predictions/data-retention, read 2026-11-30). */
const keptForMs = 3_600_000;

function readTask({ status, body }: JsonResponse, task: JsonValue): PollReading {
  if (status === 404 && errorIn(body)?.code === 'not_found') return { kind: 'lost' };
  const said = objectIn(body) ?? {};
  const fields = new FieldReader(said);
  const word = status === 200 ? wordsIn(said['status']) : undefined;
  const id = fields.read('id', idIn);
  const other = id === undefined || id === task ? {} : { namedAs: id };
  switch (taskStateIn(word)) {
    case 'pending':
      return { kind: 'pending', progress: null, ...fields.aside(), ...other };
    case 'succeeded':
      return { ...readVideo(fields, said), ...other };
    case 'failed': {
      const detail = fields.read('error', wordsIn) ?? `prediction ${word}`;
      const kind = policyWords.test(detail) ? 'policy' : 'internal';
      // No page says what a failed prediction of an official model costs.
      const error = { kind, charge: 'unknown', detail } as const;
      return { kind: 'failed', error, ...fields.aside(), ...other };
    }
    case undefined:
      return { kind: 'unclear', detail: `the provider responded ${status}, ${word ?? 'no state'}` };
  }
}

const policyWords = /sensitive|flagged|nsfw|moderat|safety|content policy|\(E005\)/i;

/** Reads a finished prediction. Its time (`metrics`) is no cost: official models are billed by the video's seconds. */
function readVideo(fields: FieldReader, { output = null, ...said }: JsonObject): PollReading {
  const links = typeof output === 'object' ? Object.values(output ?? {}) : [output];
  const at = links.slice(0, 10).find((link) => typeof link === 'string' && /^https?:/.test(link));
  if (typeof at !== 'string') {
    const detail = `succeeded ${said['data_removed'] === true ? 'and removed' : 'without a video'}`;
    return { kind: 'unclear', detail };
  }
  const ended = fields.read('completed_at', dateIn);
  const kept = ended === undefined ? {} : { keptUntil: ended + keptForMs };
  return { kind: 'succeeded', output: { kind: 'foreign', at, ...kept }, ...fields.aside() };
}

const probe: ProviderDescription['probe'] = {
  request: { path: '/account' },
  read: ({ status, body }) => {
    const code = errorIn(body)?.code;
    if (status === 200 && textIn(objectIn(body)?.['username']) !== undefined)
      return { kind: 'ready', balance: null };
    if (status === 401 && code === 'unauthenticated') return { kind: 'login-required' };
    return { kind: 'unreadable', detail: `the account check responded ${code ?? status}` };
  },
};

/** Replicate: models of many makers. */
export const replicate = withoutOptions({
  protocol: 'replicate',
  displayName: 'Replicate',
  endpoints: {
    replicate: {
      baseUrl: 'https://api.replicate.com/v1',
      resultHosts: ['replicate.delivery', '*.replicate.delivery'],
    },
  },
  credential: bearerKey,
  timing: {
    minimumPollIntervalMs: 5_000,
    visibilityLagMs: 600_000,
    reconcileAfterMs: 30_000,
    sendTimeoutMs: 120_000,
    probeEveryMs: 600_000,
  },
  handlesBelongTo: 'account',
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
  poll: {
    request: (task) => ({ path: `/predictions/${encodeURIComponent(textIn(task) ?? '')}` }),
    read: readTask,
  },
  naming,
  find,
  // The prediction itself, once it has ended.
  notice: { read: (body) => workNamed(idIn(objectIn(body)?.['id'])), mark },
  probe,
});
