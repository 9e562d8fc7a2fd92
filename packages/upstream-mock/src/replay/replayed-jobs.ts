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
import type { ResultCache } from '../results/result-cache.ts';
import type { ProviderState } from '../state/provider-state.ts';

/** Account of every replayed job: a replay ignores credentials. */
export const replayAccount = 'cassette';

/** A job that a replay accepted. Its correlation id is the digest of its request. */
export type ReplayedJob = MockJob & { readonly recorded: RecordedPart };

/** A recorded upstream, and the space that replays it. */
export interface ReplaySource {
  readonly world: ProviderState;
  readonly upstream: RecordedUpstream;
  /** Videos drawn so far, by the digest of the recorded ones; shared by the replays of a cassette. */
  readonly videos: ResultCache;
}

/** Jobs of one replayed upstream in the ledger of a space. */
export class ReplayedJobs {
  readonly #world: ProviderState;
  readonly #upstream: RecordedUpstream;

  constructor({ world, upstream }: ReplaySource) {
    this.#world = world;
    this.#upstream = upstream;
  }

  find(id: string): ReplayedJob | undefined {
    const job = this.#world.find(id);
    return job !== undefined && this.#isOwn(job) ? job : undefined;
  }

  /** In order of acceptance. */
  *all(): Iterable<ReplayedJob> {
    for (const job of this.#world.jobs()) if (this.#isOwn(job)) yield job;
  }

  #isOwn(job: MockJob): job is ReplayedJob {
    return job.wire === this.#upstream.name && job.recorded !== undefined;
  }

  /**
   * Accepts the job of this name in the cassette once more. Returns undefined if the form of its ids leaves hardly any
   * unused one.
   */
  accept(name: string, found: FoundExchanges): ReplayedJob | undefined {
    const id = this.#newId(name, found.digest);
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
        outcome.end === 'failed' ? { ...noInstructions, fail: 'internal' } : noInstructions,
      recorded: { name, ...outcome },
    } satisfies ReplayedJob;
    this.#world.accept(job);
    return job;
  }

  #newId(name: string, digest: string): string | undefined {
    const { name: wire } = this.#upstream;
    const before = this.#world.findSubmission(replayAccount, digest, wire).length;
    const key = `${wire} ${name} ${before}`;
    for (let draw = 0; draw < 100; draw += 1) {
      const drawn = keyedDigest(this.#world.seed, 'replay', draw === 0 ? key : `${key} ${draw}`);
      const id = idOfForm(this.#upstream.form(name), drawn.toString('hex'));
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
  const texts = [new Map(top), new Map(below)]
    .flatMap((fields) => names.map((name) => fields.get(name)))
    .filter((text) => typeof text === 'string');
  return texts[0] ?? '';
}
