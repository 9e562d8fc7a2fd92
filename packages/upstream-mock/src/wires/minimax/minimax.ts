import { errorOf, minimax as facts } from '@filmgate/provider-facts';
import { createWire } from '../../engine/described-wire.ts';
import { json } from '../../engine/json-body.ts';
import { end, list, read, submission } from '../../engine/routes.ts';
import { numericId } from '../../engine/task-id.ts';
import { readTaskQuery } from '../../engine/task-query.ts';
import type { TaskReport } from '../../engine/wire-call.ts';
import { jsonReply, textReply } from '../../http/provider-request.ts';
import { minimaxSubmissionSchema } from './minimax-submission.ts';

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
    submission({
      name: 'create',
      path: '/v2/video_generation',
      read: json(minimaxSubmissionSchema),
    }),
    // A `task_id` in the query is ignored, as MiniMax does: the list is of all tasks.
    list({
      name: 'list',
      path: '/v2/query/video_generation',
      respond: (jobs, call) => {
        const { space, url } = call;
        const query = readTaskQuery(url.searchParams);
        if (query === undefined)
          return space.invalid(null, 'page_num and page_size must be from 1 to 500');
        const type = url.searchParams.get('filter.task_type') ?? 'generation';
        const fitting = jobs.filter(
          (job) => type === 'generation' && query.fits(job, () => space.report(job, call).status),
        );
        const items = query.pageOf(fitting).map((job) => taskOf(space.report(job, call)));
        return jsonReply(200, { items, total: fitting.length });
      },
    }),
    read({
      name: 'status',
      path: '/v2/query/video_generation/{id}',
      respond: (report) => jsonReply(200, { task: taskOf(report) }),
    }),
    // A queued task is cancelled, an ended one is deleted (…/video-generation-v2-delete, read 2026-11-28).
    end({
      name: 'cancel',
      path: '/v2/video_generation/{id}',
      act: (job, call) => {
        const { space } = call;
        if (space.world.stateOf(job) === 'running' || job.canceledAt !== undefined) {
          const { status } = space.report(job, call);
          return space.invalid(null, `a task that is ${status} cannot be deleted`);
        }
        const action = space.end(job) ? 'cancelled' : 'deleted';
        return jsonReply(200, { task_id: job.id, action, status: action });
      },
    }),
  ],
});

/** A task in reads and lists (platform.minimax.io/docs/api-reference/video-generation-v2-query, read 2026-11-28). */
function taskOf(report: TaskReport) {
  const { job, state, status, failure, updatedAt } = report;
  const url = state === 'completed' ? report.url : null;
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
    usage: state === 'completed' ? usageOf(report) : {},
    ratio: job.aspectRatio,
    task_type: 'generation',
    modality: 'video',
  };
}

/** The mock opens no reference, so a reference video counts no seconds. */
function usageOf({ job: { durationSeconds, references } }: TaskReport) {
  return {
    total_seconds: durationSeconds,
    input_seconds: 0,
    output_seconds: durationSeconds,
    input_image_count: references.filter(({ role }) => /_frame$|_image$/.test(role)).length,
  };
}
