import {
  fieldsOf,
  type FoundExchanges,
  idOfForm,
  jsonIn,
  type RecordedUpstream,
} from '@filmgate/mock-cassettes';
import { latestInstant } from '../job/clock-setting.ts';
import { keyedDigest } from '../job/keyed-digest.ts';
import { noInstructions } from '../job/mock-instructions.ts';
import type { MockJob, MockSubmission, RecordedPart } from '../job/mock-job.ts';
import type { ProviderState } from '../state/provider-state.ts';

/** Account of every replayed job: a replay ignores credentials. */
export const replayAccount = 'cassette';

/** A job that a replay accepted. Its correlation id is the digest of its request. */
export type ReplayedJob = MockJob & { readonly recorded: RecordedPart };

/** Jobs of one replayed upstream in the ledger of a space. */
export class ReplayedJobs {
  readonly #world: ProviderState;
  readonly #upstream: RecordedUpstream;
  readonly #seed: string;

  constructor(world: ProviderState, upstream: RecordedUpstream, seed: string) {
    this.#world = world;
    this.#upstream = upstream;
    this.#seed = seed;
  }

  find(id: string): ReplayedJob | undefined {
    const job = this.#world.find(id);
    return job === undefined || !this.#isOwn(job) ? undefined : job;
  }

  /** In order of acceptance. */
  *all(): Iterable<ReplayedJob> {
    for (const job of this.#world.jobs()) if (this.#isOwn(job)) yield job;
  }

  #isOwn(job: MockJob): job is ReplayedJob {
    return job.wire === this.#upstream.name && job.recorded !== undefined;
  }

  /**
   * Accepts the job of this name in the cassette once more.
   *
   * @param turn - number of equal submissions before
   * @returns undefined if the form of its ids leaves hardly any unused one
   */
  accept(name: string, found: FoundExchanges, turn: number): ReplayedJob | undefined {
    const id = this.#newId(name, turn);
    if (id === undefined) return undefined;
    const { clock } = this.#world;
    const { runsAfter, endsAfter, ...outcome } = this.#upstream.outcome(name);
    const acceptedAt = clock.now();
    const after = (ms: number) =>
      ms === Number.POSITIVE_INFINITY ? latestInstant + 1 : acceptedAt + clock.scaled(ms);
    const job = {
      ...this.submissionOf(found),
      id,
      account: replayAccount,
      acceptedAt,
      runsAt: after(runsAfter),
      endsAt: after(endsAfter),
      // A cassette has no prices.
      charge: 0,
      instructions:
        outcome.end === 'failed'
          ? { ...noInstructions, fail: 'internal' as const }
          : noInstructions,
      recorded: { name, ...outcome },
    };
    this.#world.accept(job);
    return job;
  }

  #newId(name: string, turn: number): string | undefined {
    const key = `${this.#upstream.name} ${name} ${turn}`;
    for (let draw = 0; draw < 100; draw += 1) {
      const digest = keyedDigest(this.#seed, 'replay', draw === 0 ? key : `${key} ${draw}`);
      const id = idOfForm(this.#upstream.form(name), digest.toString('hex'));
      if (this.#world.find(id) === undefined) return id;
    }
    return undefined;
  }

  submissionOf({ digest, request: { body } }: FoundExchanges): MockSubmission {
    const value = body === null ? undefined : jsonIn(body)?.value;
    return {
      correlationId: digest,
      model: textIn(value, ['model', 'model_name']),
      mediaType: 'video',
      prompt: textIn(value, ['prompt', 'promptText', 'input', 'text']),
      wire: this.#upstream.name,
      negativePrompt: null,
      durationSeconds: null,
      aspectRatio: '',
      resolution: '',
      width: 0,
      height: 0,
      audio: false,
      references: [],
      echo: {},
      recorded: { name: '', end: 'unknown', hasFile: false },
    };
  }
}

/** The first text of one of these names, at the top or one level below; empty without one. */
function textIn(value: unknown, names: readonly string[]): string {
  const top = fieldsOf(value);
  const below = top.flatMap(([, inner]) => fieldsOf(Array.isArray(inner) ? inner[0] : inner));
  for (const fields of [top, below]) {
    const known = new Map(fields);
    for (const name of names) {
      const text = known.get(name);
      if (typeof text === 'string') return text;
    }
  }
  return '';
}
