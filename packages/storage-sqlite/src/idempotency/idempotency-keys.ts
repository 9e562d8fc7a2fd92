import { sql } from 'kysely';
import { PreparedInsert } from '../database/prepared-insert.ts';
import type { PreparedQuery } from '../database/prepared-query.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { Tables } from '../schema/tables.ts';
import type { BackgroundStep } from '../write/background-step.ts';
import type { Batch } from '../write/batch.ts';
import { digestFromBytes, digestToBytes } from './key-digest.ts';

/** From so many recent keys on they are moved into the index when there is nothing else to do. */
const runFrom = 16_384;

/** From so many on they are moved although there is. */
const runBy = 65_536;

/** Keys moved in one transaction: a few ms. */
const keysPerStep = 1024;

interface Run {
  /** Ascending, so that neighbouring keys land on the same pages. */
  readonly digests: readonly string[];
  /** The run holds every recent key up to this position. */
  readonly upTo: number;
  moved: number;
}

/**
 * Which job took which key. Random keys would make every new job write a page of its own into an index, so recent
 * ones are held in memory (and on their jobs' rows, from where they come back after a restart) and moved into the
 * index in long sorted runs, which write few pages.
 */
export class IdempotencyKeys {
  readonly #recent = new Map<string, number>();
  readonly #insert: PreparedInsert<Tables['idempotency_key']>;
  readonly #lookUp: PreparedQuery<{ readonly position: number }>;
  readonly #remove: PreparedQuery<unknown>;
  readonly #noteIndexed: PreparedQuery<unknown>;
  #run: Run | undefined;

  constructor(database: SqliteDatabase) {
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
    this.#lookUp = database.prepare(keys.select('position').where('digest', '=', new Uint8Array()));
    this.#remove = database.prepare(
      kysely.deleteFrom('idempotency_key').where('digest', '=', new Uint8Array()),
    );
    this.#noteIndexed = database.prepare(kysely.updateTable('store').set({ keys_indexed_to: 0 }));
    for (const row of database.all(recentKeys(database))) {
      if (row.key_digest !== null) this.#recent.set(digestFromBytes(row.key_digest), row.position);
    }
  }

  /** Position of the job that took the key, or undefined. */
  find(digest: string): number | undefined {
    return this.#recent.get(digest) ?? this.#lookUp.get(digestToBytes(digest))?.position;
  }

  take(batch: Batch, digest: string, position: number): void {
    batch.undo(() => void this.#recent.delete(digest));
    this.#recent.set(digest, position);
  }

  /** Gives the key back: its job is removed. */
  giveBack(batch: Batch, digest: string): void {
    const position = this.#recent.get(digest);
    this.#remove.run(digestToBytes(digest));
    if (position === undefined) return;
    batch.undo(() => void this.#recent.set(digest, position));
    this.#recent.delete(digest);
  }

  /** The next step of moving recent keys into the index, or undefined when there is none worth taking now. */
  nextStep(idle: boolean): BackgroundStep | undefined {
    if (this.#run === undefined && this.#recent.size >= (idle ? runFrom : runBy)) {
      this.#run = this.#begin();
    }
    const run = this.#run;
    if (run === undefined) return undefined;
    const until = run.moved + keysPerStep;
    return {
      command: { run: () => this.#move(run, until) },
      committed: () => this.#moved(run, until),
    };
  }

  #begin(): Run {
    let upTo = 0;
    for (const position of this.#recent.values()) upTo = Math.max(upTo, position);
    return { digests: [...this.#recent.keys()].toSorted(), upTo, moved: 0 };
  }

  #move(run: Run, until: number): void {
    for (const digest of run.digests.slice(run.moved, until)) {
      const position = this.#positionIn(run, digest);
      if (position !== undefined) {
        this.#insert.run({ digest: digestToBytes(digest), position });
      }
    }
    if (until >= run.digests.length) this.#noteIndexed.run(run.upTo);
  }

  #moved(run: Run, until: number): void {
    run.moved = until;
    if (until < run.digests.length) return;
    for (const digest of run.digests) {
      if (this.#positionIn(run, digest) !== undefined) this.#recent.delete(digest);
    }
    this.#run = undefined;
  }

  /** Undefined for a key that was given back, and perhaps taken again, since the run began. */
  #positionIn(run: Run, digest: string): number | undefined {
    const position = this.#recent.get(digest);
    return position === undefined || position > run.upTo ? undefined : position;
  }
}

function recentKeys({ kysely }: SqliteDatabase) {
  return kysely
    .selectFrom('job')
    .select(['position', 'key_digest'])
    .where('key_digest', 'is not', null)
    .where('position', '>', (eb) => eb.selectFrom('store').select('keys_indexed_to'));
}
