import { kling as facts } from '@filmgate/provider-facts';
import { createWire } from '../../engine/described-wire.ts';
import { numberedPage } from '../../engine/pages.ts';
import { list, other, read, reads, submission } from '../../engine/routes.ts';
import { numericId } from '../../engine/task-id.ts';
import type { TaskReport, WireCall, WireSpace } from '../../engine/wire-call.ts';
import { jsonReply } from '../../http/provider-request.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { readKlingCredential } from './kling-credential.ts';
import { klingBody, klingLegacyBody, klingLegacyTasks, klingTasks } from './kling-submission.ts';

/** Maximum tasks of one query. */
const mostIds = 100;

const again = (_earlier: MockJob, _sent: unknown, { space }: WireCall) =>
  space.refuse('1201', 'external_task_id was used before');

/** Kling: the newer system with the model in the path, and the older one below `/v1/videos`. */
export const createKling = createWire({
  facts,
  credential: (call, { world }) => readKlingCredential(call, world.clock.wallNow()),
  taskId: numericId,
  missing: '1203',
  wrongMethod: '1202',
  models: /^kling-[\w.-]{1,60}$/,
  missingModel: '1203',
  tooLong: '1200',
  // Kling removes videos after 30 days (klingai.com/document-api, "Callbacks", read 2026-11-23).
  kept: { fileMs: 30 * 24 * 3_600_000 },
  error: ({ code, status, message, requestId }) =>
    jsonReply(status, { code: Number(code), message, request_id: requestId }),
  // Queries leave unknown tasks out.
  missingTask: ({ echo }, space) => (echo['legacy'] === undefined ? success(space, []) : undefined),
  accepted: (report, { space }) => success(space, taskAsSubmitted(report)),
  callback: (report) => ({ body: JSON.stringify(taskAsSubmitted(report)), headers: {} }),
  routes: [
    ...klingTasks.map((task) =>
      submission(task, `/${task}/{model}`, { read: klingBody(task), again }),
    ),
    reads('status', '/tasks', {
      find: wantedTasks,
      respond: (reports, { space }) => success(space, reports.map(taskOf)),
    }),
    other('account', '/account/costs', costs),
    ...klingLegacyTasks.map((task) =>
      submission(task, `/v1/videos/${task}`, { read: klingLegacyBody(task), again }),
    ),
    list('legacy-list', '/v1/videos/{task}', legacyList),
    read('legacy-status', '/v1/videos/{task}/{id}', {
      respond: (report, { space }) => success(space, legacyTaskOf(report)),
      find: legacyJob,
    }),
  ],
});

function success(space: WireSpace, data: unknown) {
  const id = space.requestId('success', JSON.stringify(data));
  return jsonReply(200, { code: 0, message: 'SUCCEED', request_id: id, data });
}

function wantedTasks({ account, url, space }: WireCall) {
  const ids = url.searchParams.get('task_ids');
  const ownIds = url.searchParams.get('external_task_ids');
  const wanted = (ids ?? ownIds ?? '').split(',').filter((id) => id !== '');
  const [first] = wanted;
  if ((ids === null) === (ownIds === null) || first === undefined || wanted.length > mostIds) {
    const message = `exactly one of task_ids and external_task_ids is required, with 1 to ${mostIds} ids`;
    return space.refuse('1201', message);
  }
  return ids === null
    ? { jobs: wanted.flatMap((id) => space.named(account, id)), searched: `id:${first}` }
    : { jobs: wanted.flatMap((id) => space.ownJob(account, id) ?? []) };
}

/** The job by Kling's id or the caller's own. */
function legacyJob({ account, values, space }: WireCall) {
  const { task, id = '' } = values;
  return [space.ownJob(account, id) ?? [], space.named(account, id)]
    .flat()
    .find(({ echo }) => echo['legacy'] === task);
}

function legacyList(listed: readonly MockJob[], call: WireCall) {
  const { url, values, space } = call;
  const task = klingLegacyTasks.find((known) => known === values['task']);
  if (task === undefined) return space.refuse('1203');
  const pageOf = numberedPage(
    url.searchParams,
    { name: 'pageNum', most: 1_000 },
    { name: 'pageSize', usual: 30 },
  );
  if (pageOf === undefined) return space.refuse('1201');
  const shown = pageOf(listed.filter(({ echo }) => echo['legacy'] === task));
  const tasks = shown.map((job) => legacyTaskOf(space.report(job, call)));
  return success(space, tasks);
}

function costs({ account, space }: WireCall) {
  const pack = {
    resource_pack_name: 'mock',
    resource_pack_type: 'decreasing_total',
    total_quantity: space.world.accounts.settings(account).credits,
    remaining_quantity: space.world.accounts.creditsOf(account),
    status: 'online',
  };
  return success(space, { code: 0, msg: 'SUCCEED', resource_pack_subscribe_infos: [pack] });
}

function videoOf({ job, url }: TaskReport) {
  const duration = String(job.durationSeconds ?? 0);
  return { id: `${job.id}-0`, ...(url !== null && { url }), duration };
}

/** A task of the newer system (klingai.com/document-api, "Callbacks", read 2026-11-23: the same object). */
function taskOf(report: TaskReport) {
  const { job, state, status, failure, updatedAt } = report;
  return {
    id: job.id,
    status,
    message: failure?.message ?? '',
    create_time: job.acceptedAt,
    update_time: updatedAt,
    ...(job.echo['external_id'] !== undefined && { external_id: job.echo['external_id'] }),
    ...(state === 'completed' && {
      outputs: [{ type: 'video', ...videoOf(report) }],
      billing: [{ charge_type: 'unit', amount: String(job.charge), package_type: 'video' }],
    }),
  };
}

/** A task of the older system (the same page). */
function legacyTaskOf(report: TaskReport) {
  const { job, state, isOpen, status, failure, updatedAt, charged } = report;
  const ownId = job.echo['external_id'];
  return {
    task_id: job.id,
    task_status: status === facts.states.completed ? 'succeed' : status,
    task_status_msg: failure?.message ?? '',
    task_info: ownId === undefined ? {} : { external_task_id: ownId },
    created_at: job.acceptedAt,
    updated_at: updatedAt,
    ...(state === 'completed' && { task_result: { videos: [videoOf(report)] } }),
    ...(!isOpen && { final_unit_deduction: String(charged) }),
  };
}

/** A task in the form of the system it was submitted to. */
function taskAsSubmitted(report: TaskReport) {
  return report.job.echo['legacy'] === undefined ? taskOf(report) : legacyTaskOf(report);
}
