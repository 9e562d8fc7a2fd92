import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

const minute = 60_000;

describe('probing', () => {
  it('probes a new account within a second, and every one again after a minute', async () => {
    const world = new RunnerWorld();
    await world.addAccount('old', 1);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(0);
    await world.addAccount('new', 1);
    await world.clock.advance(1_000);
    expect(world.callsOf('probe', 'old')).toHaveLength(1);
    expect(world.callsOf('probe', 'new')).toHaveLength(1);
    await world.clock.advance(minute + 1_000);
    expect(world.callsOf('probe', 'old')).toHaveLength(2);
    expect(world.callsOf('probe', 'new')).toHaveLength(2);
    await world.end(runner);
  });

  it('[providers.money.unit] lets an account that was never used count in the unit of its endpoint, and no other', async () => {
    const world = new RunnerWorld();
    await world.addAccount('new', 1);
    const { accounts } = world.storage;
    const now = world.clock.now();
    await accounts.edit({ id: 'new', settings: { unit: 'tokens' }, now });
    const runner = world.runner();
    runner.start();
    await world.clock.advance(1_000);
    expect((await accounts.find('new'))?.account.unit).toBe('credits');
    await world.end(runner);
  });

  it('is not held up by an account that hangs, and asks that one once at a time', async () => {
    const world = new RunnerWorld();
    await world.addAccount('hanging', 1);
    world.upstream.script('hanging').probe = 'ignore-everything';
    const runner = world.runner();
    runner.start();
    await world.clock.advance(0);
    await world.addAccount('late', 1);
    await world.clock.advance(3 * minute);
    expect(world.callsOf('probe', 'hanging')).toHaveLength(1);
    expect(world.callsOf('probe', 'late').length).toBeGreaterThanOrEqual(3);
    world.upstream.leaveHanging();
    await world.end(runner);
  });

  it('[providers.port.own-times] probes accounts of an endpoint at that endpoint’s interval', async () => {
    const world = new RunnerWorld({ timings: { probeEveryMs: 10 * minute } });
    await world.addAccount('old', 1);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(10 * minute - 1_000);
    expect(world.callsOf('probe', 'old')).toHaveLength(1);
    await world.clock.advance(2_000);
    expect(world.callsOf('probe', 'old')).toHaveLength(2);
    await world.clock.advance(30 * minute);
    expect(world.callsOf('probe', 'old')).toHaveLength(5);
    await world.end(runner);
  });

  it('leaves accounts alone that are switched off', async () => {
    const world = new RunnerWorld();
    await world.addAccount('off', 1);
    const now = world.clock.now();
    await world.storage.accounts.edit({ id: 'off', settings: { enabled: false }, now });
    const runner = world.runner();
    runner.start();
    await world.clock.advance(minute);
    expect(world.callsOf('probe', 'off')).toEqual([]);
    await world.end(runner);
  });

  it('[logs.outage] warns of an outage at the provider when it begins and reports its end, and not at each probe', async () => {
    const world = new RunnerWorld();
    await world.addAccount('away', 1);
    world.upstream.script('away').probe = 'refuse';
    const runner = world.runner();
    runner.start();
    await world.clock.advance(5 * minute);
    const reported = () => world.logged.filter((event) => event.startsWith('account-'));
    expect(world.callsOf('probe', 'away').length).toBeGreaterThan(3);
    expect(reported()).toEqual(['account-not-read']);
    world.upstream.script('away').probe = 'response';
    await world.clock.advance(5 * minute);
    expect(reported()).toEqual(['account-not-read', 'account-read-again']);
    expect(world.errors).toEqual([]);
    await world.end(runner);
  });

  it('[logs.account-lost] warns of a refused login once, and reports its end', async () => {
    const world = new RunnerWorld();
    await world.addAccount('wrong', 1);
    world.upstream.script('wrong').probe = 'login';
    const runner = world.runner();
    runner.start();
    await world.clock.advance(5 * minute);
    const reported = () => world.logged.filter((event) => event.startsWith('account-'));
    expect(reported()).toEqual(['account-login-refused']);
    world.upstream.script('wrong').probe = 'response';
    await world.clock.advance(5 * minute);
    expect(reported()).toEqual(['account-login-refused', 'account-read-again']);
    await world.end(runner);
  });

  it.each([
    ['credits', 'account-out-of-credits'],
    ['login', 'account-login-refused'],
  ] as const)(
    '[logs.account-lost] warns of the account that refuses a job for its %s',
    async (kind, event) => {
      const world = new RunnerWorld();
      await world.addAccount('poor', 1);
      const detail = '1102: no';
      const said = { kind, scope: 'account', detail } as const;
      const refusal = { ...said, charge: 'not-charged', retryAfterMs: null } as const;
      world.upstream.script('poor').refusal = refusal;
      const runner = world.runner();
      runner.start();
      await world.accept();
      await world.clock.advance(5_000);
      expect(world.logged.filter((one) => one === event)).toEqual([event]);
      const { account } = (await world.storage.accounts.find('poor')) ?? {};
      expect(account?.lastError).toBe(detail);
      await world.end(runner);
    },
  );

  it('[logs.outage] shows a fault of the client as one, each time', async () => {
    const world = new RunnerWorld();
    await world.addAccount('broken', 1);
    world.upstream.script('broken').probe = 'break';
    const runner = world.runner();
    runner.start();
    await world.clock.advance(2 * minute);
    expect(world.errors.map(({ event }) => event)).toContain('probe-threw');
    await world.end(runner);
  });

  it('continues after the store failed', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 1);
    world.faults = {
      decide: ({ method }) =>
        method === 'loads' ? { kind: 'before', applied: 'no' } : { kind: 'none' },
    };
    const runner = world.runner();
    runner.start();
    await world.clock.advance(2_000);
    expect(world.callsOf('probe', 'one')).toEqual([]);
    expect(world.logged).toContain('probing-failed');
    world.faults = { decide: () => ({ kind: 'none' }) };
    await world.clock.advance(2_000);
    expect(world.callsOf('probe', 'one')).toHaveLength(1);
    await world.end(runner);
  });
});
