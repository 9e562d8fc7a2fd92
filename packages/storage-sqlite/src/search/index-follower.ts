import type { Logger } from '@filmgate/core';
import type { UnlistedJobs } from '../finished/unlisted-jobs.ts';
import type { StoredJobs } from '../jobs/stored-jobs.ts';
import type { OpenJobs } from '../memory/open-jobs.ts';
import { type BackgroundStep, type BackgroundWork, type Batch, rests } from '../write/batch.ts';
import type { SearchIndex } from './search-index.ts';

/** Jobs indexed in one transaction: some 10 ms. */
const jobsPerStep = 48;

/** Pages written by one step of merging when there is time, or a few more: some 5 ms. */
const pagesMerged = 16;

/** Pages written by merges for each job added: more than additions take on all levels together, so that few pieces remain. */
const pagesMergedPerJob = 1;

/** What of the store it works on. */
export interface IndexedState {
  readonly search: SearchIndex;
  readonly stored: StoredJobs;
  readonly openJobs: OpenJobs;
  readonly unlisted: UnlistedJobs;
  readonly log?: Logger | undefined;
}

/**
 * Brings the search index up to a store it does not cover, as an upgrade leaves it: the newest jobs first. A search
 * looks through jobs that it does not cover yet one by one; each step and what it covers are one transaction. Merges
 * pieces of the index when there is nothing else to do, since a search looks up each trigram once in each of them.
 */
export class IndexFollower implements BackgroundWork {
  readonly #state: IndexedState;

  constructor(state: IndexedState) {
    this.#state = state;
  }

  nextStep(idle: boolean): BackgroundStep | undefined {
    const { search } = this.#state;
    if (search.from > 0) {
      const run = (batch: Batch) => this.#indexNewest(batch);
      const rest = idle ? rests.idle : rests.seldom;
      return { command: { run }, rest, committed: () => this.#reportWhenDone() };
    }
    return idle && search.isUntidy ? this.#mergeStep() : undefined;
  }

  #mergeStep(): BackgroundStep {
    const { search } = this.#state;
    let isDone = false;
    return {
      command: { run: () => void (isDone = !search.merge(pagesMerged)) },
      rest: rests.idle,
      committed: () => {
        if (isDone) search.tidied();
      },
    };
  }

  #indexNewest(batch: Batch): void {
    const { search, stored } = this.#state;
    const page = { first: 0, end: search.from, ascending: false, limit: jobsPerStep };
    const positions = stored.positions(page);
    const jobs = positions
      .toReversed()
      .filter((position) => this.#isListed(position))
      .flatMap((position) => {
        const job = stored.glance(position);
        return job === undefined ? [] : [{ position, job }];
      });
    const from = positions.length < jobsPerStep ? 0 : (positions.at(-1) ?? 0);
    search.extend(batch, from, jobs);
    tidyAfter(search, jobs.length);
  }

  /** The others are indexed when they are listed. */
  #isListed(position: number): boolean {
    const { openJobs, unlisted } = this.#state;
    return openJobs.at(position) === undefined && unlisted.at(position) === undefined;
  }

  #reportWhenDone(): void {
    if (this.#state.search.from === 0) this.#state.log?.info('search-index-complete');
  }
}

/** Merges in proportion to the additions, so that the index stays in few pieces however busy the store is. */
export function tidyAfter(search: SearchIndex, additions: number): void {
  search.merge(Math.ceil(additions * pagesMergedPerJob));
}
