import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { rowOf } from '../../engine/provider-error.ts';
import { uuidOf } from '../../engine/task-id.ts';
import type { Dialect } from '../../engine/dialect-runtime.ts';
import type { FalAddress } from './fal-address.ts';
import { falErrorReply, falErrors } from './fal-errors.ts';
import { falLinks, falResult } from './fal-request.ts';

/** Responses to a submission to the queue. */
export function falQueueDialect({ queue }: FalAddress): Dialect {
  const accepted = (job: MockJob) => ({
    status: 'IN_QUEUE',
    request_id: job.id,
    ...falLinks({ ...job, model: stripMagicTokens(job.model) }, queue),
    queue_position: 0,
  });
  return {
    wire: 'fal',
    errors: falErrors,
    taskId: uuidOf,
    error: (row) => falErrorReply(row),
    accepted: (job) => ofRequest(job, jsonReply(200, accepted(job))),
    acceptedWithoutId: () => jsonReply(200, { status: 'IN_QUEUE', queue_position: 0 }),
    garbled: '{"status":"IN_QUEUE","request_id":"',
    unknownTask: () => falErrorReply(rowOf(falErrors, 'not_found')),
  };
}

/**
 * Responses to a submission to `fal.run`: the result or the error of the model, and only the id of its request, in a
 * header (docs.fal.ai/model-apis/model-endpoints/synchronous-requests, read 2026-11-28).
 */
export function falRunDialect(
  address: FalAddress,
  words: Required<Pick<Dialect, 'accepted' | 'late'>>,
): Dialect {
  return {
    ...falQueueDialect(address),
    ...words,
    acceptedWithoutId: (job) => jsonReply(200, falResult(job, null)),
    garbled: '{"video":{"url":"',
  };
}

/** Adds the id of the request, which fal sends in a header. */
export function ofRequest({ id }: MockJob, reply: ProviderResponse): ProviderResponse {
  return { ...reply, headers: { ...reply.headers, 'x-fal-request-id': id } };
}
