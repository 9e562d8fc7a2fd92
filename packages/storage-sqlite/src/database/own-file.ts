import { existsSync, realpathSync, statfsSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { StorageUnavailable } from '@filmgate/core';
import Database from 'better-sqlite3';
import { storageFault } from '../faults/storage-fault.ts';

/** Held from opening to closing; the operating system releases it when the process dies for any reason. */
export interface FileOwnership {
  /** Real path of the file. */
  readonly file: string;
  release(): void;
}

interface Owner {
  readonly pid: number;
  readonly host: string;
}

/** `f_type` of file systems whose locks other machines may not see (statfs(2)), with their names. */
const remoteFileSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
]);

/** Number of attempts to lock: an owner that writes its name releases the lock for an instant. */
const attempts = 5;

/**
 * Makes this process the only one that uses a database. Next to the database is `<file>.owner`, itself a tiny database
 * that names the owner. The ownership is an open write transaction in that file, which others can read past.
 *
 * @throws StorageUnavailable with a sentence that names the owner when there is one already, here or on another machine
 */
export function ownFile(path: string): FileOwnership {
  const file = realPath(path);
  refuseRemote(dirname(file));
  const lock = new Database(`${file}.owner`, { timeout: 0 });
  try {
    hold(lock, file);
    return { file, release: () => lock.close() };
  } catch (error) {
    lock.close();
    throw storageFault(error);
  }
}

function hold(lock: Database.Database, file: string): void {
  const me: Owner = { pid: process.pid, host: hostname() };
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (!begin(lock)) throw inUse(file, readOwner(lock));
    lock.exec('create table if not exists owner (pid integer not null, host text not null) strict');
    const named = readOwner(lock);
    if (named?.pid === me.pid && named.host === me.host) return;
    lock.exec('delete from owner');
    lock.prepare('insert into owner values (?, ?)').run(me.pid, me.host);
    lock.exec('commit');
  }
  throw inUse(file, undefined);
}

function begin(lock: Database.Database): boolean {
  try {
    lock.exec('begin immediate');
    return true;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return false;
    throw error;
  }
}

function readOwner(lock: Database.Database): Owner | undefined {
  try {
    return lock.prepare<[], Owner>('select pid, host from owner').get();
  } catch (error) {
    // The owner is just writing its name.
    if (error instanceof Database.SqliteError) return undefined;
    throw error;
  }
}

function inUse(file: string, owner: Owner | undefined): StorageUnavailable {
  const who =
    owner === undefined ? 'a process that is starting' : `process ${owner.pid} on ${owner.host}`;
  return new StorageUnavailable(
    `The database ${file} is in use by ${who}. Only one process can use a database: stop that process, or choose another file.`,
    { applied: 'no', reason: 'in-use' },
  );
}

/** Two names of one file must not have two owners. */
function realPath(path: string): string {
  try {
    return existsSync(path)
      ? realpathSync(path)
      : join(realpathSync(dirname(path)), basename(path));
  } catch (error) {
    throw new StorageUnavailable(`The folder of the database ${path} does not exist.`, {
      applied: 'no',
      cause: error,
    });
  }
}

function refuseRemote(folder: string): void {
  const name = remoteFileSystems.get(statfsSync(folder).type);
  if (name === undefined) return;
  throw new StorageUnavailable(
    `${folder} is on ${name}. The database requires a local disk, because its log uses shared memory.`,
    { applied: 'no' },
  );
}
