import {
  defaultCatalog,
  type ModelCatalog,
  type UpstreamError,
  type UpstreamErrorKind,
} from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';
import type { Submission } from '../support/scripted-upstream.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The store is read only when something is due, so that hours pass quickly. */
const seldom = {
  idleMs: minuteMs,
  blockedMs: 2_000,
  probeEveryMs: 20 * minuteMs,
  renewEveryMs: 10_000,
};
const usual = 'vm_std-2.0';
const other = 'vm_std-2.0_faceok';

function refusalOf(kind: UpstreamErrorKind, scope: UpstreamError['scope']): UpstreamError {
  return { kind, scope, charge: 'not-charged', retryAfterMs: null, detail: `said ${kind}` };
}

type Abilities = ConstructorParameters<typeof RunnerWorld>[0];

/** A world in which account `one` is working. */
async function atWork(abilities: Abilities, concurrency = 10) {
  const world = new RunnerWorld(abilities);
  await world.addAccount('one', concurrency, ['*'], null);
  const runner = world.runner(seldom);
  runner.start();
  await world.clock.advance(1_000);
  const statesOf = async (ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => world.job(id)))).map(({ state }) => state);
  const account = async () => {
    const load = await world.storage.accounts.find('one');
    if (load === undefined) throw new Error('it is gone');
    return load.account;
  };
  return { world, runner, statesOf, account };
}

describe('a refusal because an account has as many jobs of a model as it may', () => {
  /** A provider with a limit of concurrent jobs of one model. */
  function fullAt(limit: { jobs: number }, isOver = (_job: string) => false) {
    const running = new Set<string>();
    return {
      refuses: ({ model, job }: Submission) => {
        if (model !== usual) return undefined;
        const open = [...running].filter((one) => !isOver(one));
        if (open.length >= limit.jobs) return refusalOf('concurrency', 'account');
        running.add(job);
        return undefined;
      },
    };
  }

  it('[providers.port.learnt-cap] keeps others of that model waiting until one ends; the account continues, and no job fails', async () => {
    let over = (_job: string) => false;
    const { refuses } = fullAt({ jobs: 2 }, (job) => over(job));
    const { world, runner, statesOf, account } = await atWork({ refuses });
    const ids = await world.acceptMany(10);
    await world.clock.advance(5_000);
    const states = await statesOf(ids);
    expect(states.filter((state) => state === 'polling')).toHaveLength(2);
    expect(states.filter((state) => state === 'queued')).toHaveLength(8);
    expect(await account()).toMatchObject({
      condition: 'ready',
      learned: [{ kind: 'cap', model: usual, cap: 2 }],
    });
    for (const id of ids) expect((await world.job(id)).refusals).toBeLessThanOrEqual(1);
    const beside = await world.accept({ family: other });
    await world.clock.advance(2_000);
    expect((await world.job(beside)).state).toBe('polling');
    const sent = world.submitted().length;
    await world.clock.advance(3 * minuteMs);
    expect(world.submitted()).toHaveLength(sent);
    const endsFrom = world.clock.now();
    over = (job) =>
      world.upstream.calls.some(
        ({ kind, at, job: polled }) => kind === 'poll' && at >= endsFrom && polled === job,
      );
    world.upstream.script('one').status = 'ended';
    await world.clock.advance(2 * minuteMs);
    for (const id of ids)
      expect(await world.job(id)).toMatchObject({ failure: { code: 'generation_failed' } });
    await world.end(runner);
  });

  it('[providers.port.learnt-cap] is tried with one job more after ten minutes', async () => {
    const limit = { jobs: 2 };
    const { world, runner, statesOf } = await atWork(fullAt(limit));
    const ids = await world.acceptMany(5);
    await world.clock.advance(5_000);
    const polling = async () => (await statesOf(ids)).filter((state) => state === 'polling').length;
    expect(await polling()).toBe(2);
    limit.jobs = 5;
    await world.clock.advance(9 * minuteMs);
    expect(await polling()).toBe(2);
    await world.clock.advance(2 * minuteMs);
    expect(await polling()).toBe(3);
    await world.clock.advance(10 * minuteMs);
    expect(await polling()).toBe(4);
    await world.end(runner);
  });

  it('[providers.port.learnt-cap] lets the model rest for as long as was asked where the account has no other job of it', async () => {
    const limit = { jobs: 0 };
    const { world, runner } = await atWork(fullAt(limit));
    const id = await world.accept();
    await world.clock.advance(2_000);
    expect(world.submitted()).toEqual([id]);
    await world.clock.advance(20_000);
    expect(world.submitted()).toEqual([id]);
    limit.jobs = 1;
    await world.clock.advance(15_000);
    expect((await world.job(id)).state).toBe('polling');
    expect(world.submitted()).toEqual([id, id]);
    await world.end(runner);
  });
});

