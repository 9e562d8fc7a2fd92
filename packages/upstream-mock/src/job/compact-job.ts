import type { MockJob } from './mock-job.ts';
import { SharedValues } from './shared-values.ts';

const noReferences: MockJob['references'] = [];
const noEcho: MockJob['echo'] = {};

type Instant = 'acceptedAt' | 'runsAt' | 'endsAt';

/** Fields that most jobs do not have. */
type OwnPart =
  | 'negativePrompt'
  | 'references'
  | 'echo'
  | 'recorded'
  | 'callback'
  | 'canceledAt'
  | 'deadline'
  | 'stalledUntil'
  | 'falseUntil'
  | 'vanishesAt'
  | 'duplicateOf';
type OwnParts = Partial<Pick<MockJob, OwnPart>>;

/** Fields shared by jobs of equal submissions. */
type Wish = Omit<MockJob, 'id' | 'correlationId' | 'prompt' | Instant | OwnPart>;

/** A compact job; the shared fields are one object. */
export class CompactJob {
  readonly #wish: Wish;
  readonly #own: OwnParts | null;
  readonly #id: string;
  readonly #correlationId: string;
  readonly #prompt: string;
  readonly #acceptedAt: number;
  /** In ms after acceptance: a small number needs no memory of its own, an instant does. */
  readonly #runsIn: number;
  readonly #endsIn: number;

  constructor(job: MockJob, wish: Wish, own: OwnParts | null) {
    this.#wish = wish;
    this.#own = own;
    this.#id = job.id;
    this.#correlationId = job.correlationId;
    this.#prompt = job.prompt;
    this.#acceptedAt = job.acceptedAt;
    this.#runsIn = job.runsAt - job.acceptedAt;
    this.#endsIn = job.endsAt - job.acceptedAt;
  }

  get endsAt(): number {
    return this.#acceptedAt + this.#endsIn;
  }

  read(): MockJob {
    const wish = this.#wish;
    const usual: MockJob = {
      id: this.#id,
      account: wish.account,
      correlationId: this.#correlationId,
      model: wish.model,
      mediaType: wish.mediaType,
      prompt: this.#prompt,
      negativePrompt: null,
      durationSeconds: wish.durationSeconds,
      aspectRatio: wish.aspectRatio,
      resolution: wish.resolution,
      width: wish.width,
      height: wish.height,
      audio: wish.audio,
      references: noReferences,
      wire: wish.wire,
      echo: noEcho,
      acceptedAt: this.#acceptedAt,
      runsAt: this.#acceptedAt + this.#runsIn,
      endsAt: this.endsAt,
      charge: wish.charge,
      instructions: wish.instructions,
    };
    return this.#own === null ? usual : { ...usual, ...this.#own };
  }
}

/** A job as stored. */
export type KeptJob = MockJob | CompactJob;

export function readJob(kept: KeptJob): MockJob {
  return kept instanceof CompactJob ? kept.read() : kept;
}

/** Compacts jobs: a space may have a hundred thousand. */
export class JobCompactor {
  readonly #wishes = new SharedValues<Wish>();

  compact(job: MockJob): KeptJob {
    if (!hasExactOffsets(job)) return job;
    return new CompactJob(job, this.#wishes.share(wishOf(job)), ownPartsOf(job));
  }

  clear(): void {
    this.#wishes.clear();
  }
}

function wishOf(job: MockJob): Wish {
  const { account, model, mediaType, durationSeconds, aspectRatio, resolution } = job;
  const { width, height, audio, wire, charge, instructions } = job;
  const texts = { account, model, mediaType, aspectRatio, resolution, wire };
  return { ...texts, durationSeconds, width, height, audio, charge, instructions };
}

function ownPartsOf(job: MockJob): OwnParts | null {
  const { negativePrompt, references, echo, recorded, callback } = job;
  const { canceledAt, deadline, stalledUntil, falseUntil, vanishesAt, duplicateOf } = job;
  const own = {
    ...(negativePrompt !== null && { negativePrompt }),
    ...(references.length > 0 && { references }),
    ...(Object.keys(echo).length > 0 && { echo }),
    ...(recorded !== undefined && { recorded }),
    ...(callback !== undefined && { callback }),
    ...(canceledAt !== undefined && { canceledAt }),
    ...(deadline !== undefined && { deadline }),
    ...(stalledUntil !== undefined && { stalledUntil }),
    ...(falseUntil !== undefined && { falseUntil }),
    ...(vanishesAt !== undefined && { vanishesAt }),
    ...(duplicateOf !== undefined && { duplicateOf }),
  };
  return Object.keys(own).length === 0 ? null : own;
}

/** Returns true if instants survive the conversion to offsets unchanged; fractions may not. */
function hasExactOffsets({ acceptedAt, runsAt, endsAt }: MockJob): boolean {
  return [runsAt, endsAt].every((instant) => acceptedAt + (instant - acceptedAt) === instant);
}
