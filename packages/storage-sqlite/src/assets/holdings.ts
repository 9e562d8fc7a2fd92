import type { AssetIndex, Holding, HoldOutcome } from '@filmgate/core';
import type { SqliteDatabase } from '../database/sqlite-database.ts';

/** A holding with its number in the order of creation. */
export interface NumberedHolding {
  readonly number: number;
  readonly holding: Holding;
}

/** Bytes that owners hold; the database computes their sums (migration 0009). */
export class Holdings {
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: SqliteDatabase) {
    this.#statements = prepareStatements(database);
  }

  /** See `AssetIndex.hold`; must be called in a transaction. */
  hold({ owner, bytes, allowance, now }: Parameters<AssetIndex['hold']>[0]): HoldOutcome {
    const brought = new Map(bytes.map(({ sha256, size }) => [sha256, size]));
    const fresh = [...brought].filter(([sha256]) => this.find(owner, sha256) === undefined);
    const heldBytes = this.bytesOf(owner);
    const added = fresh.reduce((sum, [, size]) => sum + size, 0);
    if (heldBytes + added > allowance) return { kind: 'allowance-exhausted', heldBytes };
    for (const [sha256, size] of fresh) this.#statements.add.run(owner, sha256, size, now);
    for (const sha256 of brought.keys()) this.#statements.renew.run(now, owner, sha256);
    return { kind: 'held' };
  }

  bytesOf(owner: string): number {
    return this.#statements.bytesOf.get(owner)?.bytes ?? 0;
  }

  find(owner: string, sha256: string): Holding | undefined {
    const row = this.#statements.find.get(owner, sha256);
    return row === undefined ? undefined : toHolding(row);
  }

  /** Holdings last brought before the instant, after the given number. */
  heldBefore(instant: number, after: number, limit: number): readonly NumberedHolding[] {
    return this.#statements.old.all(instant, after, limit).map(numbered);
  }

  /** Holdings in the order of creation, after the given number. */
  behind(after: number, limit: number): readonly NumberedHolding[] {
    return this.#statements.behind.all(after, limit).map(numbered);
  }

  remove(number: number): void {
    this.#statements.remove.run(number);
  }
}

function prepareStatements(database: SqliteDatabase) {
  const { kysely } = database;
  const holdings = kysely.selectFrom('holding').selectAll();
  return {
    add: database.prepare(
      kysely.insertInto('holding').values({ owner: '', sha256: '', size: 0, held_at: 0 }),
    ),
    renew: database.prepare(
      kysely
        .updateTable('holding')
        .set({ held_at: 0 })
        .where('owner', '=', '')
        .where('sha256', '=', ''),
    ),
    bytesOf: database.prepare(
      kysely.selectFrom('held_bytes').select('bytes').where('owner', '=', ''),
    ),
    find: database.prepare(holdings.where('owner', '=', '').where('sha256', '=', '')),
    old: database.prepare(
      holdings.where('held_at', '<', 0).where('number', '>', 0).orderBy('number').limit(0),
    ),
    behind: database.prepare(holdings.where('number', '>', 0).orderBy('number').limit(0)),
    remove: database.prepare(kysely.deleteFrom('holding').where('number', '=', 0)),
  };
}

interface Row {
  readonly number: number;
  readonly owner: string;
  readonly sha256: string;
  readonly size: number;
  readonly held_at: number;
}

function numbered(row: Row): NumberedHolding {
  return { number: row.number, holding: toHolding(row) };
}

function toHolding({ owner, sha256, size, held_at: heldAt }: Row): Holding {
  return Object.freeze({ owner, sha256, size, heldAt });
}
