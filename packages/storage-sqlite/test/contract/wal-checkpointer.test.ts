import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openConnection } from '../../src/database/open-connection.ts';
import { CheckpointClient } from '../../src/wal/checkpoint-client.ts';
import { WalCheckpointer } from '../../src/wal/wal-checkpointer.ts';

const quiet = { info: () => undefined, warn: () => undefined };
const mebibyte = 'x'.repeat(2 ** 20);

let folder = '';
let connection: Database.Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-log-'));
  connection = openConnection(join(folder, 'a.db'));
  connection.exec('create table note (text text)');
});

afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true });
});

/** A checkpoint client that copies on request, and not in a thread. */
class ManualCheckpointer extends CheckpointClient {
  begun = 0;
  finish: (report: 'done' | 'failed') => void = () => undefined;

  constructor() {
    super('unused', undefined);
  }

  override begin(whenDone: (report: 'done' | 'failed') => void): void {
    this.begun += 1;
    this.finish = whenDone;
  }
}

/** Writes `count` MiB in transactions of one each. */
function write(count: number): void {
  const insert = connection.prepare('insert into note values (?)');
  for (let index = 0; index < count; index += 1) insert.run(mebibyte);
}

/** Pages in the log, and those of them that are not in the database. */
function logState(): readonly [number, number] {
  const [state] = connection
    .prepare<[], [number, number, number]>('pragma wal_checkpoint(noop)')
    .raw()
    .all();
  return [state?.[1] ?? 0, (state?.[1] ?? 0) - (state?.[2] ?? 0)];
}

describe('WalCheckpointer', () => {
  it('leaves a short log alone', () => {
    const checkpointClient = new ManualCheckpointer();
    const checkpointer = new WalCheckpointer({ connection, checkpointClient, log: undefined });
    write(8);
    checkpointer.afterRound(10_000);
    expect([checkpointClient.begun, logState()[1] > 2000]).toEqual([0, true]);
  });

  it('checks only now and then', () => {
    const checkpointClient = new ManualCheckpointer();
    const checkpointer = new WalCheckpointer({ connection, checkpointClient, log: undefined });
    write(20);
    checkpointer.afterRound(255);
    expect(checkpointClient.begun).toBe(0);
    checkpointer.afterRound(1);
    expect(checkpointClient.begun).toBe(1);
  });

  it('copies the pages the thread has left, after which the log starts over', () => {
    const checkpointClient = new ManualCheckpointer();
    const checkpointer = new WalCheckpointer({ connection, checkpointClient, log: undefined });
    write(20);
    checkpointer.afterRound(10_000);
    connection.pragma('wal_checkpoint(passive)');
    write(2);
    checkpointClient.finish('done');
    expect([checkpointClient.begun, logState()[1]]).toEqual([1, 0]);
    write(1);
    expect(logState()[0]).toBeLessThan(1000);
  });

  it('sends the thread again while it has left much', () => {
    const checkpointClient = new ManualCheckpointer();
    const checkpointer = new WalCheckpointer({ connection, checkpointClient, log: undefined });
    write(20);
    checkpointer.afterRound(10_000);
    checkpointClient.finish('done');
    expect(checkpointClient.begun).toBe(2);
    checkpointClient.finish('failed');
    expect(checkpointClient.begun).toBe(2);
  });

  it('copies everything itself before the log gets far too long', () => {
    const checkpointClient = new ManualCheckpointer();
    const checkpointer = new WalCheckpointer({ connection, checkpointClient, log: undefined });
    write(140);
    checkpointer.afterRound(10_000);
    expect([checkpointClient.begun, logState()[1]]).toEqual([0, 0]);
  });

  it('logs a failure and reports it nowhere else', () => {
    const faults: string[] = [];
    const log = { ...quiet, error: (event: string) => void faults.push(event) };
    const checkpointer = new WalCheckpointer({
      connection,
      checkpointClient: new ManualCheckpointer(),
      log,
    });
    write(20);
    connection.close();
    checkpointer.afterRound(10_000);
    expect(faults).toEqual(['log-keeping-failed']);
  });
});

describe('CheckpointClient', () => {
  it('copies the log in a separate thread, again and again, and ends it', async () => {
    write(4);
    const checkpointClient = new CheckpointClient(join(folder, 'a.db'), undefined);
    const copy = () =>
      new Promise<string>((resolve) => {
        checkpointClient.begin(resolve);
        expect(checkpointClient.isBusy).toBe(true);
      });
    expect(await copy()).toBe('done');
    expect([logState()[1], checkpointClient.isBusy]).toEqual([0, false]);
    write(1);
    expect(await copy()).toBe('done');
    expect(logState()[1]).toBe(0);
    await checkpointClient.stop();
    await checkpointClient.stop();
  });

  it('says so when the thread cannot be had', async () => {
    const faults: string[] = [];
    const log = { ...quiet, error: (event: string) => void faults.push(event) };
    const checkpointClient = new CheckpointClient(join(folder, 'none', 'b.db'), log);
    expect(await new Promise((resolve) => checkpointClient.begin(resolve))).toBe('failed');
    expect(faults).toEqual(['checkpoint-thread-failed']);
    await checkpointClient.stop();
  });
});
