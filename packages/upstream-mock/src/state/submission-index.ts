import type { Attempt } from '../records/exchange.ts';
import type { MockJob } from '../job/mock-job.ts';

/** Identification of a submission. */
export type SubmissionName = Pick<MockJob, 'account' | 'correlationId' | 'wire'>;

/** An account over one API. */
export type Caller = Pick<MockJob, 'account' | 'wire'>;

interface CallerJobs {
  /** In order of acceptance. */
  readonly all: Attempt[];
  readonly names: Map<string, Attempt | Attempt[]>;
}

/** Jobs by caller and by the caller's name for them. One name nearly always has one job, which then needs no list. */
export class SubmissionIndex {
  readonly #callers = new Map<string, CallerJobs>();

  /** Attempts without a job are ignored. */
  add(attempt: Attempt): void {
    if (attempt.job === null) return;
    const { correlationId } = attempt.job;
    const caller = callerOf(attempt.job);
    const known: CallerJobs = this.#callers.get(caller) ?? { all: [], names: new Map() };
    this.#callers.set(caller, known);
    const { all, names } = known;
    all.push(attempt);
    const earlier = names.get(correlationId);
    if (earlier === undefined) names.set(correlationId, attempt);
    else if (Array.isArray(earlier)) earlier.push(attempt);
    else names.set(correlationId, [earlier, attempt]);
  }

  /** In order of acceptance, in their current form. */
  of(caller: Caller): readonly MockJob[] {
    return this.#callers.get(callerOf(caller))?.all.flatMap(({ job }) => job ?? []) ?? [];
  }

  /** In order of acceptance, in their current form. */
  find(name: SubmissionName): readonly MockJob[] {
    return this.#attempts(name).flatMap(({ job }) => job ?? []);
  }

  /** Number of jobs at constant cost: a client may send one submission without a name again and again. */
  count(name: SubmissionName): number {
    return this.#attempts(name).length;
  }

  clear(): void {
    this.#callers.clear();
  }

  #attempts(name: SubmissionName): readonly Attempt[] {
    const found = this.#callers.get(callerOf(name))?.names.get(name.correlationId) ?? [];
    return Array.isArray(found) ? found : [found];
  }
}

function callerOf({ wire, account }: Caller): string {
  return JSON.stringify([wire, account]);
}
