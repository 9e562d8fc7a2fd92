import { type KeptJob, readJob } from '../job/compact-job.ts';
import { contentOf } from '../job/logical-key.ts';
import type { MockJob } from '../job/mock-job.ts';
import type { Attempt } from './exchange.ts';
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

/** An attempt among others. */
type NewAttempt = AttemptFacts & AttemptOutcome & Pick<Attempt, 'number' | 'earlier' | 'exchange'>;

/** A compact attempt: fields that its job has are read from the job. */
export class AttemptRecord implements Attempt {
  readonly entry: number;
  readonly number: number;
  readonly key: string;
  readonly earlier: Attempt | null;
  readonly account: string;
  readonly truth: Attempt['truth'];
  means: Attempt['means'];
  exchange: Attempt['exchange'];
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

  constructor(given: NewAttempt) {
    this.entry = given.exchange?.id ?? 0;
    this.number = given.number;
    this.key = given.key;
    this.earlier = given.earlier;
    this.account = given.account;
    this.truth = given.truth;
    this.means = given.means;
    this.exchange = given.exchange;
    this.#job = given.job;
    this.#content = given.content;
  }

  get job(): MockJob | null {
    return this.#job === null ? null : readJob(this.#job);
  }

  set job(job: MockJob | null) {
    this.#job = job;
  }

  /** Computed only where a key has several attempts. */
  get content(): string {
    this.#content ??= this.#job === null ? '' : contentOf(readJob(this.#job));
    return this.#content;
  }
}
