import type { JsonValue } from '../json/json-value.ts';
import { describeFailure } from './describe-failure.ts';
import type { JobState } from './job-state.ts';
import type { Job } from './job.ts';

/** Returns the final job without its video, which the trail still describes; state and money stay the same. */
export function withoutResult(job: Job): Job {
  return Object.freeze({
    ...job,
    version: job.version + 1,
    result: null,
    output: null,
    resultFetch: null,
  });
}

/** Returns the final job without its owner's content; the rest is not personal, and proves what was sent and paid. */
export function withoutContent(job: Job): Job {
  const { request, failure } = job;
  return Object.freeze({
    ...withoutResult(job),
    request: Object.freeze({
      ...request,
      prompt: '',
      negativePrompt: null,
      references: Object.freeze([]),
    }),
    warnings: Object.freeze([]),
    submission: null,
    failure: failure === null ? null : describeFailure(failure.code),
  });
}

/** Returns true if a job's content was erased: no job is accepted without a prompt. */
export function isContentErased({ request }: Pick<Job, 'request'>): boolean {
  return request.prompt === '';
}

/** States of jobs that cannot have been sent. */
export const unsentStates = [
  'queued',
  'awaiting_configuration',
  'prepared',
] as const satisfies readonly JobState[];

/** Parts of a trail step that a person or a provider wrote in their own words. */
const freeTexts: ReadonlySet<string> = new Set(['detail', 'note']);

/** Returns the facts of a trail step without texts that may quote content. */
export function erasedDetail(detail: { readonly [key: string]: JsonValue }): {
  readonly [key: string]: JsonValue;
} {
  return Object.freeze(
    Object.fromEntries(
      Object.entries(detail)
        .filter(([name]) => !freeTexts.has(name))
        .map(([name, value]) => [name, Array.isArray(value) ? value.map(withoutFreeTexts) : value]),
    ),
  );
}

function withoutFreeTexts(item: JsonValue): JsonValue {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  return erasedDetail(Object.fromEntries(Object.entries(item)));
}
