import type { MockJob } from './mock-job.ts';

/** What a submission is found by. */
export type SubmissionName = Pick<MockJob, 'account' | 'correlationId' | 'wire'>;

/** Jobs by what their callers named them. One name has one job nearly always, so that one needs no list. */
export class SubmissionIndex {
  readonly #callers = new Map<string, Map<string, MockJob | MockJob[]>>();

  add(job: MockJob): void {
    const caller = callerOf(job);
    const names = this.#callers.get(caller) ?? new Map<string, MockJob | MockJob[]>();
    this.#callers.set(caller, names);
    const earlier = names.get(job.correlationId);
    if (earlier === undefined) names.set(job.correlationId, job);
    else if (Array.isArray(earlier)) earlier.push(job);
    else names.set(job.correlationId, [earlier, job]);
  }

  /** In the order of acceptance. */
  find(name: SubmissionName): readonly MockJob[] {
    const found = this.#callers.get(callerOf(name))?.get(name.correlationId) ?? [];
    return Array.isArray(found) ? found : [found];
  }

  clear(): void {
    this.#callers.clear();
  }
}

function callerOf({ wire, account }: SubmissionName): string {
  return JSON.stringify([wire, account]);
}
