import type { AuditEntry, AuditQuery } from '@filmgate/core';
import { sql } from 'kysely';
import type { AuditEntryRow } from '../schema/tables.ts';
import { PreparedInsert, type SqliteDatabase } from '../database/sqlite-database.ts';

/** Failed logins and the audit log: tables that are read from disk and not kept in memory. */
export class AdminRecords {
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: SqliteDatabase) {
    this.#statements = prepareStatements(database);
  }

  /** Instants of failed logins, oldest first. */
  failures(subject: string, since: number): readonly number[] {
    return this.#statements.failures.all(subject, since).map(({ at }) => at);
  }

  addFailure(subject: string, at: number): void {
    this.#statements.addFailure.run(subject, at);
  }

  clearFailures(subject: string): void {
    this.#statements.clearFailures.run(subject);
  }

  dropFailures(before: number): void {
    this.#statements.dropFailures.run(before);
  }

  addAudit({ id, at, actor, action, target, origin, before, after }: AuditEntry): void {
    const { address = null, session = null } = origin ?? {};
    const row = { id, at, actor, action, target, address, session, before, after };
    this.#statements.addAudit.run(row);
  }

  audit({ before, actor, actions, target, limit }: AuditQuery): readonly AuditEntry[] {
    const end = before === null ? undefined : this.#statements.auditNumber.get(before)?.number;
    const wanted = actions === undefined ? null : JSON.stringify(actions);
    const rows = this.#statements.audit.all(
      end ?? Number.MAX_SAFE_INTEGER,
      actor ?? null,
      target ?? null,
      wanted,
      wanted,
      limit,
    );
    return rows.map(toAuditEntry);
  }
}

/** An entry from the columns of its row. */
export function toAuditEntry({
  address,
  session,
  ...entry
}: Omit<AuditEntryRow, 'number'>): AuditEntry {
  return { ...entry, ...(address !== null && { origin: { address, session } }) };
}

function prepareStatements(database: SqliteDatabase) {
  const { kysely, connection } = database;
  const failures = kysely.deleteFrom('login_failure');
  return {
    failures: database.prepare(
      kysely
        .selectFrom('login_failure')
        .select('at')
        .where('subject', '=', '')
        .where('at', '>=', 0)
        .orderBy('at'),
    ),
    addFailure: database.prepare(kysely.insertInto('login_failure').values({ subject: '', at: 0 })),
    clearFailures: database.prepare(failures.where('subject', '=', '')),
    dropFailures: database.prepare(failures.where('at', '<', 0)),
    addAudit: new PreparedInsert(connection, (entry: Omit<AuditEntryRow, 'number'>) =>
      kysely.insertInto('audit_entry').values(entry),
    ),
    auditNumber: database.prepare(
      kysely.selectFrom('audit_entry').select('number').where('id', '=', ''),
    ),
    audit: database.prepare(
      kysely
        .selectFrom('audit_entry')
        .select(['id', 'at', 'actor', 'action', 'target', 'address', 'session', 'before', 'after'])
        .where('number', '<', 0)
        .where('actor', '=', sql<string>`coalesce(${null}, actor)`)
        .where('target', '=', sql<string>`coalesce(${null}, target)`)
        .where(sql<boolean>`(${null} is null or action in (select value from json_each(${null})))`)
        .orderBy('number', 'desc')
        .limit(0),
    ),
  };
}
