import { StorageUnavailable } from '@filmgate/core';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { isDeviceFault, isDiskFailure, storageFault } from './storage-fault.ts';

describe('storageFault', () => {
  it.each([
    ['SQLITE_FULL', /full/],
    ['SQLITE_IOERR_FSYNC', /disk failed/],
    ['SQLITE_BUSY', /locked/],
    ['SQLITE_BUSY_SNAPSHOT', /locked/],
    ['SQLITE_READONLY_DBMOVED', /cannot be written/],
    ['SQLITE_CORRUPT_VTAB', /damaged/],
  ])('says what %s means', (code, sentence) => {
    const fault = storageFault(new Database.SqliteError('text of SQLite', code));
    expect(fault).toBeInstanceOf(StorageUnavailable);
    expect(fault.message).toMatch(sentence);
    expect(fault.applied).toBe('no');
  });

  it('keeps the error as the cause, and rethrows a storage fault unchanged', () => {
    const error = new TypeError('odd');
    expect(storageFault(error, 'unknown')).toMatchObject({ applied: 'unknown', cause: error });
    const fault = new StorageUnavailable('known', { applied: 'no' });
    expect(storageFault(fault, 'unknown')).toBe(fault);
  });
});

it('distinguishes faults of the device from faults of the command', () => {
  expect(isDeviceFault(new Database.SqliteError('', 'SQLITE_IOERR_WRITE'))).toBe(true);
  expect(isDeviceFault(new Database.SqliteError('', 'SQLITE_FULL'))).toBe(true);
  expect(isDeviceFault(new Database.SqliteError('', 'SQLITE_CONSTRAINT_CHECK'))).toBe(false);
  expect(isDeviceFault(new Error('SQLITE_FULL'))).toBe(false);
});

it('[disk-full.told] gives a full disk as the reason, and no other fault', () => {
  const reasonOf = (code: string) => storageFault(new Database.SqliteError('', code)).reason;
  expect(reasonOf('SQLITE_FULL')).toBe('full');
  expect(reasonOf('SQLITE_IOERR_WRITE')).toBeNull();
});

it('distinguishes a failing disk from a full one', () => {
  expect(isDiskFailure(new Database.SqliteError('', 'SQLITE_IOERR_FSYNC'))).toBe(true);
  expect(isDiskFailure(new Database.SqliteError('', 'SQLITE_FULL'))).toBe(false);
});
