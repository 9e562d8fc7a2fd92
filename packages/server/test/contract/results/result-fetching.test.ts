import { renderVideo } from '@filmgate/upstream-mock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  breakingAfter,
  endingAfter,
  type Serve,
  serveFile,
  silentAfter,
  slowLine,
  unreachable,
} from './result-host.ts';
import { ResultWorld } from './result-world.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const mebibyte = 1024 * 1024;
let video: Uint8Array;
let world: ResultWorld;

/** A video of `bytes` bytes: players skip a box that is marked as free. */
function videoOf(bytes: number): Uint8Array {
  const padded = Buffer.alloc(bytes);
  padded.set(video);
  padded.writeUInt32BE(bytes - video.length, video.length);
  padded.write('free', video.length + 4, 'latin1');
  return padded;
}

beforeAll(async () => {
  const scene = { width: 320, height: 180, durationSeconds: 1, audio: false, seed: 's' };
  const labels = { prompt: 'p', model: 'm', aspectRatio: '16:9', resolution: '720p' };
  video = await renderVideo({ ...scene, ...labels, jobId: 'j', accountLabel: 'a' });
});

afterEach(() => world.end());

/** One job on a host, a running process, and some time. */
async function oneVideo(serve: Serve, options: Parameters<typeof ResultWorld.open>[1] = {}) {
  world = await ResultWorld.open(serve, options);
  const [id = ''] = await world.accept(1);
  world.start();
  await world.clock.advance(5 * second);
  return id;
}

describe('a host that cannot be reached', () => {
  it.each([30 * second, hour, 23 * hour])(
    '[results.transport] for %d ms loses no video',
    async (outageMs) => {
      const id = await oneVideo(unreachable);
      await world.clock.advance(outageMs);
      expect(await world.job(id)).toMatchObject({ state: 'storing', failure: null });
      world.host.serve = serveFile(video);
      await world.clock.advance(16 * 1.25 * minute);
      expect((await world.job(id)).state).toBe('completed');
      expect((await world.money()).reserved).toBe(0);
    },
  );

  it('[results.back-off] is tried ever more rarely, through a fresh link, and at least every 18 minutes', async () => {
    await oneVideo(unreachable);
    await world.clock.advance(12 * hour);
    const instants = world.host.openings.map(({ at }) => at);
    const pauses = instants.slice(1).map((at, index) => at - (instants[index] ?? 0));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(18 * minute);
    expect(pauses.at(-1)).toBeGreaterThanOrEqual(12 * minute);
    expect(instants.length).toBeLessThan(80);
    expect(world.host.polls()).toBe(instants.length);
  });

  it('[results.time-over] for as long as it is fetched ends the job, and the owner pays nothing', async () => {
    const id = await oneVideo(unreachable);
    await world.clock.advance(25 * hour);
    const job = await world.job(id);
    expect(job).toMatchObject({ state: 'failed', failure: { code: 'result_invalid' } });
    expect(await world.trail(id)).toContain('result-not-fetched');
    expect(world.logged).toContainEqual({ level: 'error', event: 'result-not-fetched' });
    expect(await world.money()).toEqual({ used: 0, reserved: 0 });
  });

  it('[clocks.results.jump] loses no video when the clock jumps ahead by days, until the new time is confirmed', async () => {
    const id = await oneVideo(unreachable);
    await world.clock.advance(2 * hour);
    world.clock.setWall(world.clock.now() + 100 * 24 * hour);
    await world.clock.advance(12 * hour);
    expect((await world.job(id)).state).toBe('storing');
    await world.confirmClock();
    await world.clock.advance(18 * minute);
    expect((await world.job(id)).state).toBe('failed');
  });

  it.each([2, 48])(
    '[results.time-over] is tried for the %d h its provider keeps it',
    async (hours) => {
      world = await ResultWorld.open(unreachable);
      world.host.keptUntil = world.clock.now() + hours * hour;
      const [id = ''] = await world.accept(1);
      world.start();
      await world.clock.advance(hours * hour - minute);
      expect((await world.job(id)).state).toBe('storing');
      await world.clock.advance(20 * minute);
      expect((await world.job(id)).state).toBe('failed');
    },
  );

  it('[results.time-over] is tried for a year at most, whatever its provider promises', async () => {
    world = await ResultWorld.open(unreachable);
    world.host.keptUntil = 1e21;
    const [id = ''] = await world.accept(1);
    world.start();
    await world.clock.advance(minute);
    const { until } = (await world.job(id)).resultFetch ?? {};
    expect((until ?? Infinity) - world.clock.now()).toBeLessThanOrEqual(366 * 24 * hour);
  });

  it('[results.told] reports since when the video is awaited, and releases its slot after a while', async () => {
    const id = await oneVideo(unreachable);
    const began = world.host.openings[0]?.at;
    await world.clock.advance(10 * minute);
    const waiting = await world.job(id);
    expect(waiting.resultFetch).toMatchObject({ awaits: 'host', awaitsSince: began });
    expect(waiting.holdsSlot).toBe(true);
    await world.clock.advance(30 * minute);
    expect((await world.job(id)).holdsSlot).toBe(false);
    expect((await world.trail(id)).filter((what) => what === 'slot-given-up')).toHaveLength(1);
    world.host.serve = serveFile(video);
    await world.clock.advance(20 * minute);
    expect(await world.job(id)).toMatchObject({ state: 'completed', resultFetch: null });
  });
});

