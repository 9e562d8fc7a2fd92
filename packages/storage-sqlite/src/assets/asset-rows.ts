import type { Asset } from '@filmgate/core';
import type { Insertable, Selectable } from 'kysely';
import { z } from 'zod';
import { excluded, PreparedInsert, type SqliteDatabase } from '../database/sqlite-database.ts';
import type { AssetRow } from '../schema/tables.ts';

const kindSchema = z.enum(['image', 'video', 'audio']);

/** An asset with its number in the order of arrival. */
export interface AgedAsset {
  readonly number: number;
  readonly id: string;
}

/** The table of uploaded files. */
export class AssetRows {
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: SqliteDatabase) {
    this.#statements = prepareStatements(database);
  }

  put(asset: Asset): void {
    this.#statements.put.run(toRow(asset));
  }

  find(id: string): Asset | undefined {
    const row = this.#statements.find.get(id);
    return row === undefined ? undefined : toAsset(row);
  }

  hasDigest(sha256: string): boolean {
    return this.#statements.ofDigest.get(sha256) !== undefined;
  }

  /** Assets created before the instant, oldest first, after the given number. */
  createdBefore(instant: number, after: number, limit: number): readonly AgedAsset[] {
    return this.#statements.old.all(instant, after, limit);
  }

  /** An owner's assets in the order of arrival, after the given number. */
  ownedBy(
    owner: string,
    after: number,
    limit: number,
  ): readonly { readonly number: number; readonly asset: Asset }[] {
    const rows = this.#statements.owned.all(owner, after, limit);
    return rows.map((row) => ({ number: row.number, asset: toAsset(row) }));
  }

  /** Assets in the order of arrival, after the given number. */
  behind(
    after: number,
    limit: number,
  ): readonly { readonly number: number; readonly asset: Asset }[] {
    const rows = this.#statements.behind.all(after, limit);
    return rows.map((row) => ({ number: row.number, asset: toAsset(row) }));
  }

  remove(id: string): void {
    this.#statements.remove.run(id);
  }
}

function prepareStatements(database: SqliteDatabase) {
  const { kysely, connection } = database;
  const assets = kysely.selectFrom('asset');
  return {
    put: new PreparedInsert(connection, (row: Insertable<AssetRow>) =>
      kysely
        .insertInto('asset')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(excluded(row))),
    ),
    find: database.prepare(assets.selectAll().where('id', '=', '')),
    ofDigest: database.prepare(assets.select('number').where('sha256', '=', '')),
    old: database.prepare(
      assets
        .select(['number', 'id'])
        .where('created_at', '<', 0)
        .where('number', '>', 0)
        .orderBy('number')
        .limit(0),
    ),
    owned: database.prepare(
      assets.selectAll().where('owner', '=', '').where('number', '>', 0).orderBy('number').limit(0),
    ),
    behind: database.prepare(assets.selectAll().where('number', '>', 0).orderBy('number').limit(0)),
    remove: database.prepare(kysely.deleteFrom('asset').where('id', '=', '')),
  };
}

function toRow(asset: Asset): Insertable<AssetRow> {
  return {
    id: asset.id,
    owner: asset.owner,
    kind: asset.kind,
    content_type: asset.contentType,
    file_name: asset.fileName,
    size: asset.size,
    sha256: asset.sha256,
    created_at: asset.createdAt,
  };
}

function toAsset(row: Selectable<AssetRow>): Asset {
  return Object.freeze({
    id: row.id,
    owner: row.owner,
    kind: kindSchema.parse(row.kind),
    contentType: row.content_type,
    fileName: row.file_name,
    size: row.size,
    sha256: row.sha256,
    createdAt: row.created_at,
  });
}
