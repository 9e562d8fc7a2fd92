import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

const loadOf = async (world: RunnerWorld, account: string) => {
  const load = await world.storage.accounts.find(account);
  return [load?.busy, load?.reservedCredits, load?.takenCredits];
};

describe('[invariants.i1-one-submission] a submission', () => {
  it('is recorded in the transaction that takes its slot, and sent after that transaction has succeeded', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 1);
    const id = await world.accept();
    const runner = world.runner();
    world.refuse('recordDispatch');
    runner.start();
    await world.clock.advance(1_000);
    expect(world.submitted()).toEqual([]);
    expect(await world.job(id)).toMatchObject({ state: 'queued', accountId: null });
    expect(await loadOf(world, 'one')).toEqual([0, 0, 0]);
    world.refuse();
    await world.clock.advance(60_000);
    expect(world.submitted()).toEqual([id]);
    expect((await world.trail(id)).map(({ what }) => what)).toEqual([
      'accepted',
      'account-chosen',
      'receipt',
    ]);
    await world.end(runner);
  });

  it('that an earlier release had prepared and not sent is chosen for again, with what it had taken given back', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 1);
    const id = await world.accept();
    await world.prepareAsBefore(id, 'one');
    const { price } = await world.job(id);
    expect(await loadOf(world, 'one')).toEqual([1, price, 0]);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(1_000);
    expect(world.submitted()).toEqual([id]);
    expect(await world.job(id)).toMatchObject({ accountId: 'one', credit: 'settled' });
    expect(await loadOf(world, 'one')).toEqual([1, 0, price]);
    expect((await world.trail(id)).map(({ what }) => what)).toEqual([
      'accepted',
      'account-chosen',
      'account-withdrawn',
      'account-chosen',
      'receipt',
    ]);
    await world.end(runner);
  });
});
