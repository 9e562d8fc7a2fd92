import type { GenerationRequest, JsonValue, Reference, UpstreamError } from '@filmgate/core';
import { minimax as facts } from '@filmgate/provider-facts';
import { documentedRefusals } from '../engine/documented-refusals.ts';
import type { PollReading } from '../engine/poll-reading.ts';
import { readFailedProbe } from '../engine/prove-refusal.ts';
import type {
  CallJson,
  FindRule,
  JsonResponse,
  ProviderDescription,
} from '../engine/provider-description.ts';
import { bearerKey, withoutOptions } from '../engine/provider-description.ts';
import { taskFacts, workNamed } from '../engine/task-naming.ts';
import { FieldReader } from '../json/field-reader.ts';
import {
  countIn,
  figuresIn,
  idIn,
  type JsonObject,
  objectIn,
  textIn,
  wordsIn,
} from '../json/json-fields.ts';
import { taskStateIn } from '../json/task-state.ts';
import { type Carriage, checkCarriage } from '../models/carriage.ts';
import { insertFixed } from '../models/insert-fixed.ts';
import { askedIn, compareListed, numberedList } from '../models/numbered-list.ts';
import { checkByFacts, factsOf } from '../models/video-model.ts';
import { minimaxFamilies, minimaxModels } from './models.ts';

/** Images are sent as data URLs; a reference video costs its own seconds, which no price here includes. */
const carriage: Carriage = {
  media: {
    image: {
      contentTypes: ['image/jpeg', 'image/png', 'image/webp'],
      largest: 30_000_000,
      picture: {
        leastSide: 256,
        mostSide: 5_760,
        mostRatio: 2.5,
        source: 'https://platform.minimax.io/docs/api-reference/video-generation-v2-create',
        read: '2026-11-30',
      },
    },
  },
  roles: ['first_frame', 'last_frame', 'reference_image'],
  // Maximum 64 MB for the whole request, and base64 makes four bytes of three.
  largestTotal: 47_000_000,
};

/** MiniMax's words for the catalog's resolutions. */
const wireResolutions: { readonly [resolution: string]: string } = { '1440p': '2K' };

const queryPath = '/v2/query/video_generation';
const writes = ['model', 'content', 'resolution', 'ratio', 'duration', 'callback_url'];

const build: ProviderDescription['build'] = ({ route, request, noticeUrl }) => {
  const { resolution, aspectRatio, durationSeconds, references } = request;
  const hasFrames = references.some(({ role }) => role.endsWith('_frame'));
  const fields = {
    model: route.model,
    content: contentOf(request),
    resolution: wireResolutions[resolution] ?? resolution.toUpperCase(),
    // Frames determine the shape.
    ratio: hasFrames ? 'adaptive' : aspectRatio,
    duration: durationSeconds,
    ...(noticeUrl !== null && { callback_url: noticeUrl }),
  };
  const value = insertFixed(fields, route, writes);
  return { path: '/v2/video_generation', body: { kind: 'json', value } };
};

function contentOf({ prompt, references }: GenerationRequest): readonly CallJson[] {
  return [{ type: 'text', text: prompt }, ...references.map(imageItem)];
}

function imageItem({ role, sha256, contentType }: Reference): CallJson {
  const url = { $asset: { sha256, contentType, as: 'data-url' } } as const;
  return { type: 'image_url', image_url: { url }, role };
}

/** Returns code and message of an error; undefined for other bodies, and if a task is named too. */
function errorIn(body: JsonValue) {
  const said = objectIn(body) ?? {};
  if (idIn(said['task_id']) !== undefined || said['task'] !== undefined) return undefined;
  const { type, message } = objectIn(said['error']) ?? {};
  if (said['type'] !== 'error' || typeof type !== 'string' || typeof message !== 'string')
    return undefined;
  return { code: /\((\d{4})\)$/.exec(message)?.[1] ?? type, message };
}

const refusals = documentedRefusals(facts);

/** Reads a task's state. An unknown task is a 400 with the number 2001. */
function readTask({ status, body }: JsonResponse, task: JsonValue): PollReading {
  if (status === 400 && errorIn(body)?.code === '2001') return { kind: 'lost' };
  const said = (status === 200 ? taskIn(body) : undefined) ?? {};
  const word = wordsIn(said['status']);
  const fields = new FieldReader(said);
  const id = fields.read('id', idIn);
  const other = id === undefined || id === task ? {} : { namedAs: id };
  switch (taskStateIn(word)) {
    case 'pending':
      return { kind: 'pending', progress: null, ...other, ...fields.aside() };
    case 'succeeded':
      return { ...readVideo(fields, said['content']), ...other };
    case 'failed':
      return { ...readFailure(fields, said, word), ...other };
    case undefined:
      return { kind: 'unclear', detail: `the provider responded ${status}, ${word ?? 'no state'}` };
  }
}

function taskIn(body: JsonValue): JsonObject | undefined {
  return objectIn(objectIn(body)?.['task']);
}

function countsIn(value: JsonValue): JsonObject | undefined {
  const names = ['total_seconds', 'input_seconds', 'output_seconds', 'input_image_count'];
  return figuresIn(objectIn(value), names);
}

