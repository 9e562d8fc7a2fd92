import {
  copyFileSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  createJobFactory,
  endsLostClaims,
  receive,
  refusesWhileLost,
  Scene,
} from '@filmgate/conformance';
import { acknowledgeLoss, type StorageBundle, StorageUnavailable } from '@filmgate/core';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSqliteStorage, openSqliteExport } from '../../src/index.ts';
import { migrate } from '../../src/schema/migrate.ts';
import { openConnection } from '../../src/database/open-connection.ts';
import { SqliteDatabase } from '../../src/database/sqlite-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: string;
const opened = new Set<StorageBundle>();

const file = () => join(folder, 'filmgate.db');
const baseline = () => join(folder, 'baseline.json');
const copy = () => join(folder, 'copy.db');

async function open(
  options: { readonly baseline?: string; readonly formerBaseline?: string } = {},
): Promise<StorageBundle> {
  const bundle = await createSqliteStorage({ file: file(), baseline: baseline(), ...options });
  opened.add(bundle);
  return bundle;
}

/** Makes a consistent copy of everything committed by now. */
function keep(): void {
  rmSync(copy(), { force: true });
  const connection = new Database(file(), { readonly: true });
  connection.prepare('vacuum into ?').run(copy());
  connection.close();
}

function putBack(): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file()}${end}`, { force: true });
  copyFileSync(copy(), file());
}

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const bundle of opened) await bundle.close();
  opened.clear();
});

const lost = { applied: 'no', reason: 'data-loss' };

/** Checks that every call about jobs is refused with the reason. */
async function saysLost(bundle: StorageBundle): Promise<void> {
  expect(bundle.dataLoss?.lost()).toMatchObject({ detail: expect.stringContaining('operator') });
  const job = createJobFactory(7).newJob();
  const now = job.createdAt;
  const due = { families: ['*'], limit: 1, holder: 'h', leaseUntil: now + 1, now };
  const calls = {
    ping: () => bundle.ping(),
    accept: () => bundle.jobs.acceptJob({ job, idempotency: null, queueLimit: 10, now }),
    find: () => bundle.reader.find(job.id),
    findByKey: () => bundle.reader.findByKey({ scope: 's', key: 'k' }),
    depth: () => bundle.reader.depth(),
    authenticate: () => bundle.apiUsers.authenticate({ keyDigest: 'x', now }),
    claimToStart: () => bundle.jobs.claimDue({ lane: 'start', ...due }),
    claimToContinue: () => bundle.jobs.claimDue({ lane: 'continue', ...due }),
    removeFinished: () => bundle.jobs.removeFinished({ finishedBefore: now, limit: 1, now }),
    neededDigests: () => bundle.assets.neededDigests([]),
  };
  for (const [name, call] of Object.entries(calls)) {
    const fault = await call().then(
      () => `${name} was answered`,
      (error: unknown) => error,
    );
    expect(fault, name).toBeInstanceOf(StorageUnavailable);
    expect(fault, name).toMatchObject(lost);
  }
}

describe('a copy in place of the database', () => {
  it('[restore.noticed] is noticed at the opening, and at each one after it', async () => {
    const before = await open();
    await new Scene(before).accept();
    keep();
    await new Scene(before, 2).accept();
    await before.close();
    putBack();
    for (const _ of ['first', 'second', 'third']) {
      const bundle = await open();
      await saysLost(bundle);
      expect(bundle.dataLoss?.lost()?.missingChanges).toBeGreaterThan(0);
      // Later changes by administrators do not make up for the missing ones.
      for (let change = 0; change < 5; change += 1) await bundle.values.put('v', String(change));
      await bundle.close();
    }
  });

  it('[embedding.baseline] is noticed where no baseline was named, and goes unnoticed only where it was switched off', async () => {
    const before = await createSqliteStorage({ file: file() });
    keep();
    await new Scene(before).accept();
    await before.close();
    putBack();
    const unwatched = await createSqliteStorage({ file: file(), baseline: null });
    expect(unwatched.dataLoss?.lost() ?? null).toBeNull();
    await unwatched.close();
    putBack();
    const bundle = await createSqliteStorage({ file: file() });
    opened.add(bundle);
    await saysLost(bundle);
  });

  it('[restore.noticed] is noticed although it was killed a moment ago, with an opening in between', async () => {
    const first = await open();
    keep();
    await first.close();
    const second = await open();
    cpSync(baseline(), join(folder, 'as-killed.json'));
    await second.close();
    cpSync(join(folder, 'as-killed.json'), baseline());
    putBack();
    await saysLost(await open());
  });

  it('[restore.noticed] is noticed when it is of a release that had no baseline', async () => {
    const old = new SqliteDatabase(openConnection(file()));
    await migrate(old.kysely, '0010-taking-back');
    old.close();
    copyFileSync(file(), copy());
    const upgraded = await open();
    expect(upgraded.dataLoss?.lost()).toBeNull();
    await new Scene(upgraded).accept();
    await upgraded.close();
    putBack();
    await saysLost(await open());
  });

  it('[restore.noticed] is noticed when the baseline is missing, and when it is of another database', async () => {
    const bundle = await open();
    await new Scene(bundle).accept();
    await bundle.close();
    rmSync(baseline());
    const orphan = await open();
    await saysLost(orphan);
    await orphan.close();
    expect(existsSync(baseline())).toBe(false);

    const other = await createSqliteStorage({
      file: join(folder, 'other.db'),
      baseline: baseline(),
    });
    await other.close();
    await saysLost(await open());
  });

  it('[restore.witness-place] is noticed with a whole folder put back, when the baseline is outside of it', async () => {
    const outside = join(temporaryFolder(), 'gateway', 'baseline.json');
    const inside = await open();
    await new Scene(inside).accept();
    await inside.close();
    const moved = await open({ baseline: outside, formerBaseline: baseline() });
    expect(moved.dataLoss?.lost()).toBeNull();
    expect(existsSync(baseline())).toBe(false);
    await moved.close();
    const whole = join(temporaryFolder(), 'copy');
    cpSync(folder, whole, { recursive: true });
    const on = await open({ baseline: outside, formerBaseline: baseline() });
    await new Scene(on, 2).accept();
    await on.close();
    rmSync(folder, { recursive: true });
    cpSync(whole, folder, { recursive: true });
    await saysLost(await open({ baseline: outside, formerBaseline: baseline() }));
  });

  it('[restore.noticed] is whole again when the newest file is put back after all', async () => {
    const before = await open();
    const job = await new Scene(before).accept();
    keep();
    await new Scene(before, 2).accept();
    await before.close();
    renameSync(file(), join(folder, 'newest.db'));
    putBack();
    await (await open()).close();
    renameSync(join(folder, 'newest.db'), file());
    const again = await open();
    expect(again.dataLoss?.lost()).toBeNull();
    expect((await again.reader.find(job.id))?.id).toBe(job.id);
  });
});

describe('a database that is moved elsewhere', () => {
  it('[restore.migrate] is refused when an older copy replaced it, and a copy from before the move is noticed', async () => {
    const before = await open();
    await new Scene(before).accept();
    keep();
    await new Scene(before, 2).accept();
    await before.close();
    renameSync(file(), join(folder, 'newest.db'));
    putBack();
    const moving = { file: file(), baseline: baseline() };
    await expect(openSqliteExport(moving)).rejects.toMatchObject(lost);
    renameSync(join(folder, 'newest.db'), file());
    const moved = await openSqliteExport(moving);
    await moved.conclude('note', 'moved');
    await moved.close();
    const whole = await open();
    expect(whole.dataLoss?.lost()).toBeNull();
    expect(await whole.values.get('note')).toBe('moved');
    await whole.close();
    putBack();
    await saysLost(await open());
  });
});

describe('while a loss waits for an operator', () => {
  it('[restore.administration] logins, settings and receipts continue to work', async () => {
    const before = await open();
    const scene = new Scene(before);
    await scene.account('account-1');
    await before.values.put('kept', 'yes');
    const sent = await scene.acceptIn('dispatching');
    keep();
    await scene.accept();
    await before.close();
    putBack();
    const bundle = await open();
    await saysLost(bundle);
    const session = { idDigest: 's', username: 'a', createdAt: 1, lastSeenAt: 1, expiresAt: 9e12 };
    await bundle.adminAccess.openSession(session);
    expect(await bundle.adminAccess.findSession({ idDigest: 's', idleMs: 1e6, now: 2 })).toEqual(
      session,
    );
    await bundle.values.put('kept', 'again');
    expect(await bundle.values.get('kept')).toBe('again');
    const { id: jobId, correlationId } = sent;
    const response = { jobId, correlationId: correlationId ?? '', now: scene.now };
    const receipt = { ...response, accountId: 'account-1', endpoint: 'mock', handle: '{}' };
    const { next, effects } = receive(sent, scene.now);
    const decision = {
      claim: null,
      from: sent,
      next,
      effects,
      lease: 'keep',
      now: scene.now,
    } as const;
    await expect(bundle.jobs.recordReceipt({ ...receipt, decision })).rejects.toMatchObject({
      reason: 'data-loss',
    });
    expect(await bundle.jobs.recordReceipt(receipt)).toEqual({ kind: 'recorded', decided: null });
    const accounts = await bundle.accounts.loads();
    expect(accounts.map(({ account }) => account.id)).toEqual(['account-1']);
    await refusesWhileLost(bundle);
  });

  it('[restore.acknowledge][evidence.asked-again] an operator resumes it; jobs that may have been sent become unknown and are never sent, and sent jobs continue', async () => {
    const before = await open();
    const scene = new Scene(before);
    await scene.account('account-1');
    const owner = await scene.user('u1', 100);
    const queued = await scene.accept({ owner, cost: 5 });
    const prepared = await scene.acceptIn('prepared', { owner, cost: 7 });
    const dispatching = await scene.acceptIn('dispatching', { owner, cost: 2 });
    const submitted = await scene.acceptIn('submitted', { owner, cost: 3 });
    const polling = await scene.acceptIn('polling', { owner, cost: 11 });
    const completed = await scene.acceptIn('completed', { owner, cost: 13 });
    const unknown = await scene.acceptIn('outcome_unknown', { owner, cost: 1 });
    keep();
    await scene.bring(queued, 'dispatching');
    await scene.recordDispatch(prepared);
    await before.close();
    putBack();

    const bundle = await open();
    const clock = { now: () => scene.now, monotonicMs: () => 0, sleep: async () => undefined };
    const heard: boolean[] = [];
    bundle.dataLoss?.onChange((loss) => heard.push(loss === null));
    expect(await acknowledgeLoss({ storage: bundle, clock })).toEqual({
      kind: 'acknowledged',
      unknownJobs: 2,
    });
    expect(heard).toEqual([true]);
    expect(await acknowledgeLoss({ storage: bundle, clock })).toEqual({ kind: 'nothing-lost' });
    expect((await bundle.reader.find(unknown.id))?.dueAt).toBeLessThanOrEqual(clock.now());
    await bundle.close();

    const after = await open();
    expect(after.dataLoss?.lost()).toBeNull();
    for (const { id } of [queued, prepared]) {
      const job = await after.reader.find(id);
      expect(job).toMatchObject({ state: 'outcome_unknown', quota: 'held', correlationId: null });
    }
    for (const { id, state } of [dispatching, submitted, polling, completed])
      expect((await after.reader.find(id))?.state).toBe(state);
    expect(await after.apiUsers.usage(owner)).toMatchObject({ reserved: 16, held: 13, used: 13 });
    expect((await new Scene(after, 50).accept({ owner })).state).toBe('queued');
    keep();
    await new Scene(after, 51).accept({ owner });
    await after.close();
    putBack();
    await saysLost(await open());
  });

  it('[restore.claims-end] what was claimed before decides nothing after it, though its versions are given out again', async () => {
    const before = await open();
    const law = endsLostClaims({
      bundle: before,
      keep: async () => keep(),
      goBack: async () => {
        await before.close();
        putBack();
        const after = await open();
        return { node: after, operator: after };
      },
    });
    await expect(law).resolves.toBeUndefined();
  });

  it('[restore.acknowledge] killed between the baseline and the database, it is simply acknowledged again', async () => {
    const before = await open();
    await new Scene(before).accept();
    keep();
    await new Scene(before, 2).accept();
    await before.close();
    putBack();
    const seen = readFileSync(baseline(), 'utf8');
    const bundle = await open();
    const unsaved = join(folder, 'unsaved.db');
    const connection = new Database(file(), { readonly: true });
    connection.prepare('vacuum into ?').run(unsaved);
    connection.close();
    expect(await bundle.dataLoss?.resume()).toBe('resumed');
    await bundle.close();
    expect(readFileSync(baseline(), 'utf8')).not.toBe(seen);
    copyFileSync(unsaved, copy());
    putBack();
    const again = await open();
    await saysLost(again);
    expect(await again.dataLoss?.resume()).toBe('resumed');
    await again.ping();
  });
});

it('[restore.no-false-alarm] a store that was closed, or killed at any commit, is never called lost', async () => {
  const scene = new Scene(await open());
  const copies: { readonly database: string; readonly baseline: string }[] = [];
  for (let commit = 0; commit < 8; commit += 1) {
    await scene.accept();
    // State after a kill: the database with its log as on the disk, and the baseline, which may be older.
    const at = join(folder, `killed-${commit}`);
    for (const end of ['', '-wal']) copyFileSync(`${file()}${end}`, `${at}.db${end}`);
    // The copy passes for the original file.
    const noted = JSON.parse(readFileSync(baseline(), 'utf8'));
    writeFileSync(`${at}.json`, JSON.stringify({ ...noted, location: null }));
    copies.push({ database: `${at}.db`, baseline: `${at}.json` });
  }
  for (const killed of copies) {
    const bundle = await createSqliteStorage({ file: killed.database, baseline: killed.baseline });
    expect(bundle.dataLoss?.lost()).toBeNull();
    await bundle.close();
  }
  for (const bundle of opened) await bundle.close();
  for (let opening = 0; opening < 3; opening += 1) {
    const bundle = await open();
    expect(bundle.dataLoss?.lost()).toBeNull();
    await bundle.close();
  }
});
