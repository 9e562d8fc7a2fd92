import { ceilingOf, isFinal, type Job, type OwnerSums, type QuotaUsage } from '@filmgate/core';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import { PositionList } from '../memory/position-list.ts';
import type { Batch, Saved } from '../write/batch.ts';

/** An owner of jobs: its spent and reserved credits, held in memory and saved with each transaction. */
export class Owner implements OwnerSums {
  readonly number: number;
  readonly name: string;
  used = 0;
  reserved = 0;
  held = 0;
  limit: number | null = null;
  /** The limit, or the amount already taken when the limit was lowered below it; the database refuses more. */
  ceiling: number | null = null;
  /** Number of times the owner's links were revoked. */
  linkEpoch = 0;
  /** The owner's jobs that are not final, and those of them that wait for an account. */
  openJobs = 0;
  waiting = 0;
  /** Turn at which the owner was last given a start, as a count of starts given; 0 = never. */
  turn = 0;
  /** The owner's jobs that have not ended. */
  readonly open = new PositionList();

  constructor(number: number, name: string) {
    this.number = number;
    this.name = name;
  }

  /** All credits the limit covers. */
  get taken(): number {
    return this.used + this.reserved + this.held;
  }

  /** Adds the job to the count of its state, or (`-1`) removes it. */
  count({ state }: Job, sign: 1 | -1): void {
    if (isFinal(state)) return;
    this.openJobs += sign;
    if (state === 'queued' || state === 'awaiting_configuration') this.waiting += sign;
  }
}

/** Every owner that ever had a job or a limit. Sums are written once per transaction and owner. */
export class Owners implements Saved {
  readonly #byName = new Map<string, Owner>();
  readonly #byNumber = new Map<number, Owner>();
  readonly #dirty = new Set<Owner>();
  readonly #storedSums = new Map<Owner, number>();
  readonly #statements: ReturnType<typeof prepareStatements>;
  #lastNumber = 0;

  constructor(database: SqliteDatabase) {
    this.#statements = prepareStatements(database);
    for (const row of this.#statements.all.all()) {
      const owner = new Owner(row.number, row.name);
      owner.used = row.used;
      owner.limit = row.credit_limit;
      owner.ceiling = row.ceiling;
      owner.linkEpoch = row.link_epoch;
      this.#enter(owner);
      this.#storedSums.set(owner, row.used + row.reserved + row.held);
    }
  }

  /**
   * Names of owners whose stored sums differed from those of their jobs. To be called once all open jobs are in memory;
   * the sums of the jobs are valid, and are stored with the next transaction.
   */
  takeDisagreements(): readonly string[] {
    const owners = [...this.#storedSums].filter(([owner, stored]) => owner.taken !== stored);
    this.#storedSums.clear();
    for (const [owner] of owners) this.#dirty.add(owner);
    return owners.map(([{ name }]) => name);
  }

  find(name: string): Owner | undefined {
    return this.#byName.get(name);
  }

  /** Owners by number. */
  all(): readonly Owner[] {
    return [...this.#byNumber.values()].toSorted((one, other) => one.number - other.number);
  }

  /** @throws Error when the database has a job of an owner it does not know */
  numbered(number: number): Owner {
    const owner = this.#byNumber.get(number);
    if (owner === undefined) throw new Error(`the database does not have the owner ${number}`);
    return owner;
  }

  /** Returns the owner of that name; creates a new one if needed. */
  obtain(batch: Batch, name: string): Owner {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const owner = new Owner(this.#lastNumber + 1, name);
    this.#statements.insert.run(owner.number, owner.name, 0, 0, 0);
    this.#enter(owner);
    batch.undo(() => {
      this.#byName.delete(name);
      this.#byNumber.delete(owner.number);
      this.#dirty.delete(owner);
    });
    return owner;
  }

  /** A limit below the amount already taken is accepted, and lets nothing more be taken. */
  limit(batch: Batch, owner: Owner, limit: number | null): void {
    const { limit: formerLimit, ceiling: formerCeiling } = owner;
    batch.undo(() => {
      owner.limit = formerLimit;
      owner.ceiling = formerCeiling;
    });
    owner.limit = limit;
    owner.ceiling = ceilingOf(limit, owner.taken);
    this.#dirty.add(owner);
  }

  /** Raises the epoch of the owner's links; returns the new one. */
  revokeLinks(batch: Batch, owner: Owner): number {
    owner.linkEpoch += 1;
    batch.undo(() => {
      owner.linkEpoch -= 1;
    });
    this.#dirty.add(owner);
    return owner.linkEpoch;
  }

  /** To be called after every change of an owner's sums. */
  touch(owner: Owner): void {
    this.#dirty.add(owner);
  }

  usage(name: string): QuotaUsage {
    const owner = this.#byName.get(name);
    if (owner === undefined) return { used: 0, reserved: 0, held: 0, limit: null };
    const { used, reserved, held, limit } = owner;
    return { used, reserved, held, limit };
  }

  isDirty(): boolean {
    return this.#dirty.size > 0;
  }

  flush(): void {
    for (const { number, used, reserved, held, limit, ceiling, linkEpoch } of this.#dirty) {
      this.#statements.update.run(used, reserved, held, limit, ceiling, linkEpoch, number);
    }
  }

  flushed(): void {
    this.#dirty.clear();
  }

  #enter(owner: Owner): void {
    this.#byName.set(owner.name, owner);
    this.#byNumber.set(owner.number, owner);
    this.#lastNumber = Math.max(this.#lastNumber, owner.number);
  }
}

function prepareStatements(database: SqliteDatabase) {
  const { kysely } = database;
  return {
    all: database.prepare(kysely.selectFrom('owner').selectAll()),
    insert: database.prepare(
      kysely.insertInto('owner').values({ number: 0, name: '', used: 0, reserved: 0, held: 0 }),
    ),
    update: database.prepare(
      kysely
        .updateTable('owner')
        .set({ used: 0, reserved: 0, held: 0, credit_limit: 0, ceiling: 0, link_epoch: 0 })
        .where('number', '=', 0),
    ),
  };
}
