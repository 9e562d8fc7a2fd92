import { defaultGatewayOptions } from '@filmgate/core';
import { renderVideo } from '@filmgate/upstream-mock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Serve, serveFile, silentAfter, unreachable } from './result-host.ts';
import { ResultWorld } from './result-world.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const gone: Serve = () => ({ kind: 'gone', detail: 'the provider has it no more' });
const retention = { resultRetentionMs: 20 * hour };
let video: Uint8Array;
let world: ResultWorld;

async function content(jobId: string): Promise<Uint8Array> {
  const scene = { width: 320, height: 180, durationSeconds: 1, audio: false, seed: 's' };
  const labels = { prompt: 'p', model: 'm', aspectRatio: '16:9', resolution: '720p' };
  return renderVideo({ ...scene, ...labels, jobId, accountLabel: 'a' });
}

beforeAll(async () => {
  video = await content('j');
});

afterEach(() => world.end());

/** Completed jobs; from then on their host serves as given. */
async function completed(serve: Serve, count = 1): Promise<readonly string[]> {
  // Separate files: shared bytes are repaired by the first job that fetches them.
  const videos = new Map<string, Uint8Array>();
  world = await ResultWorld.open((call, opening) => {
    const bytes = videos.get(opening.job);
    return bytes === undefined ? unreachable(call, opening) : serveFile(bytes)(call, opening);
  }, retention);
  const ids = await world.accept(count);
  for (const [index, id] of ids.entries()) videos.set(id, index === 0 ? video : await content(id));
  world.start();
  await world.clock.advance(5 * second);
  expect(await world.statesOf(ids)).toEqual({ completed: count });
  const atFirst = world.host.serve;
  world.host.serve = serve === theSame ? atFirst : serve;
  return ids;
}

/** A host that continues as before. */
const theSame: Serve = () => {
  throw new Error('this stands for another');
};

const events = (name: string) => world.logged.filter(({ event }) => event === name).length;
const half = () => Math.floor(video.length / 2);

