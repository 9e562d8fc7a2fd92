import type { NodeProcess } from './node-process.ts';

/** Fate of a call of `submit`, as known by the upstream and its line. */
export type Arrival =
  /** The call never arrived. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'accepted'; readonly work: AcceptedWork };

/** End of the upstream's work on an accepted submission. */
export type WorkEnd = 'video' | 'fails';

export interface AcceptedWork {
  /** Index in the ledger, which the handle names. */
  readonly index: number;
  readonly correlationId: string;
  readonly jobId: string;
  readonly accountId: string;
  /** True time. */
  readonly acceptedAt: number;
  readonly endsAt: number;
  readonly end: WorkEnd;
  /** True time from which a search finds it. */
  readonly visibleAt: number;
  /** True if its handle names other work. */
  readonly hasForeignHandle: boolean;
  /** Index that its handle names: its own, or that of other work. */
  readonly handleIndex: number;
  /** Number of other works its account had in flight at its acceptance. */
  readonly beside: number;
}

/** One call of `submit`. */
export interface Attempt {
  readonly correlationId: string;
  readonly jobId: string;
  readonly accountId: string;
  /** True if its key was sent before, to a provider that remembers keys. */
  readonly isRepeated: boolean;
  readonly from: NodeProcess;
  /** True time of the call. */
  readonly begunAt: number;
  arrival: Arrival | null;
  /**
   * True time and kind of the response that its sender received, in the terms of the port; null while there was none.
   */
  reported: { readonly at: number; readonly kind: 'accepted' | 'refused' | 'unknown' } | null;
}

/** Accepted work of the upstream, and the responses to its callers: the oracle of every history. */
export class SubmissionLedger {
  readonly attempts: Attempt[] = [];
  readonly accepted: AcceptedWork[] = [];

  begin(
    input: Pick<Attempt, 'correlationId' | 'accountId' | 'isRepeated' | 'from' | 'begunAt'>,
  ): Attempt {
    const attempt = { ...input, jobId: jobOf(input.correlationId), arrival: null, reported: null };
    this.attempts.push(attempt);
    return attempt;
  }

  accept(
    attempt: Attempt,
    work: Omit<AcceptedWork, 'index' | 'handleIndex' | 'correlationId' | 'jobId' | 'accountId'> & {
      /** Null = its own. */
      readonly handleIndex: number | null;
    },
  ): AcceptedWork {
    const { correlationId, jobId, accountId } = attempt;
    const index = this.accepted.length;
    const handleIndex = work.handleIndex ?? index;
    const accepted = { ...work, index, handleIndex, correlationId, jobId, accountId };
    this.accepted.push(accepted);
    return accepted;
  }

  ofJob(jobId: string): readonly AcceptedWork[] {
    return this.accepted.filter((work) => work.jobId === jobId);
  }

  attemptsOfJob(jobId: string): readonly Attempt[] {
    return this.attempts.filter((attempt) => attempt.jobId === jobId);
  }
}

/** A correlation id names the job and the attempt. */
function jobOf(correlationId: string): string {
  return correlationId.slice(0, correlationId.lastIndexOf('.'));
}
