import { ark as facts } from '@filmgate/provider-facts';
import { createWire } from '../../engine/described-wire.ts';
import { json } from '../../engine/json-body.ts';
import { end, list, read, submission } from '../../engine/routes.ts';
import { readTaskQuery } from '../../engine/task-query.ts';
import type { TaskReport, WireCall } from '../../engine/wire-call.ts';
import { jsonReply } from '../../http/provider-request.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { arkSubmissionSchema } from './ark-submission.ts';

const path = '/api/v3/contents/generations/tasks';
const dayMs = 24 * 3_600_000;
const framesPerSecond = 24;

/** Ark (BytePlus ModelArk, Volcengine): tasks of Seedance, without idempotency keys. */
export const createArk = createWire({
  facts,
  taskId: (digits) => `cgt-${digits}`,
  missing: 'ResourceNotFound',
  models: /seedance|^ep-[\w-]+$/,
  missingModel: 'InvalidEndpointOrModel.NotFound',
  tooLong: 'RequestBodyTooLarge',
  // Limits of docs.byteplus.com/en/docs/ModelArk (read 2026-11-22).
  reportedMs: 7 * dayMs,
  kept: { fileMs: dayMs },
  error: ({ code, status, message }) => {
    const type = status === 401 ? 'Unauthorized' : 'BadRequest';
    return jsonReply(status, { error: { code, message, param: '', type } });
  },
  invalid: ({ field, message }, space) =>
    field === 'model' || field === 'content'
      ? space.refuse('MissingParameter', message)
      : undefined,
  accepted: ({ job: { id } }) => jsonReply(200, { id }),
  callback: (report) => ({ body: JSON.stringify(taskOf(report)), headers: {} }),
  routes: [
    submission({ name: 'create', path, read: json(arkSubmissionSchema) }),
    list({ name: 'list', path, respond: tasksOf }),
    read({
      name: 'status',
      path: `${path}/{id}`,
      respond: (report) => jsonReply(200, taskOf(report)),
    }),
    end({ name: 'cancel', path: `${path}/{id}`, act: remove }),
  ],
});

function tasksOf(jobs: readonly MockJob[], call: WireCall) {
  const { url, space } = call;
  const query = readTaskQuery(url.searchParams);
  if (query === undefined) return space.refuse('InvalidParameter');
  const reports = jobs
    .map((job) => space.report(job, call))
    .filter(({ job, status }) => query.fits(job, () => status));
  return jsonReply(200, { total: reports.length, items: query.pageOf(reports).map(taskOf) });
}

/** A queued task is cancelled, an ended one deleted (docs.composio.dev/toolkits/byte_plus_ark, read 2026-11-28). */
function remove(job: MockJob, { space }: WireCall) {
  if (space.world.stateOf(job) === 'running') return space.refuse('TaskRunningCannotCancel');
  space.end(job);
  return jsonReply(200, {});
}

/** Tokens charged for a video, from its pixels, frames and seconds (Ark's page of prices, read 2026-11-22). */
function tokensOf({ width, height, durationSeconds }: MockJob): number {
  return Math.ceil((width * height * framesPerSecond * (durationSeconds ?? 0)) / 1_024);
}

/**
 * A task as Ark returns it, with status 200 even if it failed (`volcengine/volcengine-python-sdk`,
 * content_generation_task.py, read 2026-11-23).
 */
function taskOf({ job, state, status, failure, updatedAt, url }: TaskReport) {
  const tokens = tokensOf(job);
  const { execution_expires_after: expiresAfter, ...echo } = job.echo;
  return {
    id: job.id,
    model: job.model,
    status,
    created_at: Math.floor(job.acceptedAt / 1_000),
    updated_at: Math.floor(updatedAt / 1_000),
    resolution: job.resolution,
    ratio: job.aspectRatio,
    duration: job.durationSeconds,
    framespersecond: framesPerSecond,
    generate_audio: job.audio,
    ...echo,
    ...(expiresAfter !== undefined && { execution_expires_after: Number(expiresAfter) }),
    ...(state === 'completed' && {
      content: url === null ? {} : { video_url: url },
      usage: { completion_tokens: tokens, total_tokens: tokens },
    }),
    ...(failure !== null && { error: failure }),
  };
}
