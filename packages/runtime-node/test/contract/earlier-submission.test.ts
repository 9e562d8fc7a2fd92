import { catalogAt, createJobFactory } from '@filmgate/conformance';
import type { ModelCatalog, UpstreamHandle } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { findableAfterMs, searchable } from '../support/searchable-world.ts';

const handle: UpstreamHandle = { version: 1, value: 'found' };

describe('a job accepted before the start', () => {
  it('[restore.searched-first] that an upstream has is watched there and never sent, on the account and try it was found with', async () => {
    const { world } = searchable((account, attempt) =>
      account === 'second' && attempt === '2' ? { kind: 'found', handle } : { kind: 'absent' },
    );
    await world.addAccount('first', 1);
    await world.addAccount('second', 1);
    const id = await world.accept();
    await world.clock.advance(1_000);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(5_000);
    expect(world.submitted()).toEqual([]);
    expect(await world.job(id)).toMatchObject({
      state: 'polling',
      accountId: 'second',
      correlationId: `${id}.2`,
      handle,
    });
    expect(world.logged).toContain('earlier-submission-found');
    for (const [account, busy] of [
      ['first', 0],
      ['second', 1],
    ] as const)
      expect((await world.storage.accounts.find(account))?.busy).toBe(busy);
    await world.end(runner);
  });

  it('[restore.searched-first][submission-facts.recorded-before] is watched where it is found also when a dispatch of it is recorded', async () => {
    const { world } = searchable((account, attempt) =>
      account === 'first' && attempt === '1' ? { kind: 'found', handle } : { kind: 'absent' },
    );
    await world.addAccount('first', 1);
    const id = await world.accept();
    await world.recordDispatchOnly(id);
    await world.clock.advance(1_000);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(60_000);
    expect(world.submitted()).toEqual([]);
    expect(await world.job(id)).toMatchObject({ accountId: 'first', handle });
    expect(world.callsOf('poll', 'first').length).toBeGreaterThan(0);
    await world.end(runner);
  });

  it('[restore.searched-first] that no upstream has is sent once every account reported its absence, by every name it could have', async () => {
    const { world, asked } = searchable(() => ({ kind: 'absent' }));
    await world.addAccount('first', 1);
    await world.addAccount('second', 1, ['vidB']);
    const id = await world.accept();
    await world.clock.advance(1_000);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(1_000);
    expect(world.submitted()).toEqual([id]);
    expect(asked).toEqual(['first 1', 'first 2', 'first 3']);
    await world.end(runner);
  });

  it('[restore.searched-first] is not searched for at an endpoint that makes no video of its family', async () => {
    const { world, asked } = searchable((account) =>
      account === 'elsewhere' ? { kind: 'transient', detail: 'away' } : { kind: 'absent' },
    );
    await world.addAccount('first', 1);
    await world.addAccount('elsewhere', 1, ['*'], null, 'second');
    const id = await world.accept();
    await world.clock.advance(1_000);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(1_000);
    expect(world.submitted()).toEqual([id]);
    expect(asked).toEqual(['first 1', 'first 2', 'first 3']);
    await world.end(runner);
  });

  it('[restore.searched-first] is sent once an endpoint that never reports absence has had its time to show it', async () => {
    const { world, asked } = searchable(() => ({ kind: 'transient', detail: '', isEmpty: true }));
    await world.addAccount('first', 1);
    const id = await world.accept();
    await world.clock.advance(1_000);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(findableAfterMs - 1_000);
    expect(world.submitted()).toEqual([]);
    expect(asked).not.toEqual([]);
    await world.clock.advance(30_000);
    expect(world.submitted()).toEqual([id]);
    await world.end(runner);
  });

  it('[restore.searched-first] waits while a search fails, and is sent after all when that does not end', async () => {
    const { world, asked } = searchable(() => ({ kind: 'transient', detail: 'away' }));
    await world.addAccount('first', 1);
    const id = await world.accept();
    await world.clock.advance(1_000);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(9 * 60_000);
    expect(world.submitted()).toEqual([]);
    // No more often than a change could appear.
    expect(asked.length).toBeLessThanOrEqual((10 * 60_000) / findableAfterMs);
    await world.clock.advance(2 * 60_000);
    expect(world.submitted()).toEqual([id]);
    await world.end(runner);
  });

  it('[restore.searched-first] waits for a slot where it was found, and is not sent elsewhere meanwhile', async () => {
    const { world } = searchable((account) =>
      account === 'full' ? { kind: 'found', handle } : { kind: 'absent' },
    );
    await world.addAccount('full', 0);
    await world.addAccount('free', 5);
    const id = await world.accept();
    await world.clock.advance(1_000);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(5_000);
    expect(world.submitted()).toEqual([]);
    const settings = { concurrency: 1 };
    await world.storage.accounts.edit({ id: 'full', settings, now: world.clock.now() });
    await world.clock.advance(5_000);
    expect(await world.job(id)).toMatchObject({ accountId: 'full', handle });
    expect(world.submitted()).toEqual([]);
    await world.end(runner);
  });
});