describe('a stored video whose file is missing or cut', () => {
  it.each([
    ['cut', half],
    ['gone', () => null],
    ['empty', () => 0],
  ])(
    '[results.lost][results.lost.restored] that is %s is fetched again for whoever opens it, reported and counted, and its job is unchanged',
    async (_, left) => {
      const [id = ''] = await completed(theSame);
      const before = await world.job(id);
      await world.damage(id, left());
      expect(await world.openedBy(id)).toEqual(video);
      expect(await world.job(id)).toBe(before);
      expect([events('result-file-lost'), events('result-restored')]).toEqual([1, 1]);
      const openings = world.host.openings.length;
      expect(await world.openedBy(id)).toEqual(video);
      expect(world.host.openings).toHaveLength(openings);
    },
  );

  it('[results.lost.restored] is fetched again for an operator, too', async () => {
    const [id = ''] = await completed(theSame);
    await world.damage(id, half());
    expect(await world.fileOf(id)).toEqual(video);
  });

  it('[results.lost] is lost where its provider has it no more; nobody is charged, and no half is given', async () => {
    const [id = ''] = await completed(gone);
    const [before, money] = [await world.job(id), await world.money()];
    await world.damage(id, half());
    expect(await world.openedBy(id)).toBe('lost');
    expect(await world.fileOf(id)).toBeUndefined();
    expect(await world.job(id)).toBe(before);
    expect(await world.money()).toEqual(money);
    expect([events('result-file-lost'), events('result-not-restored')]).toEqual([1, 1]);
  });

  it('[results.lost] is never replaced by other bytes', async () => {
    const other = await content('another');
    const [id = ''] = await completed(serveFile(other, { validator: null }));
    await world.damage(id, null);
    expect(await world.openedBy(id)).toBe('lost');
    expect(world.disk.kept.size + world.disk.temporary.size).toBe(0);
  });

  it('[results.lost.paced] is asked for at its provider once a minute, however often it is opened, and comes when it is there', async () => {
    const [id = ''] = await completed(gone);
    await world.damage(id, null);
    const polls = world.host.polls();
    for (let opened = 0; opened < 50; opened += 1) expect(await world.openedBy(id)).toBe('lost');
    expect(world.host.polls() - polls).toBe(1);
    world.host.serve = serveFile(video);
    await world.clock.advance(59 * second);
    expect(await world.openedBy(id)).toBe('lost');
    await world.clock.advance(2 * second);
    expect(await world.openedBy(id)).toEqual(video);
  });

  it('[results.lost] waits for a host that cannot be reached, and is lost when the time is over in which it may be there', async () => {
    const [id = ''] = await completed(unreachable);
    await world.damage(id, null);
    expect(await world.openedBy(id)).toBe('restoring');
    await world.clock.advance(10 * hour);
    expect(await world.openedBy(id)).toBe('restoring');
    world.host.keptUntil = world.clock.now() - 1;
    await world.clock.advance(2 * minute);
    expect(await world.openedBy(id)).toBe('lost');
  });

  it('[results.lost.paced] is fetched once for all who open it at once', async () => {
    const [id = ''] = await completed(theSame);
    await world.damage(id, half());
    const openings = world.host.openings.length;
    const all = await Promise.all(Array.from({ length: 30 }, () => world.openedBy(id)));
    expect(all).toEqual(Array.from({ length: 30 }, () => video));
    expect(world.host.openings.length - openings).toBe(1);
  });

  it('[results.lost.paced] is fetched beside one other at most', async () => {
    const ids = await completed(theSame, 5);
    for (const id of ids) await world.damage(id, null);
    const openings = world.host.openings.length;
    const all = await Promise.all(ids.map((id) => world.openedBy(id)));
    expect(all.filter((one) => one === 'restoring')).toHaveLength(3);
    expect(world.host.openings.length - openings).toBe(2);
    for (const id of ids) expect(await world.openedBy(id)).toBeInstanceOf(Uint8Array);
  });

  it('[results.lost] delays no caller longer than twenty seconds, and still arrives', async () => {
    const [id = ''] = await completed(theSame);
    const whole = world.host.serve;
    world.host.serve = serveFile(video, { pour: silentAfter(1_000) });
    await world.damage(id, null);
    const opening = world.openedBy(id);
    await world.clock.advance(21 * second);
    expect(await opening).toBe('restoring');
    world.host.serve = whole;
    await world.clock.advance(20 * second);
    expect(await world.openedBy(id)).toEqual(video);
  });

  it('[results.lost] is not fetched without room', async () => {
    const [id = ''] = await completed(theSame);
    await world.damage(id, null);
    const openings = world.host.openings.length;
    world.freeBytes = 0;
    expect(await world.openedBy(id)).toBe('restoring');
    expect(world.host.openings).toHaveLength(openings);
    world.freeBytes = null;
    await world.clock.advance(2 * minute);
    expect(await world.openedBy(id)).toEqual(video);
  });

  it('[results.lost] is not missed once its time is over, nor fetched again', async () => {
    const [id = ''] = await completed(theSame);
    await world.damage(id, null);
    await world.clock.advance(retention.resultRetentionMs);
    const openings = world.host.openings.length;
    expect(await world.openedBy(id)).toBe('not-found');
    expect(await world.fileOf(id)).toBeUndefined();
    expect(world.host.openings).toHaveLength(openings);
    expect(events('result-file-lost')).toBe(0);
  });
});

describe('a restored video', () => {
  it('[results.lost.restored][taking-back.erasure] goes with its owner', async () => {
    const [id = ''] = await completed(theSame);
    await world.damage(id, null);
    await world.clock.advance(hour);
    expect(await world.openedBy(id)).toEqual(video);
    await world.clock.advance(2 * minute);
    await world.eraseOwner();
    expect(world.disk.kept.size).toBe(0);
  });

  it('[results.lost.restored][taking-back.result] is not kept where it is taken back while it is fetched', async () => {
    const [id = ''] = await completed(theSame);
    const whole = world.host.serve;
    await world.damage(id, null);
    world.host.serve = (call, opening) => {
      const opened = whole(call, opening);
      if (opened.kind !== 'opened') return opened;
      return { ...opened, body: afterRemoval(opened.body, id) };
    };
    expect(await world.openedBy(id)).toBe('lost');
    expect(world.disk.kept.size).toBe(0);
    expect(await world.openedBy(id)).toBe('not-found');
  });
});

async function* afterRemoval(
  body: AsyncIterable<Uint8Array>,
  id: string,
): AsyncGenerator<Uint8Array> {
  expect(await world.removeFile(id)).toBe('removed');
  yield* body;
}

describe('a file that was kept for an operator and is cut', () => {
  it('[results.lost][results.kept] is not given in part', async () => {
    const image = new Uint8Array(await content('still')).subarray(0, 2_000);
    world = await ResultWorld.open(serveFile(image, { validator: null }), {
      ...defaultGatewayOptions,
      ...retention,
    });
    const [id = ''] = await world.accept(1);
    world.start();
    await world.clock.advance(5 * second);
    expect(await world.fileOf(id)).toEqual(image);
    await world.damage(id, 100);
    expect(await world.fileOf(id)).toBeUndefined();
    expect(events('result-file-lost')).toBe(1);
  });
});
