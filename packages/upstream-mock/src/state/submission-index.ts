import type { MockJob } from '../job/mock-job.ts';
import type { AcceptedAttempt } from '../records/exchange.ts';

/** Identification of a submission. */
type SubmissionName = Pick<MockJob, 'account' | 'correlationId' | 'wire'>;

/** Accepted submissions by the caller's names for them. One name nearly always has one, which then needs no list. */
export class SubmissionIndex {
  /** By account and API, and by name. */
  readonly #callers = new Map<string, Map<string, AcceptedAttempt | AcceptedAttempt[]>>();

  add(attempt: AcceptedAttempt): void {
    const { wire, account, correlationId } = attempt.job;
    const caller = JSON.stringify([wire, account]);
    const names =
      this.#callers.get(caller) ?? new Map<string, AcceptedAttempt | AcceptedAttempt[]>();
    this.#callers.set(caller, names);
    const earlier = names.get(correlationId);
    if (Array.isArray(earlier)) earlier.push(attempt);
    else names.set(correlationId, earlier === undefined ? attempt : [earlier, attempt]);
  }

  /** In order of acceptance. */
  find({ wire, account, correlationId }: SubmissionName): readonly AcceptedAttempt[] {
    const found = this.#callers.get(JSON.stringify([wire, account]))?.get(correlationId) ?? [];
    return Array.isArray(found) ? found : [found];
  }

  clear(): void {
    this.#callers.clear();
  }
}