describe('a copy', () => {
  it('[results.transport] that drops somewhere else each time, and however often, is read again until it is whole', async () => {
    let drops = 0;
    const serve: Serve = (call, opening) => {
      drops += 1;
      const pour = drops % 2 === 0 ? breakingAfter(100 * drops) : endingAfter(100 * drops);
      return serveFile(video, { validator: null, pour })(call, opening);
    };
    const id = await oneVideo(serve);
    await world.clock.advance(3 * minute);
    expect(drops).toBeGreaterThan(4);
    world.host.serve = serveFile(video);
    await world.clock.advance(20 * minute);
    expect((await world.job(id)).state).toBe('completed');
  });

  it('[results.resumed] resumes where its connection broke, and reads no byte twice', async () => {
    let served = 0;
    const serve = serveFile(video, {
      pour: async function* pour(bytes) {
        const part = bytes.subarray(0, Math.ceil(video.length / 3));
        served += part.length;
        yield part;
        if (part.length < bytes.length) throw new Error('reset');
      },
    });
    const id = await oneVideo(serve);
    await world.clock.advance(30 * second);
    expect((await world.job(id)).state).toBe('completed');
    expect(served).toBe(video.length);
    expect(world.host.openings.map(({ from }) => from > 0)).toEqual([false, true, true]);
  });

  it('[results.resumed] resumes after silence, and restarts when the bytes have changed', async () => {
    const id = await oneVideo(serveFile(video, { pour: silentAfter(1_000) }));
    const longer = videoOf(video.length + 4_000);
    world.host.serve = serveFile(longer, { validator: '"another"' });
    await world.clock.advance(5 * minute);
    expect((await world.job(id)).result?.size).toBe(longer.length);
  });

  it('[results.resumed] skips what it has where the host begins at the beginning again', async () => {
    const id = await oneVideo(serveFile(video, { pour: breakingAfter(1_000) }));
    const whole: Serve = (call, opening) => {
      const { resume: _resume, ...fromStart } = call;
      return serveFile(video)(fromStart, opening);
    };
    world.host.serve = whole;
    await world.clock.advance(minute);
    expect((await world.job(id)).result?.size).toBe(video.length);
  });

  it('[results.pace] that stalls is aborted and retried; one that is slow is not', async () => {
    const pour = (bytesPerSecond: number) =>
      slowLine(world.clock, { bytesPerSecond, pieceBytes: 100 });
    const long = videoOf(mebibyte);
    const crawling = serveFile(long, { pour: (bytes, call) => pour(50)(bytes, call) });
    const id = await oneVideo(crawling);
    await world.clock.advance(10 * minute);
    expect(world.host.openings.length).toBeGreaterThan(2);
    const slow = slowLine(world.clock, { bytesPerSecond: 2_048, pieceBytes: 2_048 });
    world.host.serve = serveFile(long, { pour: slow });
    const before = world.host.openings.length;
    await world.clock.advance(40 * minute);
    expect((await world.job(id)).state).toBe('completed');
    expect(world.host.openings.length - before).toBeLessThanOrEqual(3);
  });
});

