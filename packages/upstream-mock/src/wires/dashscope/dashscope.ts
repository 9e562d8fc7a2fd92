import { dashscope as facts } from '@filmgate/provider-facts';
import * as z from 'zod';
import { isFrame, mixesFrames } from '../../engine/content-parts.ts';
import { createWire } from '../../engine/described-wire.ts';
import { taskPage } from '../../engine/pages.ts';
import { end, list, read, submission } from '../../engine/routes.ts';
import { receivedReference, unreadToken, type FieldProblem } from '../../engine/sent-fields.ts';
import { videoBody } from '../../engine/sent-video.ts';
import { uuidOf } from '../../engine/task-id.ts';
import type { TaskReport, WireCall, WireSpace } from '../../engine/wire-call.ts';
import { jsonReply } from '../../http/provider-request.ts';
import type { MockJob, MockReference } from '../../job/mock-job.ts';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';

const submitPath = '/api/v1/services/aigc/video-generation/video-synthesis';
const tasksPath = '/api/v1/tasks';

/** A task and its video are kept for 24 hours (…/model-studio/manage-asynchronous-tasks, read 2026-12-01). */
const keptMs = 24 * 3_600_000;

/** Maximum files of one request, by type. */
const most = {
  first_frame: 1,
  last_frame: 1,
  reference_image: 10,
  reference_video: 5,
  reference_audio: 5,
  file: 1,
  link: 1,
};

const bodySchema = z.looseObject({
  model: z.string().min(1).max(200),
  input: z.looseObject({
    prompt: z.string().optional(),
    media: z.array(z.looseObject({ type: z.string(), url: z.string().min(1) })).optional(),
  }),
  parameters: z
    .looseObject({
      resolution: z.enum(['480P', '720P', '1080P']).default('1080P'),
      ratio: z.enum(['adaptive', '21:9', '16:9', '4:3', '1:1', '3:4', '9:16']).default('adaptive'),
      duration: z.union([z.literal(-1), z.int().min(2).max(30)]).default(5),
      audio: z.boolean().default(true),
    })
    .prefault({}),
});

/** Body of Wan 3.0 and 2.7 (…/model-studio/wan3-video-generation-api-reference, read 2026-12-01). */
const dashScopeBody = videoBody(bodySchema, (body) => {
  const { model, input, parameters } = body;
  const { prompt, media = [], ...others } = input;
  const { resolution, ratio, duration, audio } = parameters;
  const files = media.map(({ type, url }) => receivedReference(type, url));
  // A video with frames has their shape.
  const aspectRatio = files.some(isFrame) || ratio === 'adaptive' ? '16:9' : ratio;
  return {
    model,
    prompt,
    durationSeconds: duration === -1 ? 5 : duration,
    aspectRatio,
    resolution,
    audio,
    references: files,
    echo: { SR: resolution.slice(0, -1), ratio: aspectRatio },
    problems: [
      unreadToken({ ...body, input: { media, ...others } }, ['model']),
      prompt === undefined && files.length === 0 && ['input', 'prompt or media is required'],
      filesProblem(files),
      stripMagicTokens(model).startsWith('wan2.7') &&
        (resolution === '480P' || duration > 15) && [
          'parameters',
          'wan2.7 makes 2 to 15 s at 720P or 1080P',
        ],
    ],
  };
});

function filesProblem(files: readonly MockReference[]): FieldProblem {
  for (const [type, limit] of Object.entries(most))
    if (files.filter(({ role }) => role === type).length > limit)
      return ['input.media', `at most ${limit} of ${type}`];
  return mixesFrames(files)
    ? ['input.media', 'reference_xx and first_frame/last_frame exclude each other']
    : undefined;
}

/** DashScope: tasks of Wan, which are listed with nothing but their model, and cancelled while they wait. */
export const createDashScope = createWire({
  facts,
  taskId: uuidOf,
  missing: 'NotFound',
  missingModel: 'ModelNotFound',
  missingTask: ({ id }, space) => unknownTask(id, space),
  kept: { fileMs: keptMs },
  reportedMs: keptMs,
  error: ({ code, status, message, requestId }) =>
    jsonReply(status, { code, message, request_id: requestId }),
  accepted: ({ job: { id }, status }, { space }) =>
    jsonReply(200, {
      output: { task_status: status, task_id: id },
      request_id: space.requestId('create', id),
    }),
  routes: [
    submission('create', submitPath, (call) =>
      call.header('x-dashscope-async') === 'enable'
        ? dashScopeBody(call)
        : call.space.refuse('AccessDenied', 'current user api does not support synchronous calls.'),
    ),
    list('list', `${tasksPath}/`, tasksOf),
    read('status', `${tasksPath}/{id}`, {
      find: ({ account, space, values: { id = '' } }) =>
        space.ownJob(account, id) ?? unknownTask(id, space),
      respond: (report, { space }) => jsonReply(200, taskOf(report, space)),
    }),
    end('cancel', `${tasksPath}/{id}/cancel`, { method: 'POST', act: cancel }),
  ],
});

function unknownTask(id: string, space: WireSpace) {
  const output = { task_id: id, task_status: 'UNKNOWN' };
  return jsonReply(200, { request_id: space.requestId('status', id), output });
}

const names = { page: 'page_no', usual: 10, status: 'status', model: 'model_name' };

/** The times of the query are ignored: no page names their time zone. */
function tasksOf(jobs: readonly MockJob[], call: WireCall) {
  const { space, url } = call;
  const page = taskPage(jobs, call, names);
  if (page === undefined) return space.invalid(null, 'page_no or page_size is not valid');
  const page_size = Number(url.searchParams.get('page_size') ?? names.usual);
  return jsonReply(200, {
    total: page.total,
    data: page.reports.map(({ job, isOpen, status, updatedAt }) => ({
      gmt_create: job.acceptedAt,
      ...(!isOpen && { end_time: updatedAt }),
      model_name: job.model,
      status,
      task_id: job.id,
    })),
    total_page: Math.ceil(page.total / page_size),
    page_no: Number(url.searchParams.get('page_no') ?? 1),
    request_id: space.requestId('list'),
    page_size,
  });
}

function cancel(job: MockJob, { space }: WireCall) {
  if (space.world.jobs.stateOf(job) !== 'queued') return space.refuse('UnsupportedOperation');
  space.end(job);
  return jsonReply(200, { request_id: space.requestId('cancel', job.id) });
}

/** A task as documented; its times are in UTC, because no page names their time zone. */
function taskOf(report: TaskReport, space: WireSpace) {
  const { job, state, isOpen, status, failure, updatedAt, url } = report;
  const { durationSeconds: duration, echo } = job;
  const { SR, ratio } = echo;
  // The mock opens no reference, so a reference video counts no seconds.
  const counts = { duration, input_video_duration: 0, output_video_duration: duration };
  const timeOf = (ms: number) => new Date(ms).toISOString().replace('T', ' ').slice(0, 23);
  return {
    request_id: space.requestId('status', job.id),
    output: {
      task_id: job.id,
      task_status: status,
      submit_time: timeOf(job.acceptedAt),
      ...(!isOpen && { end_time: timeOf(updatedAt) }),
      ...(state === 'completed' && { orig_prompt: job.prompt }),
      ...(url !== null && { video_url: url }),
      ...failure,
    },
    ...(state === 'completed' && {
      usage: { video_count: 1, ...counts, fps: 30, SR: Number(SR), ratio },
    }),
  };
}
