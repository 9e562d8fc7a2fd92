import type { JsonValue } from '../json/json-value.ts';
import { describeFailure } from './describe-failure.ts';
import type { JobState } from './job-state.ts';
import type { Job } from './job.ts';

/** The final job without its video; what the video was stays in the trail. Its standing and its money are what they were. */
export function withoutResult(job: Job): Job {
  return Object.freeze({
    ...job,
    version: job.version + 1,
    result: null,
    output: null,
    resultFetch: null,
  });
}

/**
 * The final job without anything its owner wrote or was given: what is left proves what was sent and paid (ids, model, instants,
 * money, handle), and nothing personal.
 */
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

/** Whether a job's content was erased: no job is accepted without a prompt. */
export function isContentErased({ request }: Pick<Job, 'request'>): boolean {
  return request.prompt === '';
}

/** States of jobs that cannot have been sent. */
export const unsentStates = [
  'queued',
  'awaiting_configuration',
  'prepared',
] as const satisfies readonly JobState[];

/** Parts of a step of the trail a person or an upstream wrote in words of their own. */
const freeTexts: ReadonlySet<string> = new Set(['detail', 'note']);

/** The facts of a step of the trail without texts in which content may be quoted. */
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
