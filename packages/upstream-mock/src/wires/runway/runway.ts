import { errorOf, runway as facts } from '@filmgate/provider-facts';
import { createWire } from '../../engine/described-wire.ts';
import { json } from '../../engine/json-body.ts';
import { end, other, read, submission } from '../../engine/routes.ts';
import { uuidOf } from '../../engine/task-id.ts';
import type { TaskReport, WireCall } from '../../engine/wire-call.ts';
import { emptyReply, jsonReply } from '../../http/provider-request.ts';
import { runwaySubmissionSchema, runwayTasks } from './runway-submission.ts';

/** The only API version, which calls must request (docs.dev.runwayml.com/api-details/versioning). */
const version = '2024-11-06';

const dayMs = 24 * 3_600_000;
const docUrl = 'https://docs.dev.runwayml.com/api';

/** Runway: tasks of many models, which can be read, cancelled and deleted, but not listed. */
export const createRunway = createWire({
  facts,
  taskId: uuidOf,
  missing: 'not_found',
  wrongMethod: 'method_not_allowed',
  // Links expire after 24 to 48 hours; reads return new ones (@runwayml/sdk 4.20.1, resources/tasks.d.ts).
  kept: { fileMs: Infinity, linkMs: dayMs },
  error: ({ code, status, message, field }) => {
    if (code === facts.unlisted.code) return jsonReply(status, { error: message });
    // Only the text distinguishes errors, so it never varies; problems of a body are issues.
    const error = errorOf(facts, code).message;
    if (code !== 'validation_failed') return jsonReply(status, { error, docUrl });
    const path = field === null ? [] : field.split('.');
    return jsonReply(status, { error, issues: [{ code: 'custom', path, message }], docUrl });
  },
  before: (call) =>
    call.header('x-runway-version') === version ? undefined : call.space.refuse('invalid_version'),
  invalid: ({ field, message }, space) => space.refuse('validation_failed', message, field),
  accepted: ({ job: { id, charge } }) => jsonReply(200, { id, estimatedCost: { credits: charge } }),
  routes: [
    ...runwayTasks.map((task) =>
      submission({ name: task, path: `/v1/${task}`, read: json(runwaySubmissionSchema(task)) }),
    ),
    read({
      name: 'status',
      path: '/v1/tasks/{id}',
      respond: (report, call) => jsonReply(200, taskOf(report, isFull(call))),
    }),
    end({
      name: 'cancel',
      path: '/v1/tasks/{id}',
      act: (job, { space }) => {
        space.end(job);
        return emptyReply(204);
      },
    }),
    other({ name: 'organization', path: '/v1/organization', respond: organization }),
  ],
});

/** True if every slot of the account is in use. */
function isFull({ account, space: { world } }: WireCall): boolean {
  return world.inFlight(account) >= world.account(account).concurrency;
}

/** A task as the official client types it (@runwayml/sdk 4.20.1, resources/tasks.d.ts). */
function taskOf(report: TaskReport, full: boolean) {
  const { job, state, isOpen, status, failure, progress, charged } = report;
  const task = { id: job.id, createdAt: new Date(job.acceptedAt).toISOString() };
  if (isOpen)
    return {
      ...task,
      // A queued task is throttled if its account may not run more.
      status: state === 'queued' && status === facts.states.queued && full ? 'THROTTLED' : status,
      estimatedCost: { credits: job.charge },
      ...(status === facts.states.running && { progress: progress / 100 }),
    };
  const ended = { ...task, status, cost: { credits: charged } };
  if (failure !== null) return { ...ended, failureCode: failure.code, failure: failure.message };
  if (state === 'failed') return ended;
  const { url } = report;
  return { ...ended, output: url === null ? [] : [url] };
}

function organization({ account, space }: WireCall) {
  const { world } = space;
  const since = world.clock.now() - world.clock.scaled(dayMs);
  const { concurrency, credits } = world.account(account);
  const jobs = space.listed(account);
  const perModel = <T>(of: (model: string) => T) =>
    Object.fromEntries(
      [...new Set(jobs.map(({ model }) => model))].map((name) => [name, of(name)]),
    );
  const daily = (name: string) =>
    jobs.filter(({ model, acceptedAt }) => model === name && acceptedAt > since).length;
  return jsonReply(200, {
    creditBalance: world.creditsOf(account),
    tier: {
      maxMonthlyCreditSpend: credits,
      models: perModel(() => ({
        maxConcurrentGenerations: concurrency,
        maxDailyGenerations: null,
      })),
    },
    usage: { models: perModel((model) => ({ dailyGenerations: daily(model) })) },
  });
}
