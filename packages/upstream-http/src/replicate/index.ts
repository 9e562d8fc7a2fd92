import { fileExtension } from '@filmgate/core';
import { replicate as facts } from '@filmgate/provider-facts';
import type { CallFields } from '../engine/asked-fields.ts';
import type { PollReading } from '../engine/poll-reading.ts';
import { workNamed } from '../engine/task-naming.ts';
import { bodyOf, failedWith, madeAt, type ShownTask } from '../engine/task-reader.ts';
import { dateIn, idIn, objectIn, textIn, wordsIn } from '../json/json-fields.ts';
import { acceptsBy, type Carriage } from '../models/carriage.ts';
import { acceptsHosted, imageInput } from '../models/hosted-images.ts';
import { namedInput, seedOf } from '../models/named-input.ts';
import { factsOf } from '../models/video-model.ts';
import { type BuildFields, type VideoProtocol, videoProtocol } from '../models/video-protocol.ts';
import { imageFamilies, imageModels } from './image-models.ts';
import { families, models, usualNames } from './models.ts';
import { errorIn, factsIn, find, inputFields, mark, pathOf } from './predictions.ts';
import { signature } from './signature.ts';

/**
 * Data URLs are recommended below 1 MB, and files up to 100 MB are uploaded
 * (replicate.com/docs/topics/predictions/input-files, read 2026-12-01). Its own client (replicate 1.4.0) uploads first,
 * and sends at most 10 MB of data URLs in all.
 */
const carriage: Carriage = {
  media: {
    image: {
      contentTypes: ['image/jpeg', 'image/png', 'image/webp'],
      largest: 100_000_000,
      // Base64 makes four bytes of three.
      uploadedAbove: 700_000,
    },
  },
  roles: ['first_frame', 'last_frame', 'reference_image'],
  largestTotal: 10_000_000,
  modelsHaveParts: { least: 2, most: 2 },
};

const accepts = acceptsBy(carriage, models, ({ references, resolution, aspectRatio }, known) => {
  const size = references.length === 0 ? known?.pixels?.[resolution]?.[aspectRatio] : undefined;
  return { kind: 'accepted', size: size ?? 'as-made' };
});

const writes = ['input', 'webhook', 'webhook_events_filter'].concat(
  inputFields.map((name) => `input.${name}`),
);

const build: BuildFields = (order) => {
  const { route, request, correlationId } = order;
  const { prompt, durationSeconds } = request;
  const named = factsOf(models, route)?.input ?? usualNames;
  const parts = namedInput(named, request, { seed: seedOf(correlationId), carriage });
  return callWith({ prompt, duration: durationSeconds, ...parts }, order);
};

function callWith(input: CallFields, { route, noticeUrl: webhook }: Parameters<BuildFields>[0]) {
  const notices = webhook === null ? {} : { webhook, webhook_events_filter: ['completed'] };
  return { path: pathOf(route.model), fields: { input, ...notices } };
}

const hosted = { carriage, models: imageModels };

/** `POST /files`, as the official client sends it (replicate 1.4.0, lib/files.js). */
const upload: VideoProtocol['upload'] = {
  build: ({ sha256, contentType }) => {
    const fileName = `${sha256}.${fileExtension(contentType)}`;
    const file = { name: 'content', fileName, contentType, sha256 };
    return { path: '/files', body: { kind: 'multipart', parts: [file] } };
  },
  read: ({ body }) => textIn(objectIn(objectIn(body)?.['urls'])?.['get']),
};

/** Inputs, outputs and their files are removed an hour later (…/topics/predictions/data-retention, read 2026-11-30). */
const keptForMs = 3_600_000;

const policyWords = /sensitive|flagged|nsfw|moderat|safety|content policy|\(E005\)/i;

/** Reads a finished prediction. Its time (`metrics`) is no cost: official models are billed by seconds, or by image. */
function readMade({ said, fields }: ShownTask): PollReading {
  const { output = null } = said;
  const links = typeof output === 'object' ? Object.values(output ?? {}) : [output];
  const [at, ...more] = links
    .slice(0, 10)
    .filter((link) => typeof link === 'string' && /^https?:/.test(link));
  if (at === undefined && said['data_removed'] === true)
    return { kind: 'unclear', detail: 'succeeded and removed' };
  const ended = fields.read('completed_at', dateIn);
  // Nothing asked for several: the trail says that there are more than the first.
  if (more.length > 0) fields.read('output', () => undefined);
  const isImage = imageModels.some(({ model }) => model === said['model']);
  return madeAt(at, {
    ...(isImage && { mediaType: 'image' }),
    keptUntil: ended === undefined ? undefined : ended + keptForMs,
  });
}

/** No page says what a failed prediction of an official model costs. */
function readFailure({ fields, word }: ShownTask): PollReading {
  const detail = fields.read('error', wordsIn) ?? `prediction ${word}`;
  const kind = policyWords.test(detail) ? 'policy' : 'internal';
  return failedWith({ kind, charge: 'unknown', detail });
}

/** Replicate: models of many makers. */
export const replicate = videoProtocol({
  facts,
  displayName: 'Replicate',
  endpoints: {
    replicate: {
      baseUrl: 'https://api.replicate.com/v1',
      resultHosts: ['replicate.delivery', '*.replicate.delivery'],
    },
  },
  models,
  families,
  images: {
    models: imageModels,
    families: imageFamilies,
    accepts: acceptsHosted(hosted),
    build: (order) => callWith(imageInput(hosted, order), order),
  },
  carriage,
  upload,
  writes,
  accepts,
  build,
  errorIn,
  task: {
    pathOf: (id) => `/predictions/${id}`,
    id: 'id',
    state: 'status',
    isLost: ({ status, code }) => status === 404 && code === 'not_found',
    succeeded: readMade,
    failed: readFailure,
    facts: factsIn,
  },
  find,
  // The prediction itself, once it has ended.
  notice: { read: (body) => workNamed(idIn(objectIn(body)?.['id'])), mark, signature },
  probe: {
    request: { path: '/account' },
    read: (response) =>
      textIn(bodyOf(response)?.['username']) === undefined
        ? undefined
        : { kind: 'ready', balance: null },
  },
});