describe('a refusal of a model', () => {
  it.each(['forbidden', 'credits'] as const)(
    '[providers.port.kept-away] for %s keeps its family away from that account alone: ten minutes, then with one job, and twice as long again',
    async (kind) => {
      let refused = true;
      const { world, runner, statesOf, account } = await atWork({
        refuses: ({ model }) => (model === usual && refused ? refusalOf(kind, 'model') : undefined),
      });
      const first = await world.accept();
      await world.clock.advance(2_000);
      expect((await world.job(first)).state).toBe('failed');
      const learnedAt = world.clock.now();
      expect(await account()).toMatchObject({
        condition: 'ready',
        learned: [{ kind: 'away', family: usual, model: usual, streak: 0 }],
      });
      const waiting = await world.acceptMany(4);
      const beside = await world.accept({ family: other });
      await world.clock.advance(9 * minuteMs);
      expect((await world.job(beside)).state).toBe('polling');
      expect(world.submitted()).toEqual([first, beside]);
      await world.clock.advance(90_000);
      // One of them detected that nothing has changed.
      expect(world.submitted()).toHaveLength(3);
      expect((await statesOf(waiting)).toSorted()).toEqual([
        'failed',
        'queued',
        'queued',
        'queued',
      ]);
      refused = false;
      await world.clock.advance(18 * minuteMs);
      expect(world.submitted()).toHaveLength(3);
      await world.clock.advance(3 * minuteMs);
      expect(world.submitted()).toHaveLength(6);
      expect(await statesOf(waiting)).not.toContain('queued');
      expect((await account()).learned).toEqual([]);
      expect(world.clock.now()).toBeGreaterThan(learnedAt + 30 * minuteMs);
      await world.end(runner);
    },
  );

  const twoRoutes: ModelCatalog = {
    ...defaultCatalog,
    families: defaultCatalog.families.map((family) => ({
      ...family,
      routes: [
        { endpoint: 'scripted', model: 'spare', rank: 2 },
        { endpoint: 'scripted', model: 'best', rank: 1 },
      ],
    })),
  };

  it('[providers.port.next-route] lets the job continue by the next route of the account, and its trail names both', async () => {
    const { world, runner } = await atWork({
      catalog: twoRoutes,
      refuses: ({ model }) => (model === 'best' ? refusalOf('forbidden', 'model') : undefined),
    });
    const [id, after] = [await world.accept(), await world.accept()];
    await world.clock.advance(3_000);
    expect(await world.job(id)).toMatchObject({
      state: 'polling',
      accountId: 'one',
      route: { endpoint: 'scripted', model: 'spare' },
      refusedBy: [],
    });
    const reported = (await world.trail(id)).filter(({ what }) => what === 'account-chosen');
    expect(reported).toMatchObject([
      { account: 'one', endpoint: 'scripted', providerModel: 'best' },
      { account: 'one', endpoint: 'scripted', providerModel: 'spare' },
    ]);
    expect((await world.job(after)).route?.model).toBe('spare');
    await world.end(runner);
  });
});

describe('an exhausted account whose balance is not known', () => {
  it('[providers.port.canary] is tried with one job after an hour, and after twice as long each time', async () => {
    let empty = true;
    const sent: number[] = [];
    const { world, runner, account } = await atWork({
      balance: null,
      timings: { minimumPollIntervalMs: hourMs },
      refuses: () => {
        sent.push(world.clock.now());
        return empty ? refusalOf('credits', 'account') : undefined;
      },
    });
    await world.accept();
    await world.clock.advance(5_000);
    expect((await account()).condition).toBe('exhausted');
    await world.fillQueue(9);
    const first = sent.length;
    const from = world.clock.now();
    await world.clock.advance(58 * minuteMs);
    expect(sent).toHaveLength(first);
    await world.clock.advance(3 * minuteMs);
    expect(sent).toHaveLength(first + 1);
    await world.clock.advance(118 * minuteMs);
    expect(sent).toHaveLength(first + 1);
    await world.clock.advance(3 * minuteMs);
    expect(sent).toHaveLength(first + 2);
    empty = false;
    await world.clock.advance(4 * hourMs + 2 * minuteMs);
    expect(sent.at(first + 2)).toBeGreaterThanOrEqual(from + 7 * hourMs - minuteMs);
    expect(await account()).toMatchObject({ condition: 'ready', learned: [] });
    expect(sent.length).toBeGreaterThan(first + 3);
    await world.end(runner);
  });
});
