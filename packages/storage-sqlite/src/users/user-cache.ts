import { type CountedRequest, countRequest, type Erasure, type RequestCount } from '@filmgate/core';
import { z } from 'zod';
import { excluded, PreparedInsert, type SqliteDatabase } from '../database/sqlite-database.ts';
import type { ApiUserRow } from '../schema/tables.ts';
import type { Batch } from '../write/batch.ts';
import { LazyInstants } from '../write/lazy-instants.ts';
import { type EntryWriter, WriteBehindMap } from '../write/write-behind-map.ts';

const erasure: z.ZodType<Erasure> = z.object({
  requestedAt: z.number(),
  completedAt: z.number().nullable(),
  remaining: z.number(),
});
/** Prefix of the user's id in the owner of an API user's jobs; see `Job.owner`. */
export const ownerPrefix = 'user:';

/** Stored API user; its limit and sums are its owner's. */
export interface StoredUser {
  /** Order of creation. */
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly keyDigest: string;
  readonly keyHint: string;
  readonly maxOpenJobs: number | null;
  readonly maxRequestsPerMinute: number | null;
  readonly createdAt: number;
  readonly erasure: Erasure | null;
}

/** All API users, by id and by key, so that a call is authenticated without querying the database. */
export class UserCache {
  /** To be saved with each transaction; oldest first. */
  readonly entries: WriteBehindMap<string, StoredUser>;
  readonly #byKey = new Map<string, string>();
  readonly #lastUses: LazyInstants;
  /** Request counts of users with a limit; lost with the process, which alone has the file open. */
  readonly #requests = new Map<string, RequestCount>();

  constructor(database: SqliteDatabase) {
    const { kysely } = database;
    const rows = database.all(kysely.selectFrom('api_user').selectAll().orderBy('number'));
    this.#lastUses = new LazyInstants(rows.map((row) => [row.id, row.last_used_at]));
    this.entries = new WriteBehindMap(
      rows.map((row) => [row.id, toUser(row)]),
      writer(database, this.#lastUses),
    );
    for (const { id, keyDigest } of this.entries.values()) this.#byKey.set(keyDigest, id);
  }

  withKey(keyDigest: string): StoredUser | undefined {
    const id = this.#byKey.get(keyDigest);
    return id === undefined ? undefined : this.entries.get(id);
  }

  /** The user whose jobs an owner has; undefined when the owner is not a user. */
  ofOwner(owner: string): StoredUser | undefined {
    return owner.startsWith(ownerPrefix)
      ? this.entries.get(owner.slice(ownerPrefix.length))
      : undefined;
  }

  /** Counts a request of the user against its limit; a request over the limit is not counted. */
  countRequest(id: string, limit: number, now: number): CountedRequest {
    const outcome = this.wouldCount(id, limit, now);
    if (outcome.kind === 'passed') this.#requests.set(id, outcome.count);
    return outcome;
  }

  /** Result that `countRequest` would return; counts nothing. */
  wouldCount(id: string, limit: number, now: number): CountedRequest {
    return countRequest(this.#requests.get(id) ?? new Map(), limit, now);
  }

  lastUsedAt(id: string): number | null {
    return this.#lastUses.get(id);
  }

  /** Replaces the user with this id, or adds it; its former key belongs to no user from now on. */
  put(batch: Batch, user: StoredUser): void {
    const former = this.entries.get(user.id);
    batch.undo(() => {
      this.#byKey.delete(user.keyDigest);
      if (former !== undefined) this.#byKey.set(former.keyDigest, former.id);
    });
    if (former !== undefined) this.#byKey.delete(former.keyDigest);
    this.#byKey.set(user.keyDigest, user.id);
    this.entries.set(batch, user.id, user);
  }

  /** Records a use of the user's key; true when the instant should be written. */
  noteUse(user: StoredUser, now: number): boolean {
    if (!this.#lastUses.note(user.id, now)) return false;
    this.entries.setLazily(user.id, user);
    return true;
  }

  /** Leaves nothing unwritten after the next transaction. */
  flushNow(): void {
    for (const id of this.#lastUses.unwritten()) {
      const user = this.entries.get(id);
      if (user !== undefined) this.entries.setLazily(id, user);
    }
  }
}

function writer(database: SqliteDatabase, lastUses: LazyInstants): EntryWriter<string, StoredUser> {
  const { kysely, connection } = database;
  const upsert = new PreparedInsert(connection, (row: ApiUserRow) =>
    kysely
      .insertInto('api_user')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(excluded(row))),
  );
  const remove = database.prepare(kysely.deleteFrom('api_user').where('id', '=', ''));
  return {
    save: (id, user) => void upsert.run(toRow(user, lastUses.toStore(id))),
    remove: (id) => void remove.run(id),
  };
}

function toRow(user: StoredUser, lastUsedAt: number | null): ApiUserRow {
  return {
    number: user.number,
    id: user.id,
    name: user.name,
    enabled: Number(user.enabled),
    key_digest: user.keyDigest,
    key_hint: user.keyHint,
    created_at: user.createdAt,
    last_used_at: lastUsedAt,
    erasure: user.erasure === null ? null : JSON.stringify(user.erasure),
    max_open_jobs: user.maxOpenJobs,
    max_requests_per_minute: user.maxRequestsPerMinute,
  };
}

function toUser(row: ApiUserRow): StoredUser {
  return Object.freeze({
    number: row.number,
    id: row.id,
    name: row.name,
    enabled: row.enabled === 1,
    keyDigest: row.key_digest,
    keyHint: row.key_hint,
    maxOpenJobs: row.max_open_jobs,
    maxRequestsPerMinute: row.max_requests_per_minute,
    createdAt: row.created_at,
    erasure: row.erasure === null ? null : Object.freeze(erasure.parse(JSON.parse(row.erasure))),
  });
}
