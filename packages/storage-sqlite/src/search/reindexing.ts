import type { UnlistedJobs } from '../finished/unlisted-jobs.ts';
import type { StoredJobs } from '../jobs/stored-jobs.ts';
import type { OpenJobs } from '../memory/open-jobs.ts';
import { type BackgroundStep, type BackgroundWork, rests } from '../write/background-step.ts';
import type { Batch } from '../write/batch.ts';
import type { SearchIndex } from './search-index.ts';

/** Jobs looked at in one transaction: some 5 ms. */
const jobsPerStep = 24;

/** What of the store it works on. */
export interface IndexedState {
  readonly search: SearchIndex;
  readonly stored: StoredJobs;
  readonly openJobs: OpenJobs;
  readonly unlisted: UnlistedJobs;
}

/**
 * Builds the search index anew of a file an earlier release has written, the newest jobs first. What it does not
 * cover yet is looked for in the jobs themselves; each step and what it covers are one transaction.
 */
export class Reindexing implements BackgroundWork {
  readonly #state: IndexedState;

  constructor(state: IndexedState) {
    this.#state = state;
  }

  nextStep(idle: boolean): BackgroundStep | undefined {
    if (this.#state.search.from === 0) return undefined;
    const run = (batch: Batch) => this.#indexNewest(batch);
    return { command: { run }, rest: idle ? rests.idle : rests.seldom, committed: () => undefined };
  }

  #indexNewest(batch: Batch): void {
    const { search, stored } = this.#state;
    const positions = stored.positions({
      first: 0,
      end: search.from,
      ascending: false,
      limit: jobsPerStep,
    });
    const jobs = positions
      .toReversed()
      .filter((position) => this.#isListed(position))
      .flatMap((position) => {
        const job = stored.glance(position);
        return job === undefined ? [] : [{ position, job }];
      });
    const from = positions.length < jobsPerStep ? 0 : (positions.at(-1) ?? 0);
    search.extend(batch, from, jobs);
    search.tidy(jobs.length);
  }

  /** The others are indexed when they are listed. */
  #isListed(position: number): boolean {
    const { openJobs, unlisted } = this.#state;
    return openJobs.at(position) === undefined && unlisted.at(position) === undefined;
  }
}
