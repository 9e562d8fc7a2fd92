import type { ReconcileOutcome } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

const secondMs = 1_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The store is read only when something is due, so that hours pass quickly. */
const seldom = { idleMs: minuteMs, probeEveryMs: 10 * minuteMs, renewEveryMs: 10_000 };

async function worldOf(
  jobs: number,
  abilities: ConstructorParameters<typeof RunnerWorld>[0] = {},
): Promise<{ world: RunnerWorld; ids: readonly string[]; stop: () => Promise<void> }> {
  const world = new RunnerWorld(abilities);
  await world.addAccount('one', jobs);
  const ids = await world.acceptMany(jobs);
  const runner = world.runner(seldom);
  runner.start();
  await world.clock.advance(2 * secondMs);
  return { world, ids, stop: () => world.end(runner) };
}

const statesOf = async (world: RunnerWorld, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await world.job(id)).state));

describe('a provider that reports a failure', () => {
  it('[evidence.several-looks] once, and continues, fails no job and refunds nobody', async () => {
    const { world, ids, stop } = await worldOf(1);
    const [id = ''] = ids;
    world.upstream.script('one').status = 'ended';
    const before = world.callsOf('poll', 'one').length;
    while (world.callsOf('poll', 'one').length === before) await world.clock.advance(100);
    await world.clock.advance(1);
    world.upstream.script('one').status = 'running';
    await world.clock.advance(minuteMs);
    expect(await world.job(id)).toMatchObject({ state: 'polling', quota: 'reserved', doubt: null });
    expect(await world.trail(id)).toContainEqual(
      expect.objectContaining({ what: 'doubted', said: 'failed', detail: 'ended' }),
    );
    await stop();
  });

  it('[evidence.several-looks] three times, at the interval of its endpoint, is accepted', async () => {
    const { world, ids, stop } = await worldOf(1);
    const [id = ''] = ids;
    world.upstream.script('one').status = 'ended';
    await world.clock.advance(minuteMs);
    expect(await world.job(id)).toMatchObject({ state: 'failed', quota: 'released', doubt: null });
    expect((await world.trail(id)).at(-1)).toMatchObject({ what: 'upstream-failed', looks: 3 });
    await stop();
  });

  it('[evidence.several-looks] is not accepted sooner by checks by hand', async () => {
    const { world, ids, stop } = await worldOf(1, { timings: { minimumPollIntervalMs: hourMs } });
    const [id = ''] = ids;
    world.upstream.script('one').status = 'ended';
    for (let check = 0; check < 5; check += 1) await world.check(id);
    expect(await world.job(id)).toMatchObject({ state: 'submitted', doubt: { looks: 1 } });
    await stop();
  });
});

describe('a search that shows nothing of a lost submission', () => {
  const absent: ReconcileOutcome = { kind: 'absent' };

  async function lost(responses: () => ReconcileOutcome) {
    const world = new RunnerWorld({ reconcile: () => responses() });
    await world.addAccount('one', 1);
    world.upstream.script('one').lost = true;
    const id = await world.accept();
    const runner = world.runner(seldom);
    runner.start();
    return { world, id, stop: () => world.end(runner) };
  }

  it('[evidence.several-looks] once proves nothing, and work that it shows later is found', async () => {
    let isShown = false;
    const found: ReconcileOutcome = { kind: 'found', handle: { version: 1, value: 'late' } };
    const { world, id, stop } = await lost(() => (isShown ? found : absent));
    while ((await world.job(id)).doubt === null) await world.clock.advance(secondMs);
    expect(await world.job(id)).toMatchObject({ state: 'outcome_unknown', quota: 'held' });
    isShown = true;
    await world.clock.advance(30 * minuteMs);
    expect(await world.job(id)).toMatchObject({ state: 'polling', quota: 'held' });
    await stop();
  });

  it('[evidence.several-looks] proves it in three searches at intervals', async () => {
    const { world, id, stop } = await lost(() => absent);
    await world.clock.advance(2 * minuteMs);
    expect((await world.job(id)).state).toBe('outcome_unknown');
    await world.clock.advance(20 * minuteMs);
    expect((await world.job(id)).failure?.code).toBe('submission_not_found');
    expect((await world.trail(id)).at(-1)).toMatchObject({ what: 'absence-proven', looks: 3 });
    await stop();
  });

  it('[evidence.source] proves nothing to another secret than the submission was sent with', async () => {
    const { world, id, stop } = await lost(() => absent);
    await world.clock.advance(10 * secondMs);
    await world.edit('one', { sealedSecret: 'another' });
    await world.clock.advance(5 * hourMs);
    expect(await world.job(id)).toMatchObject({ state: 'outcome_unknown', quota: 'held' });
    const reported = (await world.trail(id)).filter(({ what }) => what === 'needs-ruling');
    expect(reported).toMatchObject([{ because: 'other-secret' }]);
    await stop();
  });
});

