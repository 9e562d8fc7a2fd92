import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

const family = 'vm_std-2.0';

/** A disabled account, and a waiting job of a user with a quota, behind other waiting jobs. */
async function resting(waiting = 0) {
  const world = new RunnerWorld();
  await world.fillQueue(waiting);
  await world.addAccount('resting', 1);
  const now = world.clock.now();
  await world.storage.accounts.edit({ id: 'resting', settings: { enabled: false }, now });
  const user = { id: 'one', name: 'one', keyDigest: 'digest', keyHint: 'hint', totalLimit: 1_000 };
  await world.storage.apiUsers.create({ ...user, now });
  const id = await world.accept({ pinnedAccountId: 'resting' });
  return { world, id };
}

describe('a job that asks for an account which is removed', () => {
  it('[pool.asked-for-account-removed] fails at once, with no runner and no other account there, and its owner gets the quota back', async () => {
    const { world, id } = await resting();
    const { price } = await world.job(id);
    expect((await world.storage.apiUsers.usage('user:one')).reserved).toBe(price);
    expect(await world.removeAccount('resting')).toEqual({ kind: 'removed', endedJobs: 1 });
    expect(await world.job(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'account_removed' },
      quota: 'released',
      credit: 'none',
      dueAt: null,
    });
    const { used, reserved, held } = await world.storage.apiUsers.usage('user:one');
    expect([used, reserved, held]).toEqual([0, 0, 0]);
    expect((await world.trail(id)).slice(1)).toEqual([
      { what: 'account-gone', account: 'resting', code: 'account_removed', by: 'operator' },
    ]);
    expect((await world.storage.reader.trail(id)).at(-1)?.money).toMatchObject([
      { ledger: 'quota', move: 'refund', amount: price },
    ]);
    expect(world.submitted()).toEqual([]);
  });

  it('[pool.asked-for-account-removed] waits for nothing while the account drains; its submitted jobs continue', async () => {
    const world = new RunnerWorld();
    await world.addAccount('leaving', 1);
    const under = await world.accept();
    const runner = world.runner();
    runner.start();
    await world.clock.advance(2_000);
    const waiting = await world.accept({ pinnedAccountId: 'leaving' });
    expect(await world.removeAccount('leaving')).toEqual({
      kind: 'draining',
      inFlight: 1,
      endedJobs: 1,
    });
    expect((await world.job(waiting)).failure?.code).toBe('account_removed');
    const before = await world.job(under);
    expect(['submitted', 'polling']).toContain(before.state);
    world.upstream.script('leaving').status = 'ended';
    await world.clock.advance(60_000);
    expect((await world.job(under)).failure?.code).toBe('generation_failed');
    expect(await world.storage.accounts.find('leaving')).toBeUndefined();
    expect(world.submitted()).toEqual([under]);
    await world.end(runner);
  });

  it('[pool.asked-for-account-removed] is unchanged once it was sent, or may have been', async () => {
    const world = new RunnerWorld();
    await world.addAccount('leaving', 2);
    world.upstream.script('leaving').submit = 'ignore-everything';
    const sending = await world.accept({ pinnedAccountId: 'leaving' });
    const runner = world.runner();
    runner.start();
    await world.clock.advance(1_000);
    expect(await world.removeAccount('leaving')).toEqual({
      kind: 'draining',
      inFlight: 1,
      endedJobs: 0,
    });
    expect((await world.job(sending)).state).toBe('dispatching');
    await world.end(runner);
    const other = world.runner();
    other.start();
    await world.clock.advance(120_000);
    expect(await world.job(sending)).toMatchObject({ state: 'outcome_unknown', quota: 'held' });
    expect(world.submitted()).toEqual([sending]);
    await world.end(other);
  });

  it('is ended by the runner that claims it: accepted while its account was being removed', async () => {
    const world = new RunnerWorld();
    await world.addAccount('other', 1);
    const id = await world.accept({ pinnedAccountId: 'gone', family });
    await world.storage.accounts.edit({
      id: 'other',
      settings: { concurrency: 2 },
      now: world.clock.now(),
    });
    const runner = world.runner();
    runner.start();
    await world.clock.advance(2_000);
    expect((await world.job(id)).failure?.code).toBe('account_removed');
    expect((await world.trail(id)).some((line) => 'by' in line)).toBe(false);
    await world.end(runner);
  });

  it('is not taken for one that asks for another account, or for none', async () => {
    const { world } = await resting();
    await world.addAccount('staying', 1);
    const [named, any] = [
      await world.accept({ pinnedAccountId: 'staying' }),
      await world.accept({ family }),
    ];
    expect(await world.removeAccount('resting')).toEqual({ kind: 'removed', endedJobs: 1 });
    expect((await world.job(named)).state).toBe('queued');
    expect((await world.job(any)).state).toBe('queued');
    expect(await world.removeAccount('nobody')).toEqual({ kind: 'unknown' });
  });

  it('is found among more jobs than fit on a page', async () => {
    const { world, id } = await resting(1_200);
    const last = await world.accept({ pinnedAccountId: 'resting' });
    expect(await world.removeAccount('resting')).toEqual({ kind: 'removed', endedJobs: 2 });
    for (const one of [id, last])
      expect((await world.job(one)).failure?.code).toBe('account_removed');
  });

  it('does not keep the account from being removed when the store fails half-way', async () => {
    const { world } = await resting();
    world.faults = {
      decide: ({ method }) =>
        method === 'commit' ? { kind: 'before', applied: 'no' } : { kind: 'none' },
    };
    expect(await world.removeAccount('resting')).toEqual({ kind: 'removed', endedJobs: 0 });
    expect(world.logged).toEqual(['stranded-jobs-not-ended']);
  });
});
