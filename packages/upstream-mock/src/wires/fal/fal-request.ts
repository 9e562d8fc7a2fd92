import { errorOf, type ErrorFact, fal as facts, falErrors } from '@filmgate/provider-facts';
import type { ErrorReport, TaskReport } from '../../engine/wire-call.ts';
import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { appOf } from './fal-address.ts';

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
  return {
    video: url === null ? null : { url, content_type: 'video/mp4', file_name: `${job.id}.mp4` },
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
