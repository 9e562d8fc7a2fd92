import { errorOf, minimax as facts } from '@filmgate/provider-facts';
import * as z from 'zod';
import {
  type ContentPart,
  contentPartSchema,
  filesOf,
  isFrame,
  mediaOf,
  mixesFrames,
  textsOf,
} from '../../engine/content-parts.ts';
import { createWire } from '../../engine/described-wire.ts';
import { end, list, read, submission } from '../../engine/routes.ts';
import { type FieldProblem, unreadToken } from '../../engine/sent-fields.ts';
import { videoBody } from '../../engine/sent-video.ts';
import { numericId } from '../../engine/task-id.ts';
import { taskPage } from '../../engine/pages.ts';
import type { TaskReport, WireCall } from '../../engine/wire-call.ts';
import { jsonReply, textReply } from '../../http/provider-request.ts';
import type { MockJob, MockReference } from '../../job/mock-job.ts';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';

const dayMs = 24 * 3_600_000;

/** Tasks are kept for 7 days (platform.minimax.io/docs/api-reference/video-generation-v2-query, read 2026-11-28). */
const keptMs = 7 * dayMs;

const types: ReadonlyMap<number, string> = new Map([
  [400, 'bad_request_error'],
  [401, 'authorized_error'],
  [402, 'insufficient_balance_error'],
  [403, 'permission_error'],
  [422, 'unprocessable_entity_error'],
  [429, 'rate_limit_error'],
  [500, 'server_error'],
  [529, 'overloaded_error'],
]);

const ratios = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;

/** The faster model supports less; any other name means the usual one. */
const fastModel = 'MiniMax-H3-Max';

const bodySchema = z.looseObject({
  model: z.string().min(1).max(200),
  content: z.array(contentPartSchema).min(1).max(64),
  resolution: z.enum(['480P', '768P', '2K']).optional(),
  ratio: z.enum([...ratios, 'adaptive']).optional(),
  duration: z.int().max(15).default(5),
  aigc_watermark: z.boolean().default(false),
  callback_url: z.string().optional(),
});

/** Maximum files of one request, by role. */
const most: { readonly [role: string]: number } = {
  first_frame: 1,
  last_frame: 1,
  reference_image: 9,
  reference_video: 3,
  reference_audio: 3,
};

/** Body of `POST /v2/video_generation` (documents, `@ai-sdk/minimax` 3.0.45, read 2026-11-28). Ignores other fields. */
const minimaxBody = videoBody(bodySchema, (body) => {
  const { content, model, ratio = 'adaptive', duration, callback_url: url } = body;
  const isFast = stripMagicTokens(model) === fastModel;
  const [least, lacking] = isFast ? [5, '2K'] : [4, '480P'];
  const resolution = body.resolution ?? (isFast ? '768P' : '2K');
  const files = filesOf(content);
  return {
    model,
    prompt: textsOf(content).join(' '),
    durationSeconds: duration,
    // A video with frames has their shape, whatever the ratio.
    aspectRatio: files.some(isFrame) ? 'adaptive' : ratio,
    resolution,
    references: files,
    echo: { resolution },
    callback: { url, field: 'callback_url', events: ['processing', 'ended'] },
    problems: [
      unreadToken({ ...body, content: mediaOf(content) }, ['model']),
      contentProblem(content),
      filesProblem(files),
      files.length === 0 &&
        ratio === 'adaptive' && ['ratio', 'is required for text to video, and not adaptive'],
      duration < least && ['duration', `${model} makes videos of ${least} to 15 seconds`],
      body.resolution === lacking && ['resolution', `${model} makes no video of ${lacking}`],
      isFast && !files.every(isFrame) && ['content', `${model} accepts no references`],
    ],
  };
});

function contentProblem(content: readonly ContentPart[]): FieldProblem {
  const [text, ...more] = textsOf(content);
  if (text === undefined)
    return ['content', 'must include a non-empty text item (prompt is required)'];
  if (more.length > 0) return ['content', 'must include only one text item'];
  return text.length > 7_000 ? ['content', 'a text has at most 7000 characters'] : undefined;
}

