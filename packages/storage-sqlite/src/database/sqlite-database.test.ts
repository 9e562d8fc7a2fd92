import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { SqliteDatabase } from './sqlite-database.ts';

let database: SqliteDatabase;

beforeEach(() => {
  database = new SqliteDatabase(new Database(':memory:'));
});

describe('readTogether', () => {
  it('reads within one transaction, which is over afterwards', () => {
    const { connection } = database;
    expect(database.readTogether(() => connection.inTransaction)).toBe(true);
    expect(connection.inTransaction).toBe(false);
  });

  it('ends it when reading fails', () => {
    const failing = () => {
      throw new RangeError('a row is broken');
    };
    expect(() => database.readTogether(failing)).toThrow('a row is broken');
    expect(database.readTogether(() => 1)).toBe(1);
  });

  it('leaves a transaction that was under way to who began it', () => {
    database.connection.exec('begin');
    expect(database.readTogether(() => database.readTogether(() => 2))).toBe(2);
    expect(database.connection.inTransaction).toBe(true);
  });
});
