import { frozenJson, type JsonValue } from '../json/json-value.ts';
import type { GenerationRequest } from './generation-request.ts';
import type { Job } from './job.ts';
import type { ResultFetch } from './result-fetch.ts';

/** Returns a frozen copy of a job, so that no caller or reader can alter the store; frozen parts are not copied. */
export function freezeJob(job: Job): Job {
  return Object.freeze({
    ...job,
    request: frozenRequest(job.request),
    warnings: frozenList(job.warnings),
    refusedBy: Object.isFrozen(job.refusedBy) ? job.refusedBy : Object.freeze([...job.refusedBy]),
    submission: frozenHolder(job.submission),
    handle: frozenHolder(job.handle),
    output: frozenHolder(job.output),
    resultFetch: frozenWait(job.resultFetch),
    result: frozenRecord(job.result),
    failure: frozenRecord(job.failure),
  });
}

/** Like `freezeJob`, for the next value of a stored job, which keeps the request it was accepted with. */
export function freezeNext(stored: Job, next: Job): Job {
  return freezeJob({ ...next, request: stored.request });
}

function frozenRequest(request: GenerationRequest): GenerationRequest {
  if (Object.isFrozen(request)) return request;
  return Object.freeze({ ...request, references: frozenList(request.references) });
}

/** Freezes a list of records without nested parts. */
function frozenList<Item extends object>(list: readonly Item[]): readonly Item[] {
  return Object.isFrozen(list)
    ? list
    : Object.freeze(list.map((item) => Object.freeze({ ...item })));
}

function frozenRecord<Part extends object>(part: Part | null): Part | null {
  return part === null || Object.isFrozen(part) ? part : Object.freeze({ ...part });
}

function frozenWait(wait: ResultFetch | null): ResultFetch | null {
  if (wait === null || Object.isFrozen(wait)) return wait;
  return Object.freeze({ ...wait, unusable: frozenList(wait.unusable) });
}

/** Freezes a part that holds an opaque value. */
function frozenHolder<Part extends { readonly value: JsonValue }>(part: Part | null): Part | null {
  if (part === null || Object.isFrozen(part)) return part;
  return Object.freeze({ ...part, value: frozenJson(part.value) });
}
