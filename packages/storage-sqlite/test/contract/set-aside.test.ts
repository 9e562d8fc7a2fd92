import { join } from 'node:path';
import { Scene } from '@filmgate/conformance';
import { allJobsQuery, type Logger, type JsonValue, StorageUnavailable } from '@filmgate/core';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createSqliteStorage } from '../../src/index.ts';
import { openSqliteExport } from '../../src/transfer/open-sqlite-export.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Changes the file while no store has it open. */
function alter(file: string, change: string, ...values: readonly (string | null)[]): void {
  const connection = new Database(file);
  connection.pragma('ignore_check_constraints = on');
  connection.prepare(change).run(...values);
  connection.close();
}

/** Value of one column of one job. */
function cell(file: string, column: string, id: string): string | null {
  const connection = new Database(file);
  const value: unknown = connection
    .prepare(`select ${column} from job where id = ?`)
    .pluck()
    .get(id);
  connection.close();
  return typeof value === 'string' ? value : null;
}

function recordingLog() {
  const warnings: (readonly [string, JsonValue | undefined])[] = [];
  const log: Logger = {
    info: () => undefined,
    warn: (event, fields) => void warnings.push([event, fields]),
    error: () => undefined,
  };
  return { log, warnings };
}

const list = { ...allJobsQuery, owner: null, order: 'oldest-first', limit: 10 } as const;

/** Ways to damage one job's row, each with the expected message. */
const damages: readonly (readonly [column: string, text: string, reason: string])[] = [
  ['request', '{', 'request is not JSON'],
  ['request', '{}', 'request.mediaType does not match this release (invalid_value)'],
  ['request', 'null', 'request does not match this release (invalid_type)'],
  ['request', '', 'request is not JSON'],
  ['warnings', '7', 'warnings does not match this release (invalid_type)'],
  [
    'handle',
    '{"version":"a secret boat"}',
    'handle.version does not match this release (invalid_type)',
  ],
  ['result', 'a secret boat', 'result is not JSON'],
  ['state', 'dreaming', 'state has a value that this release does not know'],
  ['quota', 'dreaming', 'quota has a value that this release does not know'],
];

describe.each(damages)('a row with %s = %s', (column, text, reason) => {
  it('[accepted.set-aside] [accepted.set-aside-told] [accepted.taken-back] is set aside when the file is opened, and taken back when it can be read', async () => {
    const file = join(temporaryFolder(), 'filmgate.db');
    const first = await createSqliteStorage({ file });
    const scene = new Scene(first);
    const owner = await scene.user('u1', 100);
    await scene.account('account-1', { concurrency: 3 });
    const claim = { scope: owner, key: 'k', fingerprint: '1:a' };
    const prompt = 'a secret boat';
    const damaged = await scene.bring(
      await scene.accept({ owner, cost: 7, prompt }, claim),
      'dispatching',
    );
    const sound = await scene.accept({ owner, cost: 5, prompt });
    const [before] = await first.accounts.loads();
    await first.close();
    const former = cell(file, column, damaged.id);
    alter(file, `update job set ${column} = ? where id = ?`, text, damaged.id);

    const { log, warnings } = recordingLog();
    const again = await createSqliteStorage({ file, log });
    const { reader, jobs } = again;
    expect(warnings).toEqual([['job-set-aside', { job: damaged.id, reason }]]);
    expect(JSON.stringify(warnings)).not.toContain('secret');
    expect(await reader.unreadable()).toEqual([
      { id: damaged.id, reason, noticedAt: expect.any(Number) },
    ]);
    expect(await reader.list(list)).toMatchObject({ kind: 'page', jobs: [{ id: sound.id }] });
    expect(await reader.list({ ...list, search: ['secret boat'] })).toMatchObject({
      jobs: [{ id: sound.id }],
    });
    expect(await reader.list({ ...list, search: [damaged.id] })).toMatchObject({ jobs: [] });
    expect(await reader.list({ ...list, after: damaged.id })).toEqual({ kind: 'cursor-unknown' });
    for (const lane of ['start', 'continue'] as const) {
      const lease = { leaseUntil: scene.now + 60_000, now: scene.now };
      const claimed = await jobs.claimDue({
        lane,
        families: ['*'],
        limit: 10,
        holder: 'a',
        ...lease,
      });
      expect(claimed.map(({ job }) => job.id)).toEqual(lane === 'start' ? [sound.id] : []);
    }
    await expect(reader.find(damaged.id)).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(reader.trail(damaged.id)).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(reader.findByKey(claim)).rejects.toBeInstanceOf(StorageUnavailable);
    const other = new Scene(again, 3);
    await expect(other.accept({ owner }, claim)).rejects.toBeInstanceOf(StorageUnavailable);
    // Its credits and its slot are unchanged, or held where the row is unreadable.
    const usage = await again.apiUsers.usage(owner);
    expect(usage.reserved + usage.held).toBe(12);
    const [after] = await again.accounts.loads();
    // The state of its job is unknown.
    expect(after).toEqual({ ...before, busyUnknown: column === 'state' ? 1 : 0 });
    await again.close();

    await expect(exportAll(file)).rejects.toThrow(damaged.id);
    alter(file, `update job set ${column} = ? where id = ?`, former, damaged.id);
    const { log: laterLog, warnings: later } = recordingLog();
    const healed = await createSqliteStorage({ file, log: laterLog });
    expect(await healed.reader.find(damaged.id)).toEqual(damaged);
    expect(await healed.reader.unreadable()).toEqual([]);
    expect(later).toEqual([]);
    expect(await healed.apiUsers.usage(owner)).toMatchObject({ reserved: 12, held: 0 });
    await healed.close();
  });
});

