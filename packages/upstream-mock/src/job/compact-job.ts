import type { MockJob } from './mock-job.ts';
import type { SharedValues } from './shared-values.ts';

/** Fields in which jobs of equal submissions differ. */
type OwnField = 'id' | 'correlationId' | 'prompt' | 'acceptedAt' | 'runsAt' | 'endsAt';

/** All others: one object for many jobs. */
export type SharedFields = Omit<MockJob, OwnField>;

/** A compact job: a space may have a hundred thousand. */
export class CompactJob {
  readonly endsAt: number;
  readonly #shared: SharedFields;
  readonly #id: string;
  readonly #correlationId: string;
  readonly #prompt: string;
  readonly #acceptedAt: number;
  readonly #runsAt: number;

  constructor(job: MockJob, known: SharedValues<SharedFields>) {
    const { id, correlationId, prompt, acceptedAt, runsAt, endsAt, ...shared } = job;
    this.endsAt = endsAt;
    this.#shared = known.share(shared);
    this.#id = id;
    this.#correlationId = correlationId;
    this.#prompt = prompt;
    this.#acceptedAt = acceptedAt;
    this.#runsAt = runsAt;
  }

  read(): MockJob {
    return {
      ...this.#shared,
      id: this.#id,
      correlationId: this.#correlationId,
      prompt: this.#prompt,
      acceptedAt: this.#acceptedAt,
      runsAt: this.#runsAt,
      endsAt: this.endsAt,
    };
  }
}

/** A job as stored. */
export type KeptJob = MockJob | CompactJob;

export function readJob(kept: KeptJob): MockJob {
  return kept instanceof CompactJob ? kept.read() : kept;
}
