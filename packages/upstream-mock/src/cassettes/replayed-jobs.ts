import { keyedDigest } from '../world/keyed-digest.ts';
import { idOfForm } from './recorded-response.ts';
import type { FoundExchanges } from './recorded-exchanges.ts';

/** A submission that was made again, as a job of its own. */
export interface ReplayedJob {
  /** In the cassette. */
  readonly name: string;
  readonly id: string;
  /** ms. */
  readonly acceptedAt: number;
  /** Digest of its submission. */
  readonly request: string;
}

/** Where the jobs of a replay are kept. */
export interface ReplayedJobs {
  find(id: string): ReplayedJob | undefined;
  /** How often they were all exchanged for others, or forgotten. */
  generation(): number;
  /** In the order of acceptance. */
  all(): Iterable<ReplayedJob>;
  /** @param found - what was submitted */
  accept(job: ReplayedJob, found: FoundExchanges): void;
  /** Digests of the submissions that were refused as recorded, one for each time. */
  refusals(): Iterable<string>;
  refuse(request: string): void;
}

/** In memory, for a replay without a world. */
export function createReplayedJobs(): ReplayedJobs {
  const jobs = new Map<string, ReplayedJob>();
  return {
    find: (id) => jobs.get(id),
    generation: () => 0,
    all: () => jobs.values(),
    accept: (job) => void jobs.set(job.id, job),
    refusals: () => [],
    refuse: () => undefined,
  };
}

/** An id that no job has yet. Undefined where ids of this form are so short that hardly any is left. */
export function newReplayedId(
  jobs: Pick<ReplayedJobs, 'find'>,
  form: string | undefined,
  { seed, key }: { readonly seed: string; readonly key: string },
): string | undefined {
  for (let turn = 0; turn < 100; turn += 1) {
    const digest = keyedDigest(seed, 'replay', turn === 0 ? key : `${key} ${turn}`);
    const id = idOfForm(form ?? '9'.repeat(16), digest.toString('hex'));
    if (jobs.find(id) === undefined) return id;
  }
  return undefined;
}
