import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  RequestLogCountQuery,
  RequestLogEntry,
  RequestLogPage,
  RequestLogQuery,
} from '@filmgate/core';
import Database from 'better-sqlite3';
import { Kysely } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ImmediateDialect } from '../../src/database/immediate-dialect.ts';
import { createSqliteStorage } from '../../src/index.ts';
import { emptyRow, toCells } from '../../src/request-log/request-cells.ts';
import { RequestLogFile } from '../../src/request-log/request-log-file.ts';
import {
  migrateRequestLog,
  requestLogMigrations,
} from '../../src/request-log/request-log-migrations.ts';
import type { RequestLogTables } from '../../src/request-log/request-log-tables.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const start = 1_750_000_000_000;

const everything: RequestLogQuery = {
  path: null,
  status: null,
  caller: null,
  model: null,
  jobId: null,
  from: null,
  until: null,
  text: null,
  after: null,
  limit: 50,
};

function newRequest(number: number, wish: Partial<RequestLogEntry> = {}): RequestLogEntry {
  const nothing = { model: null, errorCode: null, promptDigest: null, prompt: null };
  return {
    id: `call-${number}`,
    at: start + number,
    count: 1,
    lastAt: start + number,
    requestId: `req-${number}`,
    caller: 'user:us_1',
    method: 'GET',
    path: '/v1/models',
    status: 200,
    durationMs: 1,
    jobId: null,
    disconnected: false,
    ...nothing,
    ...wish,
  };
}

/** A page, and the number of steps to find it. */
function pageOf(file: RequestLogFile, wish: Partial<RequestLogQuery>) {
  const list = file.list({ ...everything, ...wish });
  for (let steps = 1; ; steps += 1) {
    const step = list.next();
    if (step.done === true) return { steps, ids: idsOf(step.value) };
  }
}

/** Counts of a minute, second by second, and the number of steps. */
function countOf(file: RequestLogFile, wish: Partial<RequestLogCountQuery>) {
  const span = { from: start, until: start + 60_000, bucketMs: 1_000 };
  const count = file.countOverTime({ ...everything, ...span, ...wish });
  for (let steps = 1; ; steps += 1) {
    const step = count.next();
    if (step.done !== true) continue;
    const totalOf = (name: 'ok' | 'failed') =>
      step.value.reduce((sum, { counts }) => sum + counts[name], 0);
    return { steps, ok: totalOf('ok'), failed: totalOf('failed') };
  }
}

/** A log as left by the release with this version, with one call in it. */
async function leaveAtVersion(path: string, version: string): Promise<void> {
  const connection = new Database(path);
  const kysely = new Kysely<RequestLogTables>({ dialect: new ImmediateDialect(connection) });
  await migrateRequestLog(kysely, version);
  // Columns of later versions have a default.
  const { calls: _calls, last_at: _lastAt, ...first } = emptyRow;
  const row = { ...first, position: 1, id: 'early' };
  const columns = Object.keys(row);
  const positions = columns.map((column) => `@${column}`).join(', ');
  connection.prepare(`insert into call (${columns.join(', ')}) values (${positions})`).run(row);
  connection.close();
}

function schemaOf(path: string): readonly unknown[] {
  const connection = new Database(path, { readonly: true });
  const schema = connection
    .prepare(`select type, name, sql from sqlite_schema order by type, name`)
    .all();
  connection.close();
  return schema;
}

function idsOf(page: RequestLogPage): readonly string[] {
  return page.kind === 'page' ? page.entries.map(({ id }) => id) : [];
}

async function openLog(path = ':memory:'): Promise<RequestLogFile> {
  const file = await RequestLogFile.open(path);
  onTestFinished(() => file.close());
  return file;
}