describe('an account with a wrong secret for hours', () => {
  async function denied(jobs = 3) {
    const setting = await worldOf(jobs);
    setting.world.upstream.script('one').status = 'denied';
    await setting.world.clock.advance(3 * hourMs);
    return setting;
  }

  it('[evidence.next-look] leaves no job without a next check, and shows them all within the hour', async () => {
    const { world, ids, stop } = await denied();
    for (const id of ids)
      expect(await world.job(id)).toMatchObject({
        state: 'outcome_unknown',
        dueAt: expect.any(Number),
      });
    const asked = world.callsOf('poll', 'one').length;
    await world.clock.advance(5 * hourMs);
    expect(world.callsOf('poll', 'one').length).toBeLessThanOrEqual(asked + 3 * 6);
    const reported = (await world.trail(ids[0] ?? '')).filter(
      ({ what }) => what === 'needs-ruling',
    );
    expect(reported).toHaveLength(1);
    world.upstream.script('one').status = 'running';
    await world.clock.advance(hourMs + minuteMs);
    expect(await statesOf(world, ids)).toEqual(['polling', 'polling', 'polling']);
    await stop();
  });

  it.each<[string, Parameters<RunnerWorld['edit']>[1]]>([
    ['another secret', { sealedSecret: 'the right one' }],
    ['being enabled', { enabled: true }],
    ['an exclusive key', { exclusive: true }],
  ])('[evidence.asked-again] has its jobs asked about at once after %s', async (_, settings) => {
    const { world, ids, stop } = await denied();
    world.upstream.script('one').status = 'running';
    await world.edit('one', settings);
    await world.clock.advance(10 * secondMs);
    expect(await statesOf(world, ids)).toEqual(['polling', 'polling', 'polling']);
    expect(world.logged).toContain('unknown-jobs-asked-again');
    await stop();
  });

  it('[evidence.asked-again] has them checked at once after a probe that succeeded', async () => {
    const { world, ids, stop } = await denied();
    world.upstream.script('one').status = 'running';
    await world.probe('one');
    await world.clock.advance(10 * secondMs);
    expect(await statesOf(world, ids)).toEqual(['polling', 'polling', 'polling']);
    await stop();
  });

  it('[evidence.asked-again] has them checked when its endpoint is back, and not at each probe of it', async () => {
    const { world, ids, stop } = await denied();
    const asked = world.callsOf('poll', 'one').length;
    const looked = world.callsOf('probe', 'one').length;
    await world.clock.advance(50 * minuteMs);
    expect(world.callsOf('probe', 'one').length).toBeGreaterThan(looked + 3);
    expect(world.callsOf('poll', 'one').length).toBeLessThanOrEqual(asked + 3);
    world.upstream.script('one').probe = 'refuse';
    await world.clock.advance(20 * minuteMs);
    Object.assign(world.upstream.script('one'), { probe: 'response', status: 'running' });
    await world.clock.advance(11 * minuteMs);
    expect(await statesOf(world, ids)).toEqual(['polling', 'polling', 'polling']);
    await stop();
  });

  it('[evidence.asked-again] has them checked when a gateway starts', async () => {
    const { world, ids, stop } = await denied();
    await stop();
    world.upstream.script('one').status = 'running';
    const restarted = world.runner(seldom);
    restarted.start();
    await world.clock.advance(10 * secondMs);
    expect(await statesOf(world, ids)).toEqual(['polling', 'polling', 'polling']);
    await world.end(restarted);
  });

  it('[evidence.denies-everything] is an alarm, once all its jobs are denied', async () => {
    const { world, stop } = await worldOf(3);
    world.upstream.script('one').status = 'denied';
    await world.clock.advance(minuteMs);
    expect(world.errors.filter(({ event }) => event === 'account-denies-everything')).toMatchObject(
      [{ fields: { account: 'one', jobs: 3 } }],
    );
    await stop();
  });

  it('[evidence.denies-everything] is none while it shows other work, nor for one job', async () => {
    const { world, stop } = await worldOf(1);
    world.upstream.script('one').status = 'denied';
    await world.clock.advance(minuteMs);
    expect(world.logged).not.toContain('account-denies-everything');
    await stop();
  });
});

it('[evidence.doubled] two pieces of work of one name are reported once, with an alarm, and none is used', async () => {
  const world = new RunnerWorld({ reconcile: () => ({ kind: 'ambiguous', candidates: 2 }) });
  await world.addAccount('one', 1);
  world.upstream.script('one').lost = true;
  const id = await world.accept();
  const runner = world.runner(seldom);
  runner.start();
  await world.clock.advance(5 * hourMs);
  expect(await world.job(id)).toMatchObject({ state: 'outcome_unknown', quota: 'held' });
  const reported = (await world.trail(id)).filter(({ what }) => what === 'needs-ruling');
  expect(reported).toMatchObject([{ because: 'doubled', candidates: 2 }]);
  expect(world.errors.filter(({ event }) => event === 'work-doubled')).toMatchObject([
    { fields: { job: id, account: 'one', pieces: 2 } },
  ]);
  await world.end(runner);
});

it('[providers.money.uncounted] a charge that a provider keeps in part counts as paid once a balance shows it', async () => {
  let balance = 1_000;
  const world = new RunnerWorld({ balance: () => balance });
  await world.addAccount('one', 1, ['*'], null);
  await world.edit('one', { exclusive: true });
  const runner = world.runner(seldom);
  runner.start();
  await world.clock.advance(secondMs);
  const id = await world.accept();
  world.upstream.script('one').status = 'ended';
  await world.clock.advance(minuteMs);
  expect(await world.job(id)).toMatchObject({ state: 'failed', credit: 'returned' });
  const paid = async () => (await world.storage.accounts.find('one'))?.account.paid.ever.amount;
  expect(await paid()).toBe(0);
  balance -= 4;
  await world.clock.advance(11 * minuteMs);
  expect(await paid()).toBe(4);
  expect(world.logged.filter((event) => event === 'account-charged-otherwise')).toHaveLength(1);
  await world.clock.advance(11 * minuteMs);
  expect(await paid()).toBe(4);
  await world.end(runner);
});
