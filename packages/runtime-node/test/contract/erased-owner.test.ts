import { eraseUser, type UpstreamError } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

const owner = 'user:u1';

const refused: UpstreamError = {
  kind: 'unavailable',
  scope: 'account',
  charge: 'not-charged',
  retryAfterMs: null,
  detail: 'not now',
};

/** A user, a preferred account, and another that would take the jobs that the first one refuses. */
async function worldOfUser(abilities: ConstructorParameters<typeof RunnerWorld>[0] = {}) {
  const world = new RunnerWorld(abilities);
  await world.storage.apiUsers.create({
    id: 'u1',
    name: 'Ann',
    keyDigest: 'digest',
    keyHint: 'fg_…',
    totalLimit: null,
    now: world.clock.now(),
  });
  await world.addAccount('one', 4);
  world.upstream.script('one').submit = 'hang';
  const erase = async () => {
    const keyDigest = 'of no key';
    await world.storage.apiUsers.erase({ id: 'u1', keyDigest, now: world.clock.now() });
  };
  return { world, erase };
}

async function ended(world: RunnerWorld, id: string) {
  const { state, failure, quota, credit } = await world.job(id);
  return { state, code: failure?.code, quota, credit };
}

const ownerErased = { state: 'failed', code: 'owner_erased', quota: 'released' };

describe('a job of a user that is erased while a provider has it', () => {
  it.each(['account', 'endpoint'] as const)(
    '[taking-back.erasure-in-flight] ends when it is refused by a whole %s, and goes to no other account',
    async (scope) => {
      const { world, erase } = await worldOfUser();
      const id = await world.accept({ owner });
      const runner = world.runner();
      runner.start();
      await world.clock.advance(1_000);
      await world.addAccount('two', 4, ['*'], 1_000_000, 'second');
      await erase();
      await eraseUser(world.eraseContext(), 'u1');
      expect((await world.job(id)).state).toBe('dispatching');
      world.upstream.script('one').refusal = { ...refused, scope };
      world.upstream.leaveHanging();
      await world.clock.advance(60_000);
      expect(await ended(world, id)).toMatchObject(ownerErased);
      expect(world.submitted()).toEqual([id]);
      expect(await eraseUser(world.eraseContext(), 'u1')).toBe(0);
      expect((await world.job(id)).request.prompt).toBe('');
      await world.end(runner);
    },
  );

  it('[taking-back.erasure-in-flight] ends when the next runner finds the refusal recorded', async () => {
    const { world, erase } = await worldOfUser();
    world.upstream.script('one').submit = 'ignore-everything';
    const id = await world.accept({ owner });
    const killed = world.runner();
    killed.start();
    await world.clock.advance(1_000);
    await erase();
    await world.storage.jobs.recordRefusal({
      jobId: id,
      correlationId: `${id}.1`,
      refusal: JSON.stringify(refused),
      now: world.clock.now(),
    });
    await world.addAccount('two', 4);
    void killed.drain(0);
    await world.clock.advance(60_000);
    const next = world.runner();
    next.start();
    await world.clock.advance(60_000);
    expect(await ended(world, id)).toMatchObject(ownerErased);
    expect(world.submitted()).toEqual([id]);
    await world.end(next);
  });

  it('[taking-back.erasure-in-flight] ends at its next step where no account would take it', async () => {
    const { world, erase } = await worldOfUser();
    world.upstream.script('one').submit = 'response';
    world.upstream.script('one').refusal = refused;
    const id = await world.accept({ owner });
    const runner = world.runner();
    runner.start();
    await world.clock.advance(1_000);
    expect((await world.job(id)).state).toBe('queued');
    await erase();
    await world.clock.advance(60_000);
    expect(await ended(world, id)).toMatchObject(ownerErased);
    expect(world.submitted()).toEqual([id]);
    await world.end(runner);
  });

  it('[taking-back.erasure-in-flight] is not sent once its references were brought, though nothing ended it meanwhile', async () => {
    const { world, erase } = await worldOfUser({ stages: true });
    world.upstream.script('one').stage = 'hang';
    world.upstream.script('one').submit = 'response';
    const id = await world.accept({ owner });
    const runner = world.runner();
    runner.start();
    await world.clock.advance(1_000);
    expect(world.callsOf('stage', 'one')).toHaveLength(1);
    await erase();
    world.upstream.leaveHanging();
    await world.clock.advance(1_000);
    expect(await ended(world, id)).toMatchObject({ ...ownerErased, credit: 'none' });
    expect(world.submitted()).toEqual([]);
    await world.end(runner);
  });

  it('[taking-back.erasure-in-flight] continues when the provider accepts it', async () => {
    const { world, erase } = await worldOfUser();
    const id = await world.accept({ owner });
    const runner = world.runner();
    runner.start();
    await world.clock.advance(1_000);
    await erase();
    world.upstream.leaveHanging();
    await world.clock.advance(10_000);
    expect((await world.job(id)).state).toBe('polling');
    await world.end(runner);
  });
});
