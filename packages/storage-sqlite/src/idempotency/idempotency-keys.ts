import { contentPrefix } from '@filmgate/core';
import { sql } from 'kysely';
import {
  PreparedInsert,
  type PreparedQuery,
  type SqliteDatabase,
} from '../database/sqlite-database.ts';
import type { Tables } from '../schema/tables.ts';
import { defaultThresholds, type StoreThresholds } from '../store/store-thresholds.ts';
import { type BackgroundStep, type Batch, rests } from '../write/batch.ts';

/** Characters of a digest, in the order of the index (RFC 4648 §5). */
const alphabet = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/** Number of first characters whose keys one step of a run moves: a few ms. */
const lettersPerStep = 2;

const stepsPerRun = alphabet.length / lettersPerStep;

type KeyThresholds = Pick<StoreThresholds, 'keysIndexedFrom' | 'keysIndexedBy'>;

/** A run that moves every recent key up to a position into the index. */
interface Run {
  readonly upTo: number;
  step: number;
}

/**
 * Jobs by idempotency key. Random keys would make every new job write a separate page of an index, so recent keys are
 * held in memory (and on their jobs' rows, from which they are read after a restart) and moved into the index in long
 * sorted runs, which write few pages.
 */
export class IdempotencyKeys {
  readonly #thresholds: KeyThresholds;
  readonly #recent = new Map<string, number>();
  readonly #insert: PreparedInsert<Tables['idempotency_key']>;
  readonly #lookUp: PreparedQuery<{ readonly position: number }>;
  readonly #remove: PreparedQuery<unknown>;
  readonly #noteIndexed: PreparedQuery<unknown>;
  readonly #ofContent: PreparedQuery<{ readonly id: string }>;
  #run: Run | undefined;

  constructor(database: SqliteDatabase, thresholds: KeyThresholds = defaultThresholds) {
    this.#thresholds = thresholds;
    const { kysely, connection } = database;
    this.#insert = new PreparedInsert(connection, (row) =>
      kysely
        .insertInto('idempotency_key')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('digest').doUpdateSet({ position: sql<number>`excluded.position` }),
        ),
    );
    const keys = kysely.selectFrom('idempotency_key');
    this.#lookUp = database.prepare(keys.select('position').where('digest', '=', ''));
    this.#remove = database.prepare(kysely.deleteFrom('idempotency_key').where('digest', '=', ''));
    this.#noteIndexed = database.prepare(kysely.updateTable('store').set({ keys_indexed_to: 0 }));
    this.#ofContent = database.prepare(
      kysely
        .selectFrom('job')
        .select('id')
        .where('key_digest', '=', '')
        .where('key_digest', '>=', sql.lit(contentPrefix))
        .orderBy('position', 'desc')
        .limit(0),
    );
    for (const row of database.all(recentKeys(database))) {
      if (row.key_digest !== null) this.#recent.set(row.key_digest, row.position);
    }
  }

  /** Returns the position of the job with this key, or undefined. */
  find(digest: string): number | undefined {
    return this.#recent.get(digest) ?? this.#lookUp.get(digest)?.position;
  }

  /** Ids of jobs accepted without a key under the content digest, newest first. */
  ofContent(digest: string, limit: number): readonly string[] {
    return this.#ofContent.all(digest, limit).map(({ id }) => id);
  }

  take(batch: Batch, digest: string, position: number): void {
    batch.undo(() => void this.#recent.delete(digest));
    this.#recent.set(digest, position);
  }

  /** Releases a key whose job is removed. */
  giveBack(batch: Batch, digest: string): void {
    const position = this.#recent.get(digest);
    this.#remove.run(digest);
    if (position === undefined) return;
    batch.undo(() => void this.#recent.set(digest, position));
    this.#recent.delete(digest);
  }

  /** Next step of moving recent keys into the index; undefined when no step is worthwhile now. */
  nextStep(idle: boolean): BackgroundStep | undefined {
    const { keysIndexedFrom, keysIndexedBy } = this.#thresholds;
    if (this.#run === undefined && this.#recent.size >= (idle ? keysIndexedFrom : keysIndexedBy)) {
      this.#run = { upTo: this.#newest(), step: 0 };
    }
    const run = this.#run;
    if (run === undefined) return undefined;
    const digests = this.#digestsOf(run);
    return {
      command: { run: () => this.#move(run, digests) },
      rest: idle ? rests.idle : rests.busy,
      committed: () => this.#moved(run, digests),
    };
  }

  #newest(): number {
    let newest = 0;
    for (const position of this.#recent.values()) newest = Math.max(newest, position);
    return newest;
  }

  /** Sorted, so that neighbouring keys are on the same pages. */
  #digestsOf({ upTo, step }: Run): readonly string[] {
    const first = step * lettersPerStep;
    const letters = alphabet.slice(first, first + lettersPerStep);
    const digests: string[] = [];
    for (const [digest, position] of this.#recent) {
      if (position <= upTo && letters.includes(digest.charAt(0))) digests.push(digest);
    }
    return digests.toSorted();
  }

  #move(run: Run, digests: readonly string[]): void {
    for (const digest of digests) {
      const position = this.#recent.get(digest);
      // Released since the step was planned, or released and used again: then the next run moves the key.
      if (position === undefined || position > run.upTo) continue;
      this.#insert.run({ digest, position });
    }
    if (run.step === stepsPerRun - 1) this.#noteIndexed.run(run.upTo);
  }

  #moved(run: Run, digests: readonly string[]): void {
    for (const digest of digests) {
      const position = this.#recent.get(digest);
      if (position !== undefined && position <= run.upTo) this.#recent.delete(digest);
    }
    run.step += 1;
    if (run.step === stepsPerRun) this.#run = undefined;
  }
}

function recentKeys({ kysely }: SqliteDatabase) {
  return kysely
    .selectFrom('job')
    .select(['position', 'key_digest'])
    .where('key_digest', '<', contentPrefix)
    .where('position', '>', (eb) => eb.selectFrom('store').select('keys_indexed_to'));
}