/** MiniMax states seconds and images, and no money: they are shown, and the account pays the estimate. */
function readVideo(fields: FieldReader, content: JsonValue | undefined): PollReading {
  const at = textIn(objectIn(content)?.['url']);
  if (at === undefined) return { kind: 'unclear', detail: 'succeeded without a video' };
  const made = fields.figures(['resolution', 'ratio', 'duration']);
  const effective = { ...made, ...fields.read('usage', countsIn) };
  return {
    kind: 'succeeded',
    output: { kind: 'foreign', at },
    ...(Object.keys(effective).length > 0 && { effective }),
    ...fields.aside(),
  };
}

function readFailure(fields: FieldReader, task: JsonObject, word: string | undefined): PollReading {
  const code = idIn(objectIn(task['error'])?.['code']) ?? 'no code';
  const words = fields.read('error', wordsIn);
  const detail = words === undefined ? `task ${word}` : `${code}: ${words}`;
  const seconds = countIn(fields.read('usage', countsIn)?.['total_seconds']) ?? 0;
  // No page says what a failed task costs; seconds are counted of finished ones.
  const charge = seconds > 0 ? 'charged' : 'unknown';
  return {
    kind: 'failed',
    error: { kind: kindOfFailure(code), charge, detail },
    ...fields.aside(),
  };
}

function kindOfFailure(code: string): UpstreamError['kind'] {
  if (code === '1026' || code === '1027') return 'policy';
  return code === '2013' ? 'invalid' : 'internal';
}

/** Compared fields of a task, under the names of its submission. */
const shown = ['model', 'resolution', 'ratio', 'duration'];

/** Searches a lost submission in the list of the last seven days, because a task carries no name of ours. */
const find: FindRule = numberedList({
  path: `${queryPath}?filter.task_type=generation&`,
  pageSize: 100,
  listed: (item, call) => {
    const id = idIn(item['id']);
    if (id === undefined) return undefined;
    const asked = askedIn(call);
    // The list has the requested word or the actual shape.
    const isAny = [asked['ratio'], item['ratio']].some((ratio) => ratio === 'adaptive');
    const names = isAny ? shown.filter((name) => name !== 'ratio') : shown;
    return { task: id, ...taskFacts(item, shown), matches: compareListed(item, asked, names) };
  },
});

/** MiniMax checks the URL before it calls back with the task, unsigned: the response has to repeat its word. */
const notice: ProviderDescription['notice'] = {
  read: (body) => {
    const challenge = textIn(objectIn(body)?.['challenge']);
    if (challenge !== undefined) return { kind: 'challenge', reply: { challenge } };
    return workNamed(idIn(taskIn(body)?.['id']));
  },
};

const probe: ProviderDescription['probe'] = {
  request: { path: `${queryPath}?page_num=1&page_size=1` },
  read: ({ status, body }) => {
    const said = status === 200 ? objectIn(body) : undefined;
    if (Array.isArray(said?.['items']) || countIn(said?.['total']) === 0)
      return { kind: 'ready', balance: null };
    return readFailedProbe(refusals, { status, code: errorIn(body)?.code });
  },
};

/** Hosts in the links of MiniMax's documents, and the two that callers report (read 2026-11-30). */
const resultHosts = [
  'video-product.cdn.minimax.io',
  'cdn.hailuoai.com',
  'public-cdn-video-data-algeng.oss-cn-wulanchabu.aliyuncs.com',
  'algeng-video-infer.oss-cn-shanghai.aliyuncs.com',
];

/** MiniMax's own interface (V2), where H3 is made. */
export const minimax = withoutOptions({
  protocol: 'minimax',
  displayName: 'MiniMax',
  endpoints: {
    'minimax-global': { baseUrl: 'https://api.minimax.io', resultHosts },
    'minimax-cn': { baseUrl: 'https://api.minimax.cn', resultHosts },
  },
  credential: bearerKey,
  timing: {
    minimumPollIntervalMs: 10_000,
    visibilityLagMs: 600_000,
    reconcileAfterMs: 30_000,
    sendTimeoutMs: 120_000,
    probeEveryMs: 600_000,
  },
  handlesBelongTo: 'account',
  unit: 'usd',
  charges: 'success',
  models: minimaxModels,
  families: minimaxFamilies,
  writes,
  // No page names the pixels of a resolution.
  accepts: (route, request) =>
    checkCarriage(carriage, route, request) ??
    checkByFacts(factsOf(minimaxModels, route), request) ?? { kind: 'accepted', size: 'as-made' },
  build,
  readAcceptance: ({ body }) =>
    errorIn(body) === undefined ? idIn(objectIn(body)?.['task_id']) : undefined,
  readRefusal: ({ body }) => errorIn(body),
  refusals,
  poll: {
    request: (task) => ({ path: `${queryPath}/${encodeURIComponent(textIn(task) ?? '')}` }),
    read: readTask,
  },
  naming: {
    taskOf: (id) => id,
    idOf: textIn,
    facts: ({ body }) => taskFacts(taskIn(body) ?? {}, shown),
  },
  find,
  notice,
  probe,
});
