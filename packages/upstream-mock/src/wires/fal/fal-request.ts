import { type ErrorFact, errorOf, fal as facts, falErrors } from '@filmgate/provider-facts';
import * as z from 'zod';
import { pageAfter } from '../../engine/pages.ts';
import type { ErrorReport, TaskReport, WireCall } from '../../engine/wire-call.ts';
import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import { reportedState } from '../../job/reported-job.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import { appOf } from './fal-submission.ts';

type FalError = Pick<ErrorReport, 'code' | 'status' | 'message' | 'field'>;

/** An error in the shape of models, of the platform or of the edge. */
export function falError(error: FalError): ProviderResponse {
  const { code, status } = error;
  const headers = isOf('model', code)
    ? { 'x-fal-retryable': String(status >= 500) }
    : !isOf('edge', code) && { 'x-fal-error-type': code };
  return { ...jsonReply(status, bodyOf(error)), headers: { ...headers } };
}

/** Body of such a response, which webhooks repeat. */
function bodyOf({ code, message, field }: FalError) {
  if (isOf('model', code)) {
    const loc = ['body', ...(field?.split('.') ?? [])];
    const url = `https://docs.fal.ai/errors/#${code}`;
    return { detail: [{ loc, msg: message, type: code, url }] };
  }
  // Texts of the edge never vary: a caller has nothing else to identify them by.
  if (isOf('edge', code)) return { detail: errorOf(facts, code).message };
  return { detail: message, error_type: code };
}

function isOf(shape: keyof typeof falErrors, code: string): boolean {
  return falErrors[shape].some(([, known]) => known === code);
}

/** True if the request was not started in the time that its caller had set. */
export function missedStart({ canceledAt, deadline }: MockJob): boolean {
  return canceledAt !== undefined && canceledAt === deadline;
}

/** Error of a failed request. */
export function failureOf({ job, failure }: Pick<TaskReport, 'job' | 'failure'>): ErrorFact {
  const ended = missedStart(job) ? 'request_timeout' : 'client_cancelled';
  return errorOf(facts, failure?.code ?? ended);
}

/** URLs of a request. */
export function falLinks(job: MockJob, queue: string) {
  const request = `${queue}/${appOf(job.model)}/requests/${job.id}`;
  return {
    response_url: request,
    status_url: `${request}/status`,
    cancel_url: `${request}/cancel`,
  };
}

/**
 * The status of a request as the official client types it (1.10.1, src/types/common.d.ts). Of errors, only those of the
 * platform are named here, those of models only when the result is read.
 */
export function falStatus(report: TaskReport, queue: string) {
  const { job, state, isOpen, status } = report;
  const { code, status: httpStatus, message } = failureOf(report);
  return {
    status,
    request_id: job.id,
    ...falLinks(job, queue),
    ...(state === 'queued' ? { queue_position: 0 } : { logs: [] }),
    ...(!isOpen && { metrics: { inference_time: (job.endsAt - job.runsAt) / 1_000 } }),
    ...(state === 'failed' && httpStatus >= 499 && { error: message, error_type: code }),
  };
}

/** The result of a successful request; `url` null if a token withholds it. */
export function falResult(job: MockJob, url: string | null) {
  const seed = job.echo['seed'];
  const { id, width, height } = job;
  if (job.mediaType === 'image') {
    const file = { url, width, height, content_type: 'image/png', file_name: `${id}.png` };
    const images = url === null ? [] : [file];
    return { images, ...(seed !== undefined && { seed: Number(seed) }) };
  }
  return {
    video: url === null ? null : { url, content_type: 'video/mp4', file_name: `${id}.mp4` },
    ...(seed !== undefined && { seed: Number(seed) }),
  };
}

/**
 * Webhook of an ended request: its result, or the error that a read of the result would return
 * (fal.ai/docs/documentation/model-apis/inference/webhooks, "Response errors", read 2026-11-28).
 */
export function falWebhook(report: TaskReport) {
  const { job, state, url } = report;
  const ids = { request_id: job.id, gateway_request_id: job.id };
  if (state !== 'failed')
    return { ...ids, status: 'OK', error: null, payload: falResult(job, url) };
  const failure = failureOf(report);
  const error = `Invalid status code: ${failure.status}`;
  return { ...ids, status: 'ERROR', error, payload: bodyOf({ ...failure, field: 'prompt' }) };
}

/**
 * Parameters of a read of the history: one endpoint, a time of submission whose end is exclusive, and pages
 * (`expand=payloads` and the others as callers of `GET /v1/models/requests/by-endpoint` send them, read 2026-11-25).
 */
const querySchema = z.object({
  endpoint_id: z.string().transform(stripMagicTokens),
  cursor: z.string().nullable().default(null),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  start: z.coerce.date().optional(),
  end: z.coerce.date().optional(),
  status: z.enum(['success', 'error']).optional(),
});

/** Finished requests of one endpoint, latest first. */
export function falHistory(jobs: readonly MockJob[], call: WireCall): ProviderResponse {
  const { searchParams } = call.url;
  const { data: query, error } = querySchema.safeParse(Object.fromEntries(searchParams));
  if (query === undefined) return invalidQuery(z.prettifyError(error));
  const { endpoint_id: endpoint, start, end, status } = query;
  const words = { completed: 'success', failed: 'error', queued: null, running: null };
  const found = jobs.filter((job) => {
    const word = words[reportedState(job, call.space.world.clock.now())];
    return (
      job.model === endpoint &&
      (status === undefined ? word !== null : word === status) &&
      (start === undefined || job.acceptedAt >= start.getTime()) &&
      (end === undefined || job.acceptedAt < end.getTime())
    );
  });
  const page = pageAfter(found, query);
  if (page === undefined) return invalidQuery('cursor is unknown');
  const hasPayloads = searchParams.getAll('expand').includes('payloads');
  return jsonReply(200, {
    items: page.items.map((job) => itemOf(job, call, hasPayloads)),
    next_cursor: page.next,
    has_more: page.next !== null,
  });
}

/** The platform's own routes have another error shape than the queue. */
function invalidQuery(message: string): ProviderResponse {
  return jsonReply(400, { error: { type: 'validation_error', message } });
}

/** A finished request as readers of the history expect it; with payloads only if requested. */
function itemOf(job: MockJob, { space, base }: WireCall, hasPayloads: boolean) {
  const { state, failure } = space.report(job, { base });
  const time = (instant: number) => new Date(instant).toISOString();
  const input: unknown = JSON.parse(job.echo['input'] ?? '{}');
  return {
    request_id: job.id,
    endpoint_id: job.model,
    sent_at: time(job.acceptedAt),
    started_at: time(job.runsAt),
    ended_at: time(job.endsAt),
    duration: (job.endsAt - job.runsAt) / 1_000,
    status_code: state === 'failed' ? failureOf({ job, failure }).status : 200,
    ...(hasPayloads && {
      json_input: input,
      json_output: falResult(job, space.links.to(job, base)),
    }),
  };
}
