import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestLogEntry, RequestLogPage, RequestLogQuery } from '@filmgate/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSqliteStorage } from '../../src/index.ts';
import { toCells } from '../../src/request-log/call-cells.ts';
import { RequestLogFile } from '../../src/request-log/request-log-file.ts';
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

function newCall(number: number, wish: Partial<RequestLogEntry> = {}): RequestLogEntry {
  const nothing = { model: null, errorCode: null, promptDigest: null, prompt: null };
  return {
    id: `call-${number}`,
    at: start + number,
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

/** A page, and in how many steps it was found. */
function pageOf(file: RequestLogFile, wish: Partial<RequestLogQuery>) {
  const list = file.list({ ...everything, ...wish });
  for (let steps = 1; ; steps += 1) {
    const step = list.next();
    if (step.done === true) return { steps, ids: idsOf(step.value) };
  }
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
  it('lies beside the database, for its owner only, and is made when it is first needed', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'filmgate.db');
    const store = await createSqliteStorage({ file });
    expect(existsSync(`${file}.requests`)).toBe(false);
    store.requestLogs.append([newCall(1)]);
    await store.close();
    expect(statSync(`${file}.requests`).mode & 0o777).toBe(0o600);
  });

  it('[request-log.never-answered] ends what a process left open that did not live to close it', async () => {
    const path = join(temporaryFolder(), 'log');
    const killed = await openLog(path);
    const open = newCall(1, { status: null, durationMs: null, jobId: 'lj_1' });
    killed.write(toCells([open, newCall(2)]));
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
    const calls = Array.from({ length: 45_000 }, (_, index) =>
      newCall(index, index === 3 ? rare : {}),
    );
    expect(file.write(toCells(calls))).toBe(0);
    for (const wish of [
      { caller: 'native' },
      { path: '/v1/videos/vt_1' },
      { model: 'm' },
      { status: 404 },
      { jobId: 'vt_1' },
      { from: start + 3, until: start + 4 },
      { status: 404, caller: 'native', jobId: 'vt_1', model: 'm', path: '/v1/videos/vt_1' },
    ])
      expect(pageOf(file, wish), JSON.stringify(wish)).toEqual({ steps: 1, ids: ['call-3'] });
  });

  it('[request-log.never-in-the-way] looks for text in steps, so that others get their turn', async () => {
    const file = await openLog();
    const calls = Array.from({ length: 45_000 }, (_, index) =>
      newCall(index, { prompt: index === 3 ? 'Ein ÄRGER' : null }),
    );
    file.write(toCells(calls));
    expect(pageOf(file, { text: 'ärger' })).toEqual({ steps: 5, ids: ['call-3'] });
    expect(pageOf(file, { text: 'REQ-3', limit: 1 })).toEqual({ steps: 1, ids: ['call-39999'] });
    expect(pageOf(file, { text: 'nowhere', status: 404 })).toEqual({ steps: 1, ids: [] });
  });

  it('keeps as many calls of one ms as there are places, and says how many it had none for', async () => {
    const file = await openLog();
    const calls = Array.from({ length: 2_050 }, (_, index) => newCall(index, { at: start }));
    expect(file.write(toCells(calls))).toBe(2);
    expect(file.removeBefore({ before: start + 1, limit: 5_000 })).toBe(2_048);
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
    store.requestLogs.append([newCall(1)]);
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
    store.requestLogs.append(Array.from({ length: 45_000 }, (_, index) => newCall(index)));
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