async function exportAll(file: string): Promise<void> {
  const source = await openSqliteExport({ file });
  try {
    for await (const _ of source.records(null));
  } finally {
    await source.close();
  }
}

it('[accepted.set-aside] the bytes a job refers to stay, though its row cannot be read', async () => {
  const file = join(temporaryFolder(), 'filmgate.db');
  const store = await createSqliteStorage({ file });
  const sha256 = 'ab'.repeat(32);
  const reference = { kind: 'image', role: 'first_frame', assetId: null, sha256 } as const;
  await new Scene(store).accept({
    references: [{ ...reference, contentType: 'image/png', size: 3 }],
  });
  await store.close();
  alter(file, "update job set request = replace(request, 'generateAudio', 'sound')");
  const again = await createSqliteStorage({ file });
  expect(await again.assets.neededDigests([sha256, 'cd'.repeat(32)])).toEqual(new Set([sha256]));
  await again.close();
});

it('[accepted.set-aside] retention and lists pass over ended jobs that cannot be read', async () => {
  const file = join(temporaryFolder(), 'filmgate.db');
  const store = await createSqliteStorage({ file, finishedInMemory: 1 });
  const scene = new Scene(store);
  await scene.account('account-1');
  const ended = [];
  for (let made = 0; made < 80; made += 1) ended.push(await scene.acceptIn('failed'));
  // Enough that most of them are entered into the lists of ended jobs.
  await expect.poll(() => listed(file)).toBeGreaterThan(16);
  await store.close();
  alter(file, 'drop trigger job_final_states_are_final');
  alter(file, "update job set request = '{' where position <= 10");
  const again = await createSqliteStorage({ file, finishedInMemory: 1 });
  const page = await again.reader.list({ ...list, limit: 100 });
  expect(page).toMatchObject({ kind: 'page', hasMore: false });
  expect(page.kind === 'page' && page.jobs.map(({ id }) => id)).toEqual(
    ended.slice(10).map(({ id }) => id),
  );
  expect(await again.reader.unreadable()).toHaveLength(10);
  const old = { finishedBefore: scene.now + 1, now: scene.now };
  expect(await again.jobs.removeFinished({ ...old, limit: 5 })).toHaveLength(5);
  expect(await again.jobs.removeFinished({ ...old, limit: 100 })).toHaveLength(65);
  expect(await again.jobs.removeFinished({ ...old, limit: 100 })).toEqual([]);
  await again.close();
  expect(cell(file, 'request', ended[0]?.id ?? '')).toBe('{');
});

function listed(file: string): number {
  const connection = new Database(file, { readonly: true });
  const count: unknown = connection.prepare('select count(*) from finished_job').pluck().get();
  connection.close();
  return Number(count);
}

it('an account whose row cannot be read gets no new job, and does not keep the store from opening', async () => {
  const file = join(temporaryFolder(), 'filmgate.db');
  const store = await createSqliteStorage({ file });
  await new Scene(store).account('account-1');
  await store.close();
  alter(file, "update account set families = '{'");
  const { log, warnings } = recordingLog();
  const again = await createSqliteStorage({ file, log });
  const [load] = await again.accounts.loads();
  expect(load?.account).toMatchObject({
    enabled: false,
    families: [],
    condition: 'login_required',
  });
  expect(warnings).toEqual([
    ['account-unreadable', { account: 'account-1', reason: 'families is not JSON' }],
  ]);
  await again.close();
});