describe('the file of the request log', () => {
  it('is beside the database, for its owner only, and is created when first needed', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'filmgate.db');
    const store = await createSqliteStorage({ file });
    expect(existsSync(`${file}.requests`)).toBe(false);
    store.requestLogs.append([newRequest(1)]);
    await store.close();
    expect(statSync(`${file}.requests`).mode & 0o777).toBe(0o600);
  });

  it('[request-log.never-answered] ends requests that a killed process left open', async () => {
    const path = join(temporaryFolder(), 'log');
    const killed = await openLog(path);
    const open = newRequest(1, { status: null, durationMs: null, jobId: 'lj_1' });
    killed.write(toCells([open, newRequest(2)]));
    const next = await openLog(path);
    const page = next.list({ ...everything, status: null, text: 'server_stopped' }).next().value;
    expect(page).toMatchObject({
      entries: [{ ...open, disconnected: true, errorCode: 'server_stopped' }],
    });
  });

  it('finds rare calls among many at once by each filter that has an index', async () => {
    const file = await openLog();
    const rare: Partial<RequestLogEntry> = {
      caller: 'native',
      path: '/v1/videos/vt_1',
      model: 'm',
      status: 404,
      jobId: 'vt_1',
    };
    const entries = Array.from({ length: 45_000 }, (_, index) =>
      newRequest(index, index === 3 ? rare : {}),
    );
    expect(file.write(toCells(entries))).toBe(0);
    for (const wish of [
      { caller: 'native' },
      { model: 'm' },
      { status: 404 },
      { jobId: 'vt_1' },
      { from: start + 3, until: start + 4 },
      { status: 404, caller: 'native', jobId: 'vt_1', model: 'm', path: '/v1/videos/vt_1' },
    ])
      expect(pageOf(file, wish), JSON.stringify(wish)).toEqual({ steps: 1, ids: ['call-3'] });
  });

  it('[request-log.never-in-the-way][request-log.counts] searches for a path, and counts, in steps', async () => {
    const file = await openLog();
    const entries = Array.from({ length: 45_000 }, (_, index) =>
      newRequest(index, index === 3 ? { path: '/v1/rare', caller: 'native', status: 502 } : {}),
    );
    file.write(toCells(entries));
    for (const path of ['/v1/rare', '/v1/r*'])
      expect(pageOf(file, { path })).toEqual({ steps: 5, ids: ['call-3'] });
    expect(countOf(file, {})).toEqual({ steps: 5, ok: 44_999, failed: 1 });
    expect(countOf(file, { path: '/v1/rare' })).toEqual({ steps: 5, ok: 0, failed: 1 });
    expect(countOf(file, { caller: 'native' })).toEqual({ steps: 1, ok: 0, failed: 1 });
    expect(countOf(file, { from: start + 40_000 })).toEqual({ steps: 1, ok: 5_000, failed: 0 });
  });

  it('brings a file up from every earlier version to one and the same schema', async () => {
    const folder = temporaryFolder();
    const schemas: unknown[] = [];
    for (const version of [undefined, ...Object.keys(requestLogMigrations)]) {
      const path = join(folder, version ?? 'empty');
      if (version !== undefined) await leaveAtVersion(path, version);
      const file = await openLog(path);
      expect(pageOf(file, {}).ids).toEqual(version === undefined ? [] : ['early']);
      const early = { count: 1, lastAt: 0, at: 0 };
      const entries = version === undefined ? [] : [expect.objectContaining(early)];
      expect(file.list(everything).next().value).toMatchObject({ entries });
      schemas.push(schemaOf(path));
    }
    for (const schema of schemas) expect(schema).toEqual(schemas[0]);
    expect(JSON.stringify(schemas)).not.toContain('call_by_path');
  });

  it('[request-log.never-in-the-way] searches for text in steps, so that others get their turn', async () => {
    const file = await openLog();
    const entries = Array.from({ length: 45_000 }, (_, index) =>
      newRequest(index, { prompt: index === 3 ? 'Ein ÄRGER' : null }),
    );
    file.write(toCells(entries));
    expect(pageOf(file, { text: 'ärger' })).toEqual({ steps: 5, ids: ['call-3'] });
    expect(pageOf(file, { text: 'REQ-3', limit: 1 })).toEqual({ steps: 1, ids: ['call-39999'] });
    expect(pageOf(file, { text: 'nowhere', status: 404 })).toEqual({ steps: 1, ids: [] });
  });

  it('keeps as many calls of one ms as there are positions, and returns how many it had none for', async () => {
    const file = await openLog();
    const entries = Array.from({ length: 2_050 }, (_, index) => newRequest(index, { at: start }));
    expect(file.write(toCells(entries))).toBe(2);
    expect(file.removeBefore({ before: start + 1, limit: 5_000 })).toBe(2_048);
  });
});

