import type { JsonValue, MediaType, UpstreamErrorKind } from '@filmgate/core';
import { fal as facts } from '@filmgate/provider-facts';
import type { PollReading } from '../engine/poll-reading.ts';
import { bearerKey, type JsonResponse } from '../engine/provider-description.ts';
import { workNamed } from '../engine/task-naming.ts';
import { bodyOf, failedWith, madeAt } from '../engine/task-reader.ts';
import { FieldReader } from '../json/field-reader.ts';
import {
  idIn,
  type JsonObject,
  objectIn,
  objectsAmong,
  textIn,
  wordsIn,
} from '../json/json-fields.ts';
import { taskStateIn } from '../json/task-state.ts';
import type { Carriage } from '../models/carriage.ts';
import { acceptsHosted, imageInput } from '../models/hosted-images.ts';
import { namedInput, seedOf } from '../models/named-input.ts';
import { factsOf } from '../models/video-model.ts';
import { type BuildFields, videoProtocol } from '../models/video-protocol.ts';
import { imageFamilies, imageModels } from './image-models.ts';
import { families, models, usualNames } from './models.ts';
import {
  errorIn,
  type FalError,
  find,
  historyOf,
  idOf,
  inputFields,
  naming,
  pathOf,
  requestOf,
} from './requests.ts';
import { signature } from './signature.ts';

/**
 * Images are sent as data URLs, which fal accepts of some models (fal.ai/docs/documentation/model-apis/fal-cdn, read
 * 2026-11-30). No page limits them; Seedance and Kling accept files of 30 MB and more.
 */
const carriage: Carriage = {
  media: {
    image: { contentTypes: ['image/jpeg', 'image/png', 'image/webp'], largest: 10_000_000 },
  },
  roles: ['first_frame', 'last_frame', 'reference_image'],
  largestTotal: 20_000_000,
  modelsHaveParts: { least: 2, most: 6 },
};

const build: BuildFields = (order) => {
  const { route, request, correlationId } = order;
  const { input: names, unit } = factsOf(models, route) ?? { input: usualNames, unit: '' };
  const resolution = request.resolution === '2160p' ? '4k' : request.resolution;
  const parts = namedInput(
    names,
    { ...request, resolution },
    { seed: seedOf(correlationId), carriage },
  );
  const duration = `${request.durationSeconds}${unit}`;
  return { ...callOf(order), fields: { prompt: request.prompt, duration, ...parts } };
};

function callOf({ route, noticeUrl }: Parameters<BuildFields>[0]) {
  const query = noticeUrl === null ? '' : `?fal_webhook=${encodeURIComponent(noticeUrl)}`;
  // Otherwise fal itself makes up to ten attempts.
  return { path: `/${route.model}${query}`, headers: { 'x-fal-no-retry': '1' } };
}

const hosted = { carriage, models: imageModels };

/** Reads a request's state; of an ended one, which may have failed, the result. */
function readTask(
  { status, body }: JsonResponse,
  task: JsonValue,
  result?: JsonResponse,
): PollReading {
  if (status === 404 && errorIn(body)?.code === 'not_found') return { kind: 'lost' };
  const said = objectIn(body) ?? {};
  const fields = new FieldReader(said);
  const id = fields.read('request_id', idIn);
  const isOther = id !== undefined && id !== idOf(task);
  const aside = { ...fields.aside(), ...(isOther && { namedAs: { ...objectIn(task), id } }) };
  const word = wordOf({ status, body });
  if (taskStateIn(word) === 'pending') return { kind: 'pending', progress: null, ...aside };
  if (result === undefined)
    return { kind: 'unclear', detail: `the provider responded ${status}, ${word ?? 'no state'}` };
  const makes = objectIn(task)?.['makes'] === 'image' ? 'image' : 'video';
  return { ...aside, ...readResult(result, { state: said, makes }) };
}

function wordOf({ status, body }: JsonResponse): string | undefined {
  const isState = status === 200 || status === 202;
  return isState ? wordsIn(objectIn(body)?.['status']) : undefined;
}

/** Reads what an ended request left: a video or an image, or an error of its own. */
function readResult(
  { status, body }: JsonResponse,
  { state, makes }: { readonly state: JsonObject; readonly makes: MediaType },
): PollReading {
  if (status === 200) return readMade(objectIn(body) ?? {}, makes);
  const error = errorIn(body);
  if (error === undefined || !isOwn(error, state)) {
    const code = error?.code ?? 'no error of fal';
    return { kind: 'unclear', detail: `the result responded ${status}, ${code}` };
  }
  const { code, message } = error;
  // Server errors are never charged; of an input that was found invalid late, its time may be
  // (fal.ai/docs/model-apis/faq, read 2026-11-30).
  const charge = status >= 500 ? 'not-charged' : 'unknown';
  return failedWith({ kind: kindOfFailure(code, status), charge, detail: `${code}: ${message}` });
}

