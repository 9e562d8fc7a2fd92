import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openConnection } from '../../src/database/open-connection.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const read = (connection: ReturnType<typeof openConnection>, name: string) =>
  connection.pragma(name, { simple: true });

it('syncs every commit, in a file that only its owner may read', () => {
  const file = join(temporaryFolder(), 'filmgate.db');
  const connection = openConnection(file);
  expect(read(connection, 'journal_mode')).toBe('wal');
  // 2 = FULL (https://sqlite.org/pragma.html#pragma_synchronous).
  expect(read(connection, 'synchronous')).toBe(2);
  expect(read(connection, 'foreign_keys')).toBe(1);
  expect(read(connection, 'wal_autocheckpoint')).toBe(0);
  connection.exec('create table a (b)');
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    expect((statSync(name).mode & 0o777).toString(8)).toBe('600');
  }
  connection.close();
});

it('is the same when the file is opened again', () => {
  const file = join(temporaryFolder(), 'filmgate.db');
  openConnection(file).close();
  const connection = openConnection(file);
  expect([read(connection, 'journal_mode'), read(connection, 'synchronous')]).toEqual(['wal', 2]);
  connection.close();
});