it('[restore.searched-first] a job accepted since the start is searched for nowhere', async () => {
  const { world, asked } = searchable(() => ({ kind: 'found', handle }));
  await world.addAccount('first', 1);
  const runner = world.runner();
  runner.start();
  await world.clock.advance(1_000);
  const id = await world.accept();
  await world.clock.advance(1_000);
  expect([asked, world.submitted()]).toEqual([[], [id]]);
  await world.end(runner);
});

it('[restore.searched-first] a job that was accepted before the clock was set back is searched for', async () => {
  const { world, asked } = searchable(() => ({ kind: 'absent' }));
  await world.addAccount('first', 1);
  const now = world.clock.now();
  const runner = world.runner();
  const job = { ...createJobFactory(7).newJob({ now }), createdAt: now + 3_600_000 };
  await world.storage.jobs.acceptJob({ job, idempotency: null, queueLimit: 1, now });
  runner.start();
  await world.clock.advance(1_000);
  expect(asked).toEqual(['first 1', 'first 2', 'first 3']);
  expect(world.submitted()).toEqual([job.id]);
  await world.end(runner);
});

describe('the absence of a submission', () => {
  async function lost(catalog: ModelCatalog) {
    const { world, asked } = searchable(
      (account) =>
        account === 'elsewhere' ? { kind: 'transient', detail: 'away' } : { kind: 'absent' },
      catalog,
    );
    world.upstream.script('first').submit = 'hang';
    await world.addAccount('first', 1);
    await world.addAccount('elsewhere', 1, ['*'], null, 'second');
    const id = await world.accept();
    const runner = world.runner();
    runner.start();
    return { world, asked, runner, id };
  }

  it('[restore.searched-first] is proven by whatever an endpoint reports that makes no video of its family', async () => {
    const { world, asked, runner, id } = await lost(catalogAt('scripted'));
    await world.clock.advance(10 * 60_000);
    expect(await world.job(id)).toMatchObject({ state: 'failed', quota: 'released' });
    expect(new Set(asked)).toEqual(new Set(['first 1', 'first 2', 'first 3']));
    await world.end(runner);
  });

  it('[restore.searched-first] of a family no longer on offer needs a report of every endpoint', async () => {
    const catalog: { -readonly [F in keyof ModelCatalog]: ModelCatalog[F] } = {
      ...catalogAt('scripted'),
    };
    const { world, asked, runner, id } = await lost(catalog);
    await world.clock.advance(1_000);
    catalog.families = [];
    await world.clock.advance(10 * 60_000);
    expect(await world.job(id)).toMatchObject({ state: 'outcome_unknown', quota: 'held' });
    expect(asked).toContain('elsewhere 1');
    await world.end(runner);
  });
});
