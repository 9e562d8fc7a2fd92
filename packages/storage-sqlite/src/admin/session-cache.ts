import type { AdminSession } from '@filmgate/core';
import { excluded, PreparedInsert, type SqliteDatabase } from '../database/sqlite-database.ts';
import type { AdminSessionRow } from '../schema/tables.ts';
import type { Batch } from '../write/batch.ts';
import { LazyInstants } from '../write/lazy-instants.ts';
import { WriteBehindMap } from '../write/write-behind-map.ts';

/** Limits after which a session has ended. */
export interface SessionLimits {
  readonly idleMs: number;
  readonly now: number;
}

/** Sessions of administrators. Visits are written now and then: after a crash a new login may be necessary. */
export class SessionCache {
  /** To be saved with each transaction. Its `lastSeenAt` is the instant the session was opened. */
  readonly entries: WriteBehindMap<string, AdminSession>;
  readonly #lastVisits: LazyInstants;

  constructor(database: SqliteDatabase) {
    const { kysely, connection } = database;
    const rows = database.all(kysely.selectFrom('admin_session').selectAll());
    const lastVisits = new LazyInstants(rows.map((row) => [row.id_digest, row.last_seen_at]));
    const upsert = new PreparedInsert(connection, (row: AdminSessionRow) =>
      kysely
        .insertInto('admin_session')
        .values(row)
        .onConflict((conflict) => conflict.column('id_digest').doUpdateSet(excluded(row))),
    );
    const remove = database.prepare(kysely.deleteFrom('admin_session').where('id_digest', '=', ''));
    this.#lastVisits = lastVisits;
    this.entries = new WriteBehindMap(
      rows.map((row) => [row.id_digest, toSession(row)]),
      {
        save: (idDigest, session) =>
          void upsert.run(toRow(session, lastVisits.toStore(idDigest) ?? session.lastSeenAt)),
        remove: (idDigest) => void remove.run(idDigest),
      },
    );
  }

  open(batch: Batch, session: AdminSession): void {
    this.#lastVisits.forget(session.idDigest);
    this.entries.set(batch, session.idDigest, Object.freeze({ ...session }));
  }

  /** Ends a session; false if there was no session with this id. */
  close(batch: Batch, idDigest: string): boolean {
    const isThere = this.entries.has(idDigest);
    this.entries.delete(batch, idDigest);
    return isThere;
  }

  /** Records a visit. Returns the session if it has not ended, and whether the visit should be written. */
  visit(
    idDigest: string,
    limits: SessionLimits,
  ): { readonly session: AdminSession; readonly isToBeWritten: boolean } | undefined {
    const session = this.entries.get(idDigest);
    if (session === undefined || this.#hasEnded(session, limits)) return undefined;
    const seen = Math.max(this.#lastSeenAt(session), limits.now);
    const isToBeWritten = this.#lastVisits.note(idDigest, seen);
    if (isToBeWritten) this.entries.setLazily(idDigest, session);
    return { session: Object.freeze({ ...session, lastSeenAt: seen }), isToBeWritten };
  }

  /** Returns the current session if it has not ended. */
  find(idDigest: string, limits: SessionLimits): AdminSession | undefined {
    const session = this.entries.get(idDigest);
    if (session === undefined || this.#hasEnded(session, limits)) return undefined;
    return Object.freeze({ ...session, lastSeenAt: this.#lastSeenAt(session) });
  }

  /** Sessions that have not ended, last seen first. */
  list(limits: SessionLimits, limit: number): readonly AdminSession[] {
    return [...this.entries.values()]
      .filter((session) => !this.#hasEnded(session, limits))
      .map((session) => Object.freeze({ ...session, lastSeenAt: this.#lastSeenAt(session) }))
      .toSorted(lastSeenFirst)
      .slice(0, limit);
  }

  tidy(batch: Batch, limits: SessionLimits): void {
    for (const session of this.entries.values()) {
      if (this.#hasEnded(session, limits)) this.entries.delete(batch, session.idDigest);
    }
  }

  /** Leaves nothing unwritten after the next transaction. */
  flushNow(): void {
    for (const idDigest of this.#lastVisits.unwritten()) {
      const session = this.entries.get(idDigest);
      if (session !== undefined) this.entries.setLazily(idDigest, session);
    }
  }

  #hasEnded(session: AdminSession, { idleMs, now }: SessionLimits): boolean {
    return now >= session.expiresAt || now - this.#lastSeenAt(session) >= idleMs;
  }

  #lastSeenAt({ idDigest, lastSeenAt }: AdminSession): number {
    return this.#lastVisits.get(idDigest) ?? lastSeenAt;
  }
}

function lastSeenFirst(one: AdminSession, other: AdminSession): number {
  if (one.lastSeenAt !== other.lastSeenAt) return other.lastSeenAt - one.lastSeenAt;
  return one.idDigest < other.idDigest ? -1 : 1;
}

function toRow(session: AdminSession, lastSeenAt: number): AdminSessionRow {
  return {
    id_digest: session.idDigest,
    username: session.username,
    created_at: session.createdAt,
    last_seen_at: lastSeenAt,
    expires_at: session.expiresAt,
    login_since: session.loginSince ?? null,
  };
}

function toSession(row: AdminSessionRow): AdminSession {
  return Object.freeze({
    idDigest: row.id_digest,
    username: row.username,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    ...(row.login_since !== null && { loginSince: row.login_since }),
  });
}
