import { fal as facts } from '@filmgate/provider-facts';
import { readKey } from '../../engine/authorization.ts';
import { createWire } from '../../engine/described-wire.ts';
import { end, list, other, read, submission } from '../../engine/routes.ts';
import { uuidOf } from '../../engine/task-id.ts';
import type { TaskReport, WireCall } from '../../engine/wire-call.ts';
import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import type { MockJob } from '../../job/mock-job.ts';
import {
  failureOf,
  falError,
  falHistory,
  falLinks,
  falResult,
  falStatus,
  falWebhook,
  missedStart,
} from './fal-request.ts';
import { falKeySet, falUserId, falWebhookHeaders } from './fal-signature.ts';
import {
  appOf,
  falHosts,
  meantCall,
  queueOf,
  readFalSubmission,
  waitingHost,
} from './fal-submission.ts';

const request = '/{+app}/requests/{id}';

/** fal: the queue of its applications, calls that wait for a result, and the history of finished requests. */
export const createFal = createWire({
  facts,
  hosts: falHosts,
  credential: readKey,
  meant: meantCall,
  taskId: uuidOf,
  missing: 'not_found',
  missingModel: 'not_found',
  tooLong: 'file_too_large',
  // Media are kept for at least 7 days by default (fal.ai/docs, "Media Expiration", read 2026-11-25).
  kept: { fileMs: 7 * 24 * 3_600_000 },
  error: falError,
  invalid: ({ field, message }, space) =>
    field === 'fal_webhook'
      ? space.refuse('bad_request', `${field}: ${message}`)
      : space.refuse(field === 'prompt' ? 'missing' : facts.refusals.invalid, message, { field }),
  accepted: ({ job }, call) => {
    const isDone = call.host === waitingHost;
    const queued = { request_id: job.id, ...falLinks(job, queueOf(call)), queue_position: 0 };
    const video = () => falResult(job, call.space.links.to(job, call.base));
    return ofRequest(job, isDone ? video() : { status: facts.states.queued, ...queued });
  },
  routes: [
    list('list', '/v1/models/requests/by-endpoint', falHistory),
    other('keys', '/.well-known/jwks.json', {
      respond: ({ space }) => jsonReply(200, falKeySet(space.seed)),
      isOpen: true,
    }),
    read('status', `${request}/status`, {
      respond: (report, call) =>
        ofRequest(report.job, falStatus(report, queueOf(call)), report.isOpen ? 202 : 200),
      find: ownRequest,
    }),
    read('result', request, { respond: resultOf, find: ownRequest }),
    read('response', `${request}/response`, { respond: resultOf, find: ownRequest }),
    end('cancel', `${request}/cancel`, {
      act: cancel,
      find: (call) => ownRequest(call) ?? jsonReply(404, { status: 'NOT_FOUND' }),
      method: 'PUT',
    }),
    submission('create', '/{+endpoint}', {
      read: readFalSubmission,
      wait: ({ host }) =>
        host === waitingHost
          ? { respond: resultOf, tooLong: ({ space }) => space.refuse('request_timeout') }
          : undefined,
    }),
  ],
  callback: (report, { job, sentAt, isForged }, { seed }) => {
    const body = JSON.stringify(falWebhook(report));
    const headers = falWebhookHeaders(isForged ? `forger of ${seed}` : seed, {
      requestId: job.id,
      userId: falUserId(seed, job.account),
      timestamp: Math.floor(sentAt / 1_000),
      body: Buffer.from(body),
    });
    return { body, headers };
  },
});

/** The caller's request, if it was made below this application. */
function ownRequest({ account, values, space }: WireCall): MockJob | undefined {
  const job = space.ownJob(account, values['id'] ?? '');
  return job !== undefined && appOf(job.model) === values['app'] ? job : undefined;
}

/** A response about a request, with its id in a header. */
function ofRequest({ id }: MockJob, body: object, status = 200): ProviderResponse {
  return { ...jsonReply(status, body), headers: { 'x-fal-request-id': id } };
}

function resultOf(report: TaskReport, { space }: WireCall): ProviderResponse {
  const { job, state, isOpen } = report;
  if (isOpen) return ofRequest(job, { detail: 'Request is still in progress' }, 400);
  const reply =
    state === 'failed'
      ? space.refuse(failureOf(report).code, undefined, { field: 'prompt' })
      : jsonReply(200, falResult(job, report.url));
  const headers = {
    ...reply.headers,
    'x-fal-request-id': job.id,
    ...(state === 'completed' && { 'x-fal-billable-units': String(job.charge) }),
    ...(missedStart(job) && { 'x-fal-request-timeout-type': 'user' }),
  };
  return { ...reply, headers };
}

function cancel(job: MockJob, { space: { world } }: WireCall): ProviderResponse {
  const state = world.jobs.stateOf(job);
  if (state === 'completed' || state === 'failed')
    return jsonReply(400, { status: 'ALREADY_COMPLETED' });
  world.jobs.cancel(job.id);
  return state === 'queued'
    ? jsonReply(200, { status: 'OK' })
    : jsonReply(202, { status: 'CANCELLATION_REQUESTED' });
}
