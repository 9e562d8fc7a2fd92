import type { JsonValue, Reference, UpstreamErrorKind } from '@filmgate/core';
import { minimax as facts } from '@filmgate/provider-facts';
import { askedIn } from '../engine/asked-fields.ts';
import type { PollReading } from '../engine/poll-reading.ts';
import type { CallJson, FindRule, ProviderDescription } from '../engine/provider-description.ts';
import { taskFacts, workNamed } from '../engine/task-naming.ts';
import { bodyOf, errorOf, failedWith, madeAt, type ShownTask } from '../engine/task-reader.ts';
import {
  countIn,
  figuresIn,
  idIn,
  type JsonObject,
  objectIn,
  textIn,
} from '../json/json-fields.ts';
import type { Carriage } from '../models/carriage.ts';
import { compareListed, listProbe, numberedList } from '../models/numbered-list.ts';
import { slotOf } from '../models/reference-slots.ts';
import { type BuildFields, videoProtocol } from '../models/video-protocol.ts';
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

const queryPath = '/v2/query/video_generation';
const writes = ['model', 'content', 'resolution', 'ratio', 'duration', 'callback_url'];

const build: BuildFields = ({ route, request, noticeUrl }) => {
  const { prompt, resolution, aspectRatio, durationSeconds, references } = request;
  const hasFrames = references.some(({ role }) => role.endsWith('_frame'));
  const fields = {
    model: route.model,
    content: [{ type: 'text', text: prompt }, ...references.map(imageItem)],
    resolution: resolution === '1440p' ? '2K' : resolution.toUpperCase(),
    // Frames determine the shape.
    ratio: hasFrames ? 'adaptive' : aspectRatio,
    duration: durationSeconds,
    ...(noticeUrl !== null && { callback_url: noticeUrl }),
  };
  return { path: '/v2/video_generation', fields };
};

function imageItem(reference: Reference): CallJson {
  const url = slotOf(reference, 'data-url');
  return { type: 'image_url', image_url: { url }, role: reference.role };
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

function taskIn(body: JsonValue | undefined): JsonObject | undefined {
  return objectIn(objectIn(body)?.['task']);
}

function countsIn(value: JsonValue): JsonObject | undefined {
  const names = ['total_seconds', 'input_seconds', 'output_seconds', 'input_image_count'];
  return figuresIn(objectIn(value), names);
}

/** MiniMax states seconds and images, and no money: they are shown, and the account pays the estimate. */
function readVideo({ said, fields }: ShownTask): PollReading {
  const made = fields.figures(['resolution', 'ratio', 'duration']);
  const effective = { ...made, ...fields.read('usage', countsIn) };
  return madeAt(objectIn(said['content'])?.['url'], { effective });
}

function readFailure(shown: ShownTask): PollReading {
  const { code = '', detail } = errorOf(shown);
  const seconds = countIn(shown.fields.read('usage', countsIn)?.['total_seconds']) ?? 0;
  // No page says what a failed task costs; seconds are counted of finished ones.
  const charge = seconds > 0 ? 'charged' : 'unknown';
  return failedWith({ kind: kindOfFailure(code), charge, detail });
}

function kindOfFailure(code: string): UpstreamErrorKind {
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

/** Hosts in the links of MiniMax's documents, and the two that callers report (read 2026-11-30). */
const resultHosts = [
  'video-product.cdn.minimax.io',
  'cdn.hailuoai.com',
  'public-cdn-video-data-algeng.oss-cn-wulanchabu.aliyuncs.com',
  'algeng-video-infer.oss-cn-shanghai.aliyuncs.com',
];

/** MiniMax's own interface (V2), where H3 is made. */
export const minimax = videoProtocol({
  facts,
  displayName: 'MiniMax',
  endpoints: {
    'minimax-global': { baseUrl: 'https://api.minimax.io', resultHosts },
    'minimax-cn': { baseUrl: 'https://api.minimax.cn', resultHosts },
  },
  timing: { minimumPollIntervalMs: 10_000 },
  models: minimaxModels,
  families: minimaxFamilies,
  carriage,
  writes,
  build,
  acceptedAs: 'task_id',
  errorIn,
  task: {
    pathOf: (id) => `${queryPath}/${id}`,
    id: 'id',
    state: 'status',
    taskIn: (response) => taskIn(bodyOf(response)),
    // An unknown task is a 400 with this number.
    isLost: ({ status, code }) => status === 400 && code === '2001',
    succeeded: readVideo,
    failed: readFailure,
    facts: (said) => taskFacts(said, shown),
  },
  find,
  notice,
  probe: listProbe(`${queryPath}?page_num=1&page_size=1`, 'items'),
});
