import type { PreparedQuery, SqliteDatabase } from '../database/sqlite-database.ts';
import type { StoredJobs } from '../jobs/stored-jobs.ts';
import type { PositionPage } from '../memory/position-list.ts';
import { tidyAfter } from '../search/index-follower.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { StoreThresholds } from '../store/store-thresholds.ts';
import { type BackgroundStep, type BackgroundWork, type Batch, rests } from '../write/batch.ts';
import type { UnlistedJob, UnlistedJobs } from './unlisted-jobs.ts';

/** Maximum number of unlisted jobs in memory. From there on, listing keeps up with jobs that finish. */
const mostUnlisted = 65_536;

/** Jobs listed in one transaction: some 5 ms. */
const jobsPerStep = 32;

/** Jobs listed in one transaction when listing cannot wait: more than can end in one round of the write queue. */
const jobsPerPressingStep = 256;

type ListThresholds = Pick<StoreThresholds, 'jobsListedFrom' | 'jobsListedBy'>;

/** A finished job with the instant it finished. */
export type AgedJob = Pick<UnlistedJob, 'position' | 'finishedAt'>;

/** Position in the order of finishing. */
export interface FinishedSince {
  readonly finishedAt: number;
  /** Position of the last job already seen among those that finished at that instant; -1 = none. */
  readonly after: number;
}

/** A listed job with its owner. */
export interface FinishedOfOwner extends AgedJob {
  /** Number of the job's owner. */
  readonly owner: number;
  readonly origin: string;
}

/** A page of one partition of one owner. */
interface PartitionPage extends PositionPage {
  readonly owner: number;
  readonly partition: number;
}

/** Lists of finished jobs by owner, age and words. Jobs are entered in batches, and found in memory until then. */
export class FinishedLists implements BackgroundWork {
  readonly #unlisted: UnlistedJobs;
  readonly #stored: StoredJobs;
  readonly #search: SearchIndex;
  readonly #thresholds: ListThresholds;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(parts: {
    readonly database: SqliteDatabase;
    readonly unlisted: UnlistedJobs;
    readonly stored: StoredJobs;
    readonly search: SearchIndex;
    readonly thresholds: ListThresholds;
  }) {
    this.#unlisted = parts.unlisted;
    this.#stored = parts.stored;
    this.#search = parts.search;
    this.#thresholds = parts.thresholds;
    this.#statements = prepareStatements(parts.database);
  }

  nextStep(idle: boolean): BackgroundStep | undefined {
    const { size } = this.#unlisted;
    const { jobsListedFrom, jobsListedBy } = this.#thresholds;
    if (idle) return size >= jobsListedFrom ? this.#step(jobsPerStep, rests.idle) : undefined;
    if (size >= mostUnlisted) return this.#step(jobsPerPressingStep, rests.pressing);
    return size >= jobsListedBy ? this.#step(jobsPerStep, rests.busy) : undefined;
  }

  #step(count: number, rest: number): BackgroundStep {
    const run = (batch: Batch) => this.#listOldest(batch, count);
    return { command: { run }, rest, committed: () => undefined };
  }

  /** Adds a finished job to every list. */
  #list(batch: Batch, job: UnlistedJob): void {
    const { position, owner, partition, finishedAt } = job;
    const stored = this.#stored.readHeader(position);
    // The job cannot be read: a release that can read it will list it.
    if (stored === undefined) {
      this.#unlisted.remove(position, batch);
      return;
    }
    this.#statements.enter.run(owner, partition, position);
    this.#statements.order.run(finishedAt, position);
    this.#search.add(position, stored);
    this.#statements.forget.run(position);
    this.#unlisted.remove(position, batch);
  }

  /** Removes a listed job from every list. */
  unlist({ position, owner, partition, finishedAt }: UnlistedJob): void {
    this.#statements.leave.run(owner, partition, position);
    this.#statements.disorder.run(finishedAt, position);
    this.#search.remove(position);
  }

  /** Listed jobs that finished before the instant, oldest first. */
  finishedBefore(instant: number, limit: number): readonly AgedJob[] {
    const rows = this.#statements.oldest.all(instant, limit);
    return rows.map(({ position, finished_at: finishedAt }) => ({ position, finishedAt }));
  }

  /** Listed jobs after a position in the order of finishing, oldest first. */
  finishedSince({ finishedAt, after }: FinishedSince, limit: number): readonly FinishedOfOwner[] {
    const rows = this.#statements.youngest.all(finishedAt, finishedAt, after, limit);
    return rows.map(({ finished_at: at, ...row }) => ({ ...row, finishedAt: at }));
  }

  /** Positions of a partition, ascending. */
  inPartition(page: PartitionPage): readonly number[] {
    const { owner, partition, first, end, ascending, limit } = page;
    const { partitionUp, partitionDown } = this.#statements;
    const query = ascending ? partitionUp : partitionDown;
    return query.all(owner, partition, first, end, limit).map(({ position }) => position);
  }

  #listOldest(batch: Batch, count: number): void {
    // By position, so that neighbours are on the same pages.
    const oldest = this.#unlisted.oldest(count);
    for (const job of oldest.toSorted((one, other) => one.position - other.position)) {
      this.#list(batch, job);
    }
    tidyAfter(this.#search, oldest.length);
  }
}

function prepareStatements(database: SqliteDatabase) {
  const { kysely } = database;
  const partition = kysely
    .selectFrom('finished_job')
    .select('position')
    .where('owner', '=', 0)
    .where('shelf', '=', 0)
    .where('position', '>=', 0)
    .where('position', '<', 0)
    .limit(0);
  const ofOrder = kysely.selectFrom('finished_order').selectAll();
  return {
    enter: database.prepare(
      kysely.insertInto('finished_job').values({ owner: 0, shelf: 0, position: 0 }),
    ),
    leave: database.prepare(
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
    youngest: database.prepare(youngestQuery(kysely)),
    partitionUp: database.prepare(partition.orderBy('position', 'asc')),
    partitionDown: database.prepare(partition.orderBy('position', 'desc')),
  } satisfies { readonly [name: string]: PreparedQuery<unknown> };
}

/** Listed jobs after a position in the order of finishing. The first bound makes SQLite use the index. */
function youngestQuery(kysely: SqliteDatabase['kysely']) {
  return kysely
    .selectFrom('finished_order')
    .innerJoin('job', 'job.position', 'finished_order.position')
    .select(['finished_order.finished_at', 'finished_order.position', 'job.owner', 'job.origin'])
    .where('finished_order.finished_at', '>=', 0)
    .where((eb) =>
      eb(eb.refTuple('finished_order.finished_at', 'finished_order.position'), '>', eb.tuple(0, 0)),
    )
    .orderBy('finished_order.finished_at')
    .orderBy('finished_order.position')
    .limit(0);
}