function filesProblem(files: readonly MockReference[]): FieldProblem {
  const count = (role: string) => files.filter((file) => file.role === role).length;
  const [role] = Object.entries(most).find(([name, limit]) => count(name) > limit) ?? [];
  if (role !== undefined) return ['content', `at most ${most[role]} of ${role}`];
  if (mixesFrames(files)) return ['content', 'frames and references exclude each other'];
  if (count('last_frame') > count('first_frame'))
    return ['content', 'a last_frame requires a first_frame'];
  return count('reference_audio') > 0 && count('reference_audio') === files.length
    ? ['content', 'a reference_audio requires an image or a video']
    : undefined;
}

/** MiniMax: V2, where tasks of H3 are made, listed, cancelled and deleted. */
export const createMiniMax = createWire({
  facts,
  taskId: numericId,
  missing: '2001',
  // Links expire after an undocumented time, and each read returns a new one: callers see about a day.
  kept: { fileMs: keptMs, linkMs: dayMs },
  reportedMs: keptMs,
  error: ({ code, status, message, requestId }) => {
    const isListed = code !== facts.unlisted.code;
    const error = {
      // An error under 200 keeps its type.
      type: types.get(isListed ? errorOf(facts, code).status : status),
      message: `${message} (${code})`,
      http_code: String(status),
    };
    return jsonReply(status, { type: 'error', error, request_id: requestId });
  },
  unknownRoute: (message) => textReply(404, 'text/plain', `404 page not found: ${message}`),
  invalid: ({ field, message }, space) =>
    space.refuse('2013', `invalid params, ${field === null ? '' : `${field}: `}${message}`),
  accepted: ({ job: { id } }) => jsonReply(200, { task_id: id }),
  callback: (report) => ({ body: JSON.stringify({ task: taskOf(report) }), headers: {} }),
  routes: [
    submission('create', '/v2/video_generation', minimaxBody),
    list('list', '/v2/query/video_generation', tasksOf),
    read('status', '/v2/query/video_generation/{id}', (report) =>
      jsonReply(200, { task: taskOf(report) }),
    ),
    end('cancel', '/v2/video_generation/{id}', remove),
  ],
});

/** The list is of all tasks: a `task_id` in the query is ignored, as MiniMax does. */
function tasksOf(jobs: readonly MockJob[], call: WireCall) {
  const type = call.url.searchParams.get('filter.task_type') ?? 'generation';
  const page = taskPage(type === 'generation' ? jobs : [], call);
  if (page === undefined)
    return call.space.invalid(null, 'page_num and page_size must be from 1 to 500');
  return jsonReply(200, { items: page.reports.map(taskOf), total: page.total });
}

/** A queued task is cancelled, an ended one is deleted (…/video-generation-v2-delete, read 2026-11-28). */
function remove(job: MockJob, call: WireCall) {
  const { space } = call;
  if (space.world.jobs.stateOf(job) === 'running' || job.canceledAt !== undefined) {
    const { status } = space.report(job, call);
    return space.invalid(null, `a task that is ${status} cannot be deleted`);
  }
  const action = space.end(job) ? 'cancelled' : 'deleted';
  return jsonReply(200, { task_id: job.id, action, status: action });
}

/** A task in reads and lists (platform.minimax.io/docs/api-reference/video-generation-v2-query, read 2026-11-28). */
function taskOf({ job, state, status, failure, updatedAt, url }: TaskReport) {
  return {
    id: job.id,
    model: job.model,
    status,
    ...(failure !== null && { error: failure }),
    created_at: Math.floor(job.acceptedAt / 1_000),
    updated_at: Math.floor(updatedAt / 1_000),
    ...(state === 'completed' && { content: url === null ? {} : { url } }),
    resolution: job.echo['resolution'],
    duration: job.durationSeconds,
    usage: state === 'completed' ? usageOf(job) : {},
    ratio: job.aspectRatio,
    task_type: 'generation',
    modality: 'video',
  };
}

/** The mock opens no reference, so a reference video counts no seconds. */
function usageOf({ durationSeconds, references }: MockJob) {
  return {
    total_seconds: durationSeconds,
    input_seconds: 0,
    output_seconds: durationSeconds,
    input_image_count: references.filter(({ role }) => /_frame$|_image$/.test(role)).length,
  };
}
