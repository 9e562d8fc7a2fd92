import type { Attempt } from '../evidence/exchange.ts';
import type { MockJob } from './mock-job.ts';

/** What a submission is found by. */
export type SubmissionName = Pick<MockJob, 'account' | 'correlationId' | 'wire'>;

/** Whose jobs are meant: those of an account over one wire. */
export type Caller = Pick<MockJob, 'account' | 'wire'>;

interface CallerJobs {
  /** In the order of acceptance. */
  readonly all: Attempt[];
  readonly names: Map<string, Attempt | Attempt[]>;
}

/** Jobs by their callers, and by what those named them. One name has one job nearly always, so that one needs no list. */
export class SubmissionIndex {
  readonly #callers = new Map<string, CallerJobs>();

  /** What an attempt has no job for is not found. */
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

  /** In the order of acceptance, as they are now. */
  of(caller: Caller): readonly MockJob[] {
    return this.#callers.get(callerOf(caller))?.all.flatMap(({ job }) => job ?? []) ?? [];
  }

  /** In the order of acceptance, as they are now. */
  find(name: SubmissionName): readonly MockJob[] {
    return this.#attempts(name).flatMap(({ job }) => job ?? []);
  }

  /** How many there are. It costs the same among many: a client may send one submission without a name again and again. */
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