/** True for an error of the request itself: one of the platform may be of this read, unless the state has it, too. */
function isOwn({ by, code }: FalError, state: JsonObject): boolean {
  return by === 'model' || (by === 'platform' && state['error_type'] === code);
}

function kindOfFailure(code: string, status: number): UpstreamErrorKind {
  if (code === 'content_policy_violation') return 'policy';
  // A model that made nothing, or a file that it could not fetch, is no fault of the input.
  const isInput = status === 422 && !['no_media_generated', 'file_download_error'].includes(code);
  return isInput ? 'invalid' : 'internal';
}

/** Figures of a video or an image, beside its seed. */
const figures = ['width', 'height', 'duration', 'fps'];

const withArticle = { video: 'a video', image: 'an image' } as const;

/**
 * Reads a video or an image, alone or in a list: fal states none of its cost in a body. Of several, which nothing asked
 * for, the first is the result, and the trail says that there are more.
 */
function readMade(said: JsonObject, makes: MediaType): PollReading {
  const list = objectsAmong(said[`${makes}s`]) ?? [];
  const all = [objectIn(said[makes]) ?? {}, ...list];
  const [made, ...more] = all.filter(({ url }) => /^https?:/.test(textIn(url) ?? ''));
  if (made === undefined)
    return { kind: 'unclear', detail: `completed without ${withArticle[makes]}` };
  const [fields, ofMade] = [new FieldReader(said), new FieldReader(made)];
  const effective = { ...ofMade.figures(figures), ...fields.figures(['seed']) };
  const unread = [ofMade, fields].flatMap((reader) => reader.aside().unread ?? []);
  if (more.length > 0) unread.push(`${makes}s`);
  const reading = madeAt(made['url'], {
    effective,
    ...(makes === 'image' && { mediaType: makes }),
  });
  return { ...reading, ...(unread.length > 0 && { unread }) };
}

/** fal: models of many makers, each at an endpoint of its own. */
export const fal = videoProtocol({
  facts,
  displayName: 'fal',
  endpoints: {
    fal: {
      baseUrl: 'https://queue.fal.run',
      resultHosts: ['fal.media', '*.fal.media'],
      origins: { platform: 'https://api.fal.ai', keys: 'https://rest.fal.ai' },
    },
  },
  credential: { ...bearerKey, headers: (secret) => ({ authorization: `Key ${secret}` }) },
  models,
  families,
  images: {
    models: imageModels,
    families: imageFamilies,
    accepts: acceptsHosted(hosted),
    build: (order) => ({ ...callOf(order), fields: imageInput(hosted, order) }),
  },
  carriage,
  // With `sync_mode` the result would be in no history, and no link to it in the response.
  writes: [...inputFields, 'sync_mode'],
  build,
  readAcceptance: ({ body }, call) => {
    const id = idIn(objectIn(body)?.['request_id']);
    return id === undefined ? undefined : requestOf(id, call);
  },
  errorIn,
  task: {
    naming,
    poll: {
      request: (task) => ({ path: `${pathOf(task)}/status` }),
      second: (state, task) => {
        const meaning = taskStateIn(wordOf(state));
        return meaning === undefined || meaning === 'pending' ? undefined : { path: pathOf(task) };
      },
      read: readTask,
    },
  },
  find,
  // fal calls back once with the result (fal.ai/docs/documentation/model-apis/inference/webhooks, read 2026-11-28).
  notice: { read: (body) => workNamed(idIn(objectIn(body)?.['request_id'])), signature },
  probe: {
    request: historyOf(`endpoint_id=${encodeURIComponent(models[0]?.model ?? '')}&limit=1`),
    read: (response) => {
      if (Array.isArray(bodyOf(response)?.['items'])) return { kind: 'ready', balance: null };
      // The platform has errors of another form.
      const type = textIn(objectIn(objectIn(response.body)?.['error'])?.['type']);
      const isError = errorIn(response.body) !== undefined || type !== undefined;
      return response.status === 401 && isError ? { kind: 'login-required' } : undefined;
    },
  },
});
