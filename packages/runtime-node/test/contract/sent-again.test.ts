import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

const minuteMs = 60_000;

/** A world whose upstream remembers keys for an hour and a half. */
function keyedWorld(): RunnerWorld {
  const timings = {
    findsBy: 'own-key',
    reconcileAfterMs: 10_000,
    keyLifeMs: 90 * minuteMs,
  } as const;
  return new RunnerWorld({ timings });
}

/** Starts a runner, and a job whose response is lost. */
async function lostIn(world: RunnerWorld) {
  await world.addAccount('one', 1);
  world.upstream.script('one').lost = true;
  const runner = world.runner();
  runner.start();
  const id = await world.accept();
  while ((await world.job(id)).state !== 'outcome_unknown') await world.clock.advance(100);
  return { runner, id };
}

const sentIn = ({ upstream: { calls } }: RunnerWorld): number =>
  calls.filter(({ kind }) => kind === 'submit').length;

function resolveIn(world: RunnerWorld, id: string) {
  return world.gateway().resolve({ id, outcome: 'not_charged', actor: 'operator', note: '' });
}

describe('a lost submission at a provider that documents a key', () => {
  it('[providers.keyed.collects] is sent again, with growing pauses, until its receipt is there', async () => {
    const world = keyedWorld();
    const { runner, id } = await lostIn(world);
    await world.clock.advance(20 * minuteMs);
    const during = sentIn(world);
    expect(during).toBeGreaterThan(4);
    expect(during).toBeLessThan(12);
    expect(await world.job(id)).toMatchObject({ state: 'outcome_unknown', holdsSlot: true });
    world.upstream.script('one').lost = false;
    await world.clock.advance(20 * minuteMs);
    expect(await world.job(id)).toMatchObject({ handle: { value: id }, unknownSince: null });
    const trail = (await world.trail(id)).map(({ what }) => what);
    expect(trail.filter((what) => what === 'sent-again')).toHaveLength(sentIn(world) - 1);
    expect(trail).toContain('found');
    await world.end(runner);
  });

  it('[providers.keyed.refused] is not proven to be refused by a refusal of the repetition', async () => {
    const world = keyedWorld();
    const { runner, id } = await lostIn(world);
    const script = world.upstream.script('one');
    script.lost = false;
    script.refusal = {
      kind: 'policy',
      scope: 'request',
      charge: 'not-charged',
      retryAfterMs: null,
      detail: 'moderation',
    };
    await world.clock.advance(10 * minuteMs);
    expect(await world.job(id)).toMatchObject({ state: 'outcome_unknown', credit: 'held' });
    expect(await world.trail(id)).toContainEqual(
      expect.objectContaining({ detail: 'refused when sent again: moderation' }),
    );
    await world.end(runner);
  });

  it('[providers.keyed.life] is left to a person after half the life of its key, and releases its slot', async () => {
    const world = keyedWorld();
    const { runner, id } = await lostIn(world);
    await world.clock.advance(40 * minuteMs);
    expect(await world.job(id)).toMatchObject({ holdsSlot: true });
    const sent = sentIn(world);
    await world.clock.advance(60 * minuteMs);
    expect(await world.job(id)).toMatchObject({ state: 'outcome_unknown', holdsSlot: false });
    await world.clock.advance(30 * minuteMs);
    expect(sentIn(world)).toBe(sent);
    await world.end(runner);
  });

  it('[providers.keyed.same-account] is sent again neither with another secret nor on a disabled account', async () => {
    const world = keyedWorld();
    const { runner, id } = await lostIn(world);
    await world.edit('one', { enabled: false });
    await world.clock.advance(5 * minuteMs);
    expect(sentIn(world)).toBe(1);
    await world.edit('one', { enabled: true, sealedSecret: 'another' });
    await world.clock.advance(15 * minuteMs);
    expect(sentIn(world)).toBe(1);
    expect((await world.job(id)).state).toBe('outcome_unknown');
    await world.end(runner);
  });

  it('[providers.keyed.resolved-between] is resolved by no person while it is under way, and not sent once it was resolved', async () => {
    const world = keyedWorld();
    const { runner, id } = await lostIn(world);
    const script = world.upstream.script('one');
    script.submit = 'hang';
    script.lost = false;
    while (sentIn(world) === 1) await world.clock.advance(1_000);
    expect(await resolveIn(world, id)).toMatchObject({ kind: 'not-unknown' });
    await world.clock.advance(2 * minuteMs);
    const sent = sentIn(world);
    while ((await resolveIn(world, id)).kind !== 'resolved') await world.clock.advance(10_000);
    await world.clock.advance(15 * minuteMs);
    expect(sentIn(world)).toBeLessThanOrEqual(sent + 1);
    expect((await world.job(id)).state).toBe('failed');
    await world.end(runner);
  });

  it("[providers.keyed.checked] is sent by the runner at once when a person checks it, not by the person's request", async () => {
    const world = keyedWorld();
    const { runner, id } = await lostIn(world);
    await world.clock.advance(5 * minuteMs);
    await world.end(runner);
    const sent = sentIn(world);
    await world.check(id);
    expect(sentIn(world)).toBe(sent);
    expect((await world.job(id)).dueAt).toBe(world.clock.now());
  });
});
