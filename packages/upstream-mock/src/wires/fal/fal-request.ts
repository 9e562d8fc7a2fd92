import type { MockJob, MockJobState } from '../../job/mock-job.ts';
import { type ErrorRow, rowOf } from '../../engine/provider-error.ts';
import { appOf } from './fal-address.ts';
import { falErrorBody, falErrors } from './fal-errors.ts';

const words = {
  queued: 'IN_QUEUE',
  running: 'IN_PROGRESS',
  completed: 'COMPLETED',
  failed: 'COMPLETED',
} as const;

/** Error types of failures in the result. */
const failures = {
  policy: 'content_policy_violation',
  internal: 'runner_server_error',
  credits: 'exhausted_balance',
} as const;

/** Error of a failed job. */
export function falFailure({ canceledAt, instructions: { fail } }: MockJob): ErrorRow {
  return rowOf(
    falErrors,
    canceledAt === undefined ? failures[fail ?? 'internal'] : 'client_cancelled',
  );
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
 * The status of a request as the official client types it (1.10.1, src/types/common.d.ts). A failed request is
 * completed, too: only failures of the platform are named here, those of models only when the result is read.
 */
export function falStatus(job: MockJob, state: MockJobState, queue: string) {
  const isOpen = state === 'queued' || state === 'running';
  const { instructions, runsAt, endsAt } = job;
  return {
    status: isOpen && instructions.unknownState ? 'reticulating' : words[state],
    request_id: job.id,
    ...falLinks(job, queue),
    ...(state === 'queued' ? { queue_position: 0 } : { logs: [] }),
    ...(!isOpen && { metrics: { inference_time: (endsAt - runsAt) / 1_000 } }),
    ...(state === 'failed' && platformError(falFailure(job))),
  };
}

function platformError({ code, status, message }: ErrorRow) {
  return status >= 499 ? { error: message, error_type: code } : {};
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
 *
 * @param url - null if a token withholds the video
 */
export function falWebhook(job: MockJob, state: MockJobState, url: string | null) {
  const ids = { request_id: job.id, gateway_request_id: job.id };
  if (state !== 'failed')
    return { ...ids, status: 'OK', error: null, payload: falResult(job, url) };
  const row = falFailure(job);
  const error = `Invalid status code: ${row.status}`;
  return { ...ids, status: 'ERROR', error, payload: falErrorBody(row, 'prompt') };
}

/** A finished request in the history, as its callers read it; with payloads only if requested. */
export function falHistoryItem(job: MockJob, state: MockJobState, output: object | null) {
  const time = (instant: number) => new Date(instant).toISOString();
  return {
    request_id: job.id,
    endpoint_id: job.model,
    sent_at: time(job.acceptedAt),
    started_at: time(job.runsAt),
    ended_at: time(job.endsAt),
    duration: (job.endsAt - job.runsAt) / 1_000,
    status_code: state === 'failed' ? falFailure(job).status : 200,
    ...(output !== null && {
      json_input: jsonOf(job.echo['input'] ?? '{}'),
      json_output: output,
    }),
  };
}

function jsonOf(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return value;
}
