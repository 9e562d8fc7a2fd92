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

/** Pages merged for each job added: more than additions need on all levels together, so that few pieces remain. */
const pagesMergedPerJob = 1;

/** Parts of the store that the index follower uses. */
export interface IndexedState {
  readonly search: SearchIndex;
  readonly stored: StoredJobs;
  readonly openJobs: OpenJobs;
  readonly unlisted: UnlistedJobs;
  readonly log?: Logger | undefined;
}

/**
 * Extends the search index to a store it does not fully cover, as after an upgrade: the newest jobs first. A search
 * scans jobs that the index does not cover yet one by one; each step and the new coverage are one transaction. When
 * idle, merges pieces of the index, since a search looks up each trigram once in each of them.
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
        const job = stored.readHeader(position);
        return job === undefined ? [] : [{ position, job }];
      });
    const from = positions.length < jobsPerStep ? 0 : (positions.at(-1) ?? 0);
    search.extend(batch, from, jobs);
    tidyAfter(search, jobs.length);
  }

  /** Jobs that are not listed yet are indexed when they are listed. */
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