describe('the size of the request log', () => {
  const entries = Array.from({ length: 20_000 }, (_, index) =>
    newRequest(index, { path: `/v1/${'long/'.repeat(40)}` }),
  );
  const pagesOf = (path: string) => {
    const connection = new Database(path, { readonly: true });
    const pages = Number(connection.pragma('page_count', { simple: true }));
    connection.close();
    return pages;
  };
  const trim = (file: RequestLogFile, bytes: number) => {
    let steps = 0;
    while (file.removeBeyond({ bytes, limit: 250 }) > 0) steps += 1;
    return steps;
  };

  it('[request-log-growth.size] falls to what it may be, in steps, and the disk has its room again', async () => {
    const path = join(temporaryFolder(), 'log');
    const file = await openLog(path);
    file.write(toCells(entries));
    const all = pagesOf(path);
    expect(file.bytes()).toBe(all * 4_096);
    expect(trim(file, (all * 4_096) / 4)).toBeGreaterThan(10);
    expect(pagesOf(path)).toBeLessThanOrEqual(all / 4);
    file.close();
    expect(statSync(path).size).toBe(pagesOf(path) * 4_096);
  });

  it('[request-log-growth.size] stays at what it may be, however much is written', async () => {
    const path = join(temporaryFolder(), 'log');
    const file = await openLog(path);
    const bytes = 4_000_000;
    const sizes: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const later = entries.slice(0, 3_000).map((entry) => ({
        ...entry,
        id: `${round} ${entry.id}`,
        at: entry.at + 100_000 * round,
      }));
      file.write(toCells(later));
      trim(file, bytes);
      sizes.push(file.bytes());
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(bytes);
    expect(pageOf(file, { limit: 1 }).ids).toEqual(['9 call-2999']);
  });

  it('a file of an earlier release is taught to give pages back; a large one is written on where it is free', async () => {
    const folder = temporaryFolder();
    for (const [name, megabytes] of [
      ['small', 1],
      ['large', 70],
    ] as const) {
      const path = join(folder, name);
      await leaveAtVersion(path, '0003-operation-samples');
      const filler = new Database(path);
      filler.exec(
        `create table filler (bytes blob) strict; insert into filler values (zeroblob(${megabytes * 2 ** 20})); drop table filler`,
      );
      filler.close();
      const before = pagesOf(path);
      const file = await openLog(path);
      expect(file.removeBeyond({ bytes: 1_000_000_000, limit: 1 })).toBe(0);
      if (name === 'small') expect(file.bytes()).toBeLessThan(200_000);
      file.write(toCells(entries.slice(0, 1_000)));
      if (name === 'large') expect(file.bytes()).toBe(before * 4_096);
      trim(file, 250_000);
      const { ids } = pageOf(file, { limit: 5_000 });
      expect(ids.at(0)).toBe('call-999');
      expect(ids.length).toBeLessThan(1_000);
    }
  });
});

describe('a store whose request log fails', () => {
  it('[request-log.never-in-the-way] works on, and says so to those who ask for the log', async () => {
    const file = join(temporaryFolder(), 'filmgate.db');
    writeFileSync(
      `${file}.requests`,
      'this is no database, and long enough to be seen as none'.repeat(20),
    );
    const warnings: string[] = [];
    const log = {
      info: () => undefined,
      warn: (event: string) => void warnings.push(event),
      error: () => undefined,
    };
    const store = await createSqliteStorage({ file, log });
    store.requestLogs.append([newRequest(1)]);
    await store.values.put('name', 'value');
    await expect(store.requestLogs.list(everything)).rejects.toThrow('The file is not a database.');
    await store.close();
    expect(warnings).toEqual([
      'request-log-not-written',
      'request-log-not-written',
      'request-log-rows-dropped',
    ]);
  });

  it('a list that is under way when the store closes is refused', async () => {
    const store = await createSqliteStorage({ file: ':memory:' });
    store.requestLogs.append(Array.from({ length: 45_000 }, (_, index) => newRequest(index)));
    const list = store.requestLogs.list({ ...everything, text: 'nowhere' });
    const [ended] = await Promise.all([
      list.then(
        () => 'listed',
        (error: unknown) => String(error),
      ),
      store.close(),
    ]);
    expect(ended).toMatch(/request log ended/);
  });
});
