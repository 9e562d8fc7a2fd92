import type { PreparedQuery } from '../database/prepared-query.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { StoredJobs } from '../jobs/stored-jobs.ts';
import type { PositionPage } from '../list/position-page.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { BackgroundStep, BackgroundWork } from '../write/background-step.ts';
import type { Batch } from '../write/batch.ts';
import type { UnlistedJob, UnlistedJobs } from './unlisted-jobs.ts';

/** From so many unlisted jobs on they are listed when there is nothing else to do. */
const listFrom = 64;

/** From so many on they are listed although there is; so many stay in memory at most, and are searched one by one. */
const listBy = 16_384;

/** Jobs listed in one transaction: a few ms. */
const jobsPerStep = 256;

/** The same when it cannot wait: as many as may have ended in one round of the write queue. */
const jobsPerUrgentStep = 512;

/** A finished job by its age. */
export type AgedJob = Pick<UnlistedJob, 'position' | 'finishedAt'>;

/** Part of one shelf of one owner. */
export interface ShelfPage extends PositionPage {
  /** Number of the owner. */
  readonly owner: number;
  readonly shelf: number;
}

/**
 * The lists finished jobs are found by: by owner, by age, by words. Jobs are entered in batches some time after
 * they finished; until then memory knows them.
 */
export class FinishedLists implements BackgroundWork {
  readonly #unlisted: UnlistedJobs;
  readonly #stored: StoredJobs;
  readonly #search: SearchIndex;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(parts: {
    readonly database: SqliteDatabase;
    readonly unlisted: UnlistedJobs;
    readonly stored: StoredJobs;
    readonly search: SearchIndex;
  }) {
    this.#unlisted = parts.unlisted;
    this.#stored = parts.stored;
    this.#search = parts.search;
    this.#statements = prepareStatements(parts.database);
  }

  nextStep(idle: boolean): BackgroundStep | undefined {
    if (this.#unlisted.size < (idle ? listFrom : listBy)) return undefined;
    return {
      command: {
        run: (batch) => this.#listOldest(batch, idle ? jobsPerStep : jobsPerUrgentStep),
      },
      committed: () => undefined,
    };
  }

  /** Enters a finished job into every list. */
  #list(batch: Batch, job: UnlistedJob): void {
    const { position, owner, shelf, finishedAt } = job;
    const stored = this.#stored.glance(position);
    if (stored === undefined) throw new Error(`there is no job at ${position}`);
    this.#statements.shelve.run(owner, shelf, position);
    this.#statements.order.run(finishedAt, position);
    this.#search.add(position, stored);
    this.#statements.forget.run(position);
    this.#unlisted.remove(position, batch);
  }

  /** Takes a listed job out of every list. */
  unlist({ position, owner, shelf, finishedAt }: UnlistedJob): void {
    this.#statements.unshelve.run(owner, shelf, position);
    this.#statements.disorder.run(finishedAt, position);
    this.#search.remove(position);
  }

  /** Listed jobs that finished before the instant, the longest finished first. */
  finishedBefore(instant: number, limit: number): readonly AgedJob[] {
    const rows = this.#statements.oldest.all(instant, limit);
    return rows.map(({ position, finished_at: finishedAt }) => ({ position, finishedAt }));
  }

  /** Positions on a shelf, in order. */
  onShelf({ owner, shelf, first, end, ascending, limit }: ShelfPage): readonly number[] {
    const query = ascending ? this.#statements.shelfUp : this.#statements.shelfDown;
    return query.all(owner, shelf, first, end, limit).map(({ position }) => position);
  }

  #listOldest(batch: Batch, count: number): void {
    // By position, so that neighbours land on the same pages.
    const oldest = this.#unlisted.oldest(count);
    for (const job of oldest.toSorted((one, other) => one.position - other.position)) {
      this.#list(batch, job);
    }
    this.#search.tidy();
  }
}

function prepareStatements(database: SqliteDatabase) {
  const { kysely } = database;
  const shelf = kysely
    .selectFrom('finished_job')
    .select('position')
    .where('owner', '=', 0)
    .where('shelf', '=', 0)
    .where('position', '>=', 0)
    .where('position', '<', 0)
    .limit(0);
  const ofOrder = kysely.selectFrom('finished_order').selectAll();
  return {
    shelve: database.prepare(
      kysely.insertInto('finished_job').values({ owner: 0, shelf: 0, position: 0 }),
    ),
    unshelve: database.prepare(
      kysely
        .deleteFrom('finished_job')
        .where('owner', '=', 0)
        .where('shelf', '=', 0)
        .where('position', '=', 0),
    ),
    order: database.prepare(
      kysely.insertInto('finished_order').values({ finished_at: 0, position: 0 }),
    ),
    disorder: database.prepare(
      kysely.deleteFrom('finished_order').where('finished_at', '=', 0).where('position', '=', 0),
    ),
    forget: database.prepare(kysely.deleteFrom('unlisted_job').where('position', '=', 0)),
    oldest: database.prepare(
      ofOrder.where('finished_at', '<', 0).orderBy('finished_at').orderBy('position').limit(0),
    ),
    shelfUp: database.prepare(shelf.orderBy('position', 'asc')),
    shelfDown: database.prepare(shelf.orderBy('position', 'desc')),
  } satisfies { readonly [name: string]: PreparedQuery<unknown> };
}
