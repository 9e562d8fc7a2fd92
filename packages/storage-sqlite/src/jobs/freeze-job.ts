import type { Job } from '@filmgate/core';
import { frozenCopy } from './frozen-copy.ts';

/** A copy of a new job that nobody can change. */
export function freezeJob(job: Job): Job {
  return Object.freeze({
    ...job,
    request: frozenCopy(job.request),
    warnings: frozenCopy(job.warnings),
    refusedBy: frozenCopy(job.refusedBy),
    submission: frozenCopy(job.submission),
    handle: frozenCopy(job.handle),
    output: frozenCopy(job.output),
    result: frozenCopy(job.result),
    failure: frozenCopy(job.failure),
  });
}

/** As `freezeJob`, for the next value of a stored job, which keeps the request it was accepted with. */
export function freezeNext(stored: Job, next: Job): Job {
  return freezeJob({ ...next, request: stored.request });
}
