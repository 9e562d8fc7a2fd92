import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** API users, administrators, and the audit log. Keys and session ids are stored as digests only. */
export const usersAndAdministrators: Migration = {
  async up(db) {
    await db.schema
      .createTable('api_user')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('enabled', 'integer', (column) => column.notNull())
      .addColumn('key_digest', 'text', (column) => column.notNull().unique())
      .addColumn('key_hint', 'text', (column) => column.notNull())
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addColumn('last_used_at', 'integer')
      .addCheckConstraint('api_user_enabled', sql`enabled = 0 or enabled = 1`)
      .modifyEnd(sql`strict`)
      .execute();

    await db.schema
      .createTable('admin_session')
      .addColumn('id_digest', 'text', (column) => column.primaryKey().notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addColumn('last_seen_at', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'integer', (column) => column.notNull())
      .modifyEnd(sql`strict, without rowid`)
      .execute();

    await db.schema
      .createTable('login_failure')
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('at', 'integer', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute();
    await db.schema
      .createIndex('login_failure_subject')
      .on('login_failure')
      .columns(['subject', 'at'])
      .execute();
    await db.schema.createIndex('login_failure_at').on('login_failure').column('at').execute();

    await db.schema
      .createTable('audit_entry')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('at', 'integer', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('address', 'text')
      .addColumn('session', 'text')
      .addColumn('before', 'text')
      .addColumn('after', 'text')
      .modifyEnd(sql`strict`)
      .execute();
    await sql`create trigger audit_is_append_only before update on audit_entry
      begin select raise(abort, 'the audit log is only appended to'); end`.execute(db);
  },
};
