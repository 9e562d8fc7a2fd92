import type { MockJob, MockJobState } from '../../world/mock-job.ts';
import { falErrorBody } from './fal-errors.ts';
import { falFailure, falResult } from './fal-request.ts';

/**
 * What a webhook says of a request that ended: its result, or what a read of the result would be refused with
 * (fal.ai/docs/documentation/model-apis/inference/webhooks, "Response errors", read 2026-11-28).
 *
 * @param url - null where a token keeps the video back
 */
export function falWebhook(job: MockJob, state: MockJobState, url: string | null) {
  const ids = { request_id: job.id, gateway_request_id: job.id };
  if (state !== 'failed')
    return { ...ids, status: 'OK', error: null, payload: falResult(job, url) };
  const row = falFailure(job);
  const error = `Invalid status code: ${row.status}`;
  return { ...ids, status: 'ERROR', error, payload: falErrorBody(row, 'prompt') };
}
