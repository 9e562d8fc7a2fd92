import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveFile, unreachable } from './result-host.ts';
import { ResultWorld } from './result-world.ts';
import { videoOf } from './strange-files.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
let video: Uint8Array;
let world: ResultWorld;

beforeAll(async () => {
  video = await videoOf('whole');
});

afterEach(() => world.end());

/** A finished video whose host is down, and a provider that reports it as failed from now on. */
async function takenBack(keptForMs?: number): Promise<string> {
  world = await ResultWorld.open(unreachable);
  if (keptForMs !== undefined) world.host.keptUntil = world.clock.now() + keptForMs;
  const [id = ''] = await world.accept(1);
  world.start();
  await world.clock.advance(5 * second);
  world.host.saysFailed = true;
  return id;
}

async function pollsPass(count: number): Promise<void> {
  const until = world.host.polls() + count;
  while (world.host.polls() < until) await world.clock.advance(second);
}

describe('a provider that reports a video as failed after it reported it as made', () => {
  it('[evidence.made-outranks-failed] once, while its host is down, loses no video and refunds nobody', async () => {
    const id = await takenBack();
    await pollsPass(1);
    expect(await world.job(id)).toMatchObject({ state: 'storing', quota: 'reserved' });
    world.host.saysFailed = false;
    world.host.serve = serveFile(video);
    await world.clock.advance(20 * minute);
    expect((await world.job(id)).state).toBe('completed');
    expect((await world.reported(id, 'result-awaited')).at(-1)).toMatchObject({ said: 'failed' });
  });

  it('[evidence.made-outranks-failed] still has its video fetched, and delivered when it can be read', async () => {
    const id = await takenBack();
    await pollsPass(2);
    world.host.serve = serveFile(video);
    await world.clock.advance(20 * minute);
    expect((await world.job(id)).state).toBe('completed');
    expect((await world.money()).used).toBeGreaterThan(0);
  });

  it('[evidence.made-outranks-failed] is accepted after an hour of reports', async () => {
    const id = await takenBack();
    await world.clock.advance(45 * minute);
    expect((await world.job(id)).state).toBe('storing');
    await world.clock.advance(hour);
    expect(await world.job(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'generation_failed' },
      credit: 'returned',
      doubt: null,
    });
    expect(await world.money()).toEqual({ used: 0, reserved: 0 });
    expect(await world.reported(id, 'upstream-failed')).toMatchObject([
      { reason: 'internal', looks: expect.any(Number) },
    ]);
  });

  it('[evidence.made-outranks-failed][clocks.results.jump] is not accepted sooner because the clock jumped ahead', async () => {
    const id = await takenBack();
    await pollsPass(4);
    world.clock.setWall(world.clock.now() + 5 * hour);
    await world.clock.advance(10 * minute);
    expect((await world.job(id)).state).toBe('storing');
    world.host.serve = serveFile(video);
    await world.clock.advance(20 * minute);
    expect((await world.job(id)).state).toBe('completed');
  });

  it('[evidence.promised-end] is not accepted before the expiry that it promised', async () => {
    const id = await takenBack(5 * hour);
    await world.clock.advance(4 * hour);
    expect((await world.job(id)).state).toBe('storing');
    world.host.serve = serveFile(video);
    await world.clock.advance(20 * minute);
    expect((await world.job(id)).state).toBe('completed');
  });
});
