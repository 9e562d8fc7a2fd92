import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Limits of an owner: open jobs, requests per minute, and bytes of uploads and references, whose sum triggers keep. */
export const ownerLimits: Migration = {
  async up(db) {
    await sql`alter table api_user add column max_open_jobs integer`.execute(db);
    await sql`alter table api_user add column max_requests_per_minute integer`.execute(db);

    await db.schema
      .createTable('holding')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('held_at', 'integer', (column) => column.notNull())
      .addUniqueConstraint('holding_once', ['owner', 'sha256'])
      .addCheckConstraint('holding_size', sql`size >= 0`)
      .modifyEnd(sql`strict`)
      .execute();
    await db.schema.createIndex('holding_held_at').on('holding').column('held_at').execute();
    await db.schema
      .createTable('held_bytes')
      .addColumn('owner', 'text', (column) => column.primaryKey().notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .modifyEnd(sql`strict, without rowid`)
      .execute();
    await sql`create trigger holding_begins after insert on holding begin
      insert into held_bytes values (new.owner, new.size)
        on conflict (owner) do update set bytes = bytes + new.size; end`.execute(db);
    await sql`create trigger holding_ends after delete on holding begin
      update held_bytes set bytes = bytes - old.size where owner = old.owner;
      delete from held_bytes where owner = old.owner and bytes = 0; end`.execute(db);

    await sql`insert into holding (owner, sha256, size, held_at)
      select owner, sha256, max(size), max(created_at) from asset group by owner, sha256`.execute(
      db,
    );
  },
};