describe('many copies', () => {
  it('[results.burst] over a slow line lose no video', async () => {
    const long = videoOf(mebibyte);
    const refused: Serve = () => ({ kind: 'unavailable', detail: 'not yet' });
    world = await ResultWorld.open(refused);
    const line = slowLine(world.clock, {
      bytesPerSecond: mebibyte / 60,
      pieceBytes: mebibyte / 256,
    });
    world.host.serve = serveFile(long, { pour: line });
    const ids = await world.accept(60);
    world.start();
    await world.clock.advance(62 * minute);
    expect(await world.statesOf(ids)).toEqual({ completed: 60 });
    expect(world.host.openings).toHaveLength(60);
  });

  it('[results.burst] lose no video to a host that serves four and leaves the rest in silence', async () => {
    let open = 0;
    const serve = serveFile(video, {
      pour: async function* pour(bytes, call) {
        if (open >= 4) yield* silentAfter(0)(bytes, call);
        open += 1;
        try {
          await world.clock.sleep(20 * second, call.signal);
          if (call.signal.aborted) throw new Error('given up');
          yield bytes;
        } finally {
          open -= 1;
        }
      },
    });
    world = await ResultWorld.open(serve);
    const ids = await world.accept(60);
    world.start();
    await world.clock.advance(2 * hour);
    expect(await world.statesOf(ids)).toEqual({ completed: 60 });
  });

  it('[results.bounded] are no more at once than they may be, and no more bytes; one alone may be larger', async () => {
    let [open, most] = [0, 0];
    const counting = (bytes: number) =>
      serveFile(videoOf(bytes), {
        pour: async function* pour(part, { signal }) {
          open += 1;
          most = Math.max(most, open);
          await world.clock.sleep(10 * second, signal);
          open -= 1;
          yield part;
        },
      });
    world = await ResultWorld.open(counting(mebibyte), {
      resultCopies: 5,
      resultCopyBytes: 3 * mebibyte,
    });
    const ids = await world.accept(12);
    world.start();
    await world.clock.advance(5 * minute);
    expect(await world.statesOf(ids)).toEqual({ completed: 12 });
    expect(most).toBe(3);
    most = 0;
    world.host.serve = counting(4 * mebibyte);
    const large = await world.accept(3);
    await world.clock.advance(5 * minute);
    expect(await world.statesOf(large)).toEqual({ completed: 3 });
    expect(most).toBe(1);
  });

  it('[results.urgent-first] begin with what will be gone first', async () => {
    world = await ResultWorld.open(serveFile(video), { resultCopies: 1 });
    const slow = serveFile(video, {
      pour: async function* pour(bytes, { signal }) {
        await world.clock.sleep(20 * second, signal);
        yield bytes;
      },
    });
    world.host.serve = slow;
    world.start();
    const later = await world.accept(3);
    await world.clock.advance(5 * second);
    world.host.keptUntil = world.clock.now() + hour;
    const [urgent = ''] = await world.accept(1);
    await world.clock.advance(3 * minute);
    expect(await world.statesOf([...later, urgent])).toEqual({ completed: 4 });
    expect(world.host.openings[1]?.job).toBe(urgent);
  });

  it('[results.apart] that wait keep their leases, and hold up neither polls nor copies of other accounts', async () => {
    const hanging = silentAfter(1);
    const serve: Serve = (call, opening) =>
      serveFile(video, call.account.id === 'one' ? { validator: null, pour: hanging } : {})(
        call,
        opening,
      );
    world = await ResultWorld.open(serve, { resultCopies: 4 }, ['one', 'two']);
    world.start({ stepsPerAccount: 2, stepsAtOnce: 8 });
    world.start({ stepsPerAccount: 2, stepsAtOnce: 8 });
    const stuck = await world.accept(100);
    await world.clock.advance(20 * second);
    expect(await world.statesOf(stuck)).toEqual({ storing: 100 });
    const others = await world.accept(10, 'vm_std-2.0_faceok');
    await world.clock.advance(2 * minute);
    expect(await world.statesOf(others)).toEqual({ completed: 10 });
    const read = world.host.openings.filter(({ job }) => others.includes(job));
    expect(read).toHaveLength(10);
  });
});

describe('a disk without room', () => {
  it('[results.room] is not downloaded to; the video comes when there is room', async () => {
    world = await ResultWorld.open(serveFile(video));
    world.freeBytes = 10 * mebibyte;
    const ids = await world.accept(20);
    world.start();
    await world.clock.advance(3 * hour);
    expect(world.host.openings).toEqual([]);
    const [id = ''] = ids;
    const waiting = await world.job(id);
    expect(waiting.resultFetch).toMatchObject({ awaits: 'space' });
    expect((await world.trail(id)).filter((what) => what === 'result-awaited')).toHaveLength(1);
    expect(world.logged).toContainEqual({ level: 'warn', event: 'result-awaited' });
    world.freeBytes = 10_000 * mebibyte;
    await world.clock.advance(2 * minute);
    expect(await world.statesOf(ids)).toEqual({ completed: 20 });
  });

  it('[results.room] for what was announced is looked for before a byte is read', async () => {
    world = await ResultWorld.open(serveFile(videoOf(8 * mebibyte)));
    world.freeBytes = 70 * mebibyte;
    const [id = ''] = await world.accept(1);
    world.start();
    await world.clock.advance(hour);
    expect((await world.job(id)).resultFetch?.awaits).toBe('space');
    world.freeBytes = 80 * mebibyte;
    await world.clock.advance(20 * minute);
    expect((await world.job(id)).state).toBe('completed');
  });

  it('[results.room] that fills up on the way is tried ever more rarely, and never loses the video', async () => {
    world = await ResultWorld.open(serveFile(video));
    world.isDiskFull = true;
    const [id = ''] = await world.accept(1);
    world.start();
    await world.clock.advance(3 * hour);
    expect((await world.job(id)).state).toBe('storing');
    expect(world.host.openings.length).toBeLessThan(30);
    world.isDiskFull = false;
    await world.clock.advance(20 * minute);
    expect((await world.job(id)).state).toBe('completed');
  });
});

it('[providers.images.spooled] a delivered file is stored after days in the spool', async () => {
  world = await ResultWorld.open(unreachable);
  world.host.delivers = video;
  world.isDiskFull = true;
  const [id = ''] = await world.accept(1);
  world.start();
  await world.clock.advance(72 * hour);
  expect(await world.job(id)).toMatchObject({ state: 'storing', failure: null });
  world.isDiskFull = false;
  await world.clock.advance(16 * 1.25 * minute);
  expect((await world.job(id)).state).toBe('completed');
  expect(await world.openedBy(id)).toEqual(video);
});
