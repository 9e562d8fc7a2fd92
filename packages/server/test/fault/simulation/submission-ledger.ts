import type { NodeProcess } from './node-process.ts';

/** What a call of `submit` came to, as the upstream and its line know it. */
export type Arrival =
  /** It never got there. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'accepted'; readonly work: AcceptedWork };

/** How the upstream's work on an accepted submission ends. */
export type WorkEnd = 'video' | 'fails';

export interface AcceptedWork {
  /** Place in the ledger: what the handle names. */
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
  /** The handle given for it names other work. */
  readonly hasForeignHandle: boolean;
  /** Other work its account had in flight when it was accepted. */
  readonly beside: number;
}

/** One call of `submit`. */
export interface Attempt {
  readonly correlationId: string;
  readonly jobId: string;
  readonly accountId: string;
  readonly from: NodeProcess;
  /** True time of the call. */
  readonly begunAt: number;
  arrival: Arrival | null;
  /** True time at which its sender was told what became of it, in the words of the port; null while it was not told. */
  reported: { readonly at: number; readonly kind: 'accepted' | 'refused' | 'unknown' } | null;
}

/** What the upstream accepted, and what its callers were told: the oracle of every history. */
export class SubmissionLedger {
  readonly attempts: Attempt[] = [];
  readonly accepted: AcceptedWork[] = [];

  begin(input: Pick<Attempt, 'correlationId' | 'accountId' | 'from' | 'begunAt'>): Attempt {
    const attempt = { ...input, jobId: jobOf(input.correlationId), arrival: null, reported: null };
    this.attempts.push(attempt);
    return attempt;
  }

  accept(
    attempt: Attempt,
    work: Omit<AcceptedWork, 'index' | 'correlationId' | 'jobId' | 'accountId'>,
  ): AcceptedWork {
    const { correlationId, jobId, accountId } = attempt;
    const accepted = { ...work, index: this.accepted.length, correlationId, jobId, accountId };
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

/** A correlation id names the job and the try. */
function jobOf(correlationId: string): string {
  return correlationId.slice(0, correlationId.lastIndexOf('.'));
}
