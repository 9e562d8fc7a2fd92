import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** Provider accounts. Their usage is counted from the jobs, never stored. */
export const accounts: Migration = {
  async up(db) {
    await db.schema
      .createTable('account')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('label', 'text', (column) => column.notNull().unique())
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('families', 'text', (column) => column.notNull())
      .addColumn('enabled', 'integer', (column) => column.notNull())
      .addColumn('draining', 'integer', (column) => column.notNull())
      .addColumn('awaits_test', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('concurrency', 'integer', (column) => column.notNull())
      .addColumn('exclusive', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('condition', 'text', (column) => column.notNull())
      .addColumn('cooling_until', 'integer')
      .addColumn('credits', 'integer')
      .addColumn('credits_source', 'text', (column) => column.notNull())
      .addColumn('credits_checked_at', 'integer')
      .addColumn('error_streak', 'integer', (column) => column.notNull())
      .addColumn('last_error', 'text')
      .addColumn('last_success_at', 'integer')
      .addColumn('last_used_at', 'integer')
      // Sealed by the secret box; useless without its key.
      .addColumn('sealed_secret', 'text')
      .addColumn('secret_since', 'integer')
      // Instant at which the newest recorded probe of the provider was started.
      .addColumn('probed_at', 'integer')
      .addCheckConstraint(
        'account_condition',
        oneOf('condition', ['ready', 'cooling', 'exhausted', 'login_required']),
      )
      .addCheckConstraint('account_source', oneOf('credits_source', ['upstream', 'operator']))
      .addCheckConstraint(
        'account_flags',
        sql`enabled in (0, 1) and draining in (0, 1) and exclusive in (0, 1) and awaits_test in (0, 1)`,
      )
      .addCheckConstraint('account_counts', sql`concurrency >= 0 and error_streak >= 0`)
      .modifyEnd(sql`strict, without rowid`)
      .execute();
  },
};
