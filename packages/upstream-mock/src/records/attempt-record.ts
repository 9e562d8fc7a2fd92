import { type KeptJob, readJob } from '../job/compact-job.ts';
import type { MockJob } from '../job/mock-job.ts';
import type { ResponseMeaning, Attempt, Exchange, SubmissionTruth } from './exchange.ts';
import { contentOf } from '../job/logical-key.ts';
import type { PollTally } from './poll-tally.ts';

/** A submission as seen by its key and account. */
export interface AttemptFacts extends Pick<Attempt, 'key' | 'account'> {
  /** Digest of the requested content; null if it follows from the job. */
  readonly content: string | null;
}

/** Outcome of a submission. */
export interface AttemptOutcome extends Pick<Attempt, 'truth' | 'means'> {
  readonly job: KeptJob | null;
}

/** Fields of an attempt that depend on its position among others. */
type AttemptPosition = Pick<Attempt, 'number' | 'key' | 'earlier' | 'exchange'>;

/** A compact attempt: fields that its job has are read from the job. */
export class AttemptRecord implements Attempt {
  readonly entry: number;
  readonly number: number;
  readonly key: string;
  readonly earlier: Attempt | null;
  readonly account: string;
  readonly truth: SubmissionTruth;
  means: ResponseMeaning;
  exchange: Exchange | null;
  reads = 0;
  polls: PollTally | null = null;
  seenAfter: number | null = null;
  listedAt: number | null = null;
  isKept = false;
  isUnsearchable = false;
  downloads = 0;
  hasBadBytes = false;
  sha256: string | null = null;
  #job: KeptJob | null;
  #content: string | null;

  constructor(facts: AttemptFacts, outcome: AttemptOutcome, position: AttemptPosition) {
    this.entry = position.exchange?.id ?? 0;
    this.number = position.number;
    this.key = position.key;
    this.earlier = position.earlier;
    this.account = facts.account;
    this.truth = outcome.truth;
    this.means = outcome.means;
    this.exchange = position.exchange;
    this.#job = outcome.job;
    this.#content = facts.content;
  }

  get job(): MockJob | null {
    return this.#job === null ? null : readJob(this.#job);
  }

  set job(job: MockJob | null) {
    this.#job = job;
  }

  /** Computed only where a key has several attempts. */
  get content(): string {
    if (this.#content === null) {
      const { job } = this;
      this.#content = job === null ? '' : contentOf(job);
    }
    return this.#content;
  }
}
