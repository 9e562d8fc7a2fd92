import { keyedDigest } from '../job/keyed-digest.ts';
import { idOfForm } from './recorded-response.ts';
import type { FoundExchanges } from './recorded-exchanges.ts';

/** A repeated submission, as a separate job. */
export interface ReplayedJob {
  /** Name in the cassette. */
  readonly name: string;
  readonly id: string;
  /** ms since 1970. */
  readonly acceptedAt: number;
  /** Digest of its submission. */
  readonly request: string;
}

/** Storage for the jobs of a replay. */
export interface ReplayedJobs {
  find(id: string): ReplayedJob | undefined;
  /** Number of times the jobs were replaced or deleted. */
  generation(): number;
  /** In order of acceptance. */
  all(): Iterable<ReplayedJob>;
  /** @param found - the submission */
  accept(job: ReplayedJob, found: FoundExchanges): void;
  /** Digests of submissions refused as recorded, one per refusal. */
  refusals(): Iterable<string>;
  refuse(request: string): void;
}

/** In memory, for a replay without a space. */
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

/** A new, unused id. Undefined if ids of this form are so short that hardly any is left. */
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
