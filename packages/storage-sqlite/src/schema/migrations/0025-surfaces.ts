import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A surface may have any name: each has a number, earlier ones the number they had. Changes no row of a job. */
export const surfaces: Migration = {
  async up(db) {
    await sql`alter table job drop constraint job_origin`.execute(db);
    await db.schema
      .createTable('surface')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .modifyEnd(sql`strict`)
      .execute();
    await sql`insert into surface values (0, 'tasks'), (1, 'native'), (2, 'local'), (3, 'workbench')`.execute(
      db,
    );
  },
};
