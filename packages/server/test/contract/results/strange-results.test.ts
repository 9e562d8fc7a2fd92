import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endingAfter, type Serve, serveFile } from './result-host.ts';
import { ResultWorld } from './result-world.ts';
import {
  codedAs,
  crowded,
  videoOf,
  gif,
  textFile,
  transportStream,
  webm,
} from './strange-files.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
let video: Uint8Array;
let world: ResultWorld;

beforeAll(async () => {
  video = await videoOf('whole');
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

/** The first reads return something else. */
function thenVideo(times: number, file: Uint8Array): Serve {
  return (call, opening) =>
    serveFile(world.host.openings.length > times ? video : file)(call, opening);
}

const challenge = textFile('<html><body>Just a moment...</body></html>');

describe('what is no media file', () => {
  it.each([
    ['a challenge page', challenge],
    ['an error as JSON', textFile('{"error":{"message":"try again later"}}')],
    ['an error in XML', textFile('<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>')],
    ['nothing', new Uint8Array()],
  ])('[results.proof] %s, read four times, loses no video', async (_name, file) => {
    const id = await oneVideo(thenVideo(4, file));
    await world.clock.advance(10 * minute);
    expect(world.host.openings).toHaveLength(5);
    expect((await world.job(id)).state).toBe('completed');
  });

  it('[results.proof][results.told] is awaited for the whole time, and reported with its end', async () => {
    const id = await oneVideo(serveFile(challenge));
    await world.clock.advance(23 * hour);
    const job = await world.job(id);
    expect(world.host.openings.length).toBeGreaterThan(50);
    expect(job).toMatchObject({ state: 'storing', failure: null });
    expect(job.resultFetch).toMatchObject({
      awaits: 'usable-result',
      detail: 'The file is not a video.',
      unusable: [],
    });
    const [waits] = await world.reported(id, 'result-awaited');
    expect(waits?.['fetchedUntil']).toBe(job.resultFetch?.until);
    expect(waits?.['detail']).toBe('The file is not a video.');
    await world.clock.advance(2 * hour);
    expect((await world.job(id)).failure?.code).toBe('result_invalid');
    expect(await world.fileOf(id)).toBeUndefined();
  });
});

describe('what is no media file, and long', () => {
  it('[results.head] is read no further than its beginning, at each try', async () => {
    const piece = new Uint8Array(64 * 1024);
    const length = 2 * 1024 ** 3;
    let taken = 0;
    let closed = 0;
    async function* zeros(): AsyncGenerator<Uint8Array> {
      try {
        for (let given = 0; given < length; given += piece.length) {
          taken += piece.length;
          yield piece;
        }
      } finally {
        closed += 1;
      }
    }
    const id = await oneVideo(() => ({
      kind: 'opened',
      body: zeros(),
      length,
      contentType: 'video/mp4',
      validator: '"zeros"',
    }));
    await world.clock.advance(10 * minute);
    const tries = world.host.openings.length;
    expect(tries).toBeGreaterThan(4);
    expect({ taken, closed }).toEqual({ taken: tries * piece.length, closed: tries });
    expect((await world.job(id)).resultFetch).toMatchObject({
      awaits: 'usable-result',
      detail: 'The file is not a video or image.',
      unusable: [],
    });
    world.host.serve = serveFile(video);
    await world.clock.advance(20 * minute);
    expect((await world.job(id)).state).toBe('completed');
  });
});

describe('a video that costs too much to check', () => {
  it('[results.checked-within] completes with a warning, and is served', async () => {
    const file = crowded(video);
    const id = await oneVideo(serveFile(file));
    const job = await world.job(id);
    expect(job).toMatchObject({
      state: 'completed',
      result: { contentType: 'video/mp4', width: null, durationSeconds: null, hasAudio: null },
    });
    expect(job.warnings).toContainEqual({
      param: 'format',
      message: expect.stringContaining('could not be checked in full'),
    });
    expect(await world.fileOf(id)).toEqual(Uint8Array.from(file));
  });
});

describe('a media file in another form', () => {
  it.each([
    ['MPEG-4 part 2', () => codedAs('mp4v', video), 'video/mp4', 320],
    ['ProRes', () => codedAs('apcn', video), 'video/mp4', 320],
    ['WebM', () => webm, 'video/webm', null],
    ['a transport stream', () => transportStream, 'video/mp2t', null],
    ['GIF', () => gif, 'image/gif', null],
  ])(
    '[results.other-form] %s completes at once, with a warning',
    async (_name, file, contentType, width) => {
      const id = await oneVideo((call, opening) => serveFile(file())(call, opening));
      const job = await world.job(id);
      expect(job).toMatchObject({ state: 'completed', result: { contentType, width } });
      expect(job.warnings).toContainEqual({ param: 'format', message: expect.any(String) });
      expect(await world.fileOf(id)).toEqual(Uint8Array.from(file()));
      expect((await world.money()).reserved).toBe(0);
    },
  );
});

describe('a media file that is not the video', () => {
  const cut = (file: Uint8Array) => file.subarray(0, file.length / 2);

  it('[results.proof] is read for the whole time while it stays the same, by whichever link', async () => {
    const id = await oneVideo(thenVideo(20, cut(video)));
    await world.clock.advance(2 * hour);
    expect((await world.job(id)).state).toBe('storing');
    await world.clock.advance(6 * hour);
    expect((await world.job(id)).state).toBe('completed');
  });

  it('[jobs.result-invalid][results.proof] ends the job as the third other one', async () => {
    const files = await Promise.all(['a', 'b', 'c'].map(async (seed) => cut(await videoOf(seed))));
    const serve: Serve = (call, opening) => {
      const at = (world.host.openings.length - 1) % files.length;
      return serveFile(files[at] ?? video)(call, opening);
    };
    const id = await oneVideo(serve);
    await world.clock.advance(20 * minute);
    expect((await world.job(id)).failure?.code).toBe('result_invalid');
    expect(world.host.openings).toHaveLength(3);
    expect(await world.money()).toEqual({ used: 0, reserved: 0 });
    expect(world.logged).toContainEqual({ level: 'error', event: 'result-unusable' });
    expect(await world.fileOf(id)).toEqual(Uint8Array.from(files[2] ?? []));
  });

  it('[results.kept] is kept for an operator while it is waited on, and when the job has failed', async () => {
    const id = await oneVideo(serveFile(cut(video)));
    expect(await world.fileOf(id)).toEqual(Uint8Array.from(cut(video)));
    const [waits] = await world.reported(id, 'result-awaited');
    expect(waits).toMatchObject({ size: cut(video).length, sha256: expect.any(String) });
    expect(await world.removeFile(id)).toBe('no-result');
    await world.clock.advance(25 * hour);
    const { failure, resultFetch } = await world.job(id);
    expect(failure?.code).toBe('result_invalid');
    expect(resultFetch?.unusable).toMatchObject([{ contentType: 'video/mp4' }]);
    expect(await world.reported(id, 'result-not-fetched')).toMatchObject([
      { size: cut(video).length },
    ]);
    expect(await world.fileOf(id)).toEqual(Uint8Array.from(cut(video)));
    expect(await world.removeFile(id)).toBe('removed');
    expect(await world.fileOf(id)).toBeUndefined();
  });

  it('[results.transport] is not a file that its source cuts off at one offset, however often', async () => {
    const cutOff = serveFile(video, { validator: null, pour: endingAfter(900) });
    const id = await oneVideo(cutOff);
    await world.clock.advance(3 * hour);
    expect((await world.job(id)).resultFetch).toMatchObject({ awaits: 'host', unusable: [] });
    world.host.serve = serveFile(video);
    await world.clock.advance(20 * minute);
    expect((await world.job(id)).state).toBe('completed');
  });
});

describe('the report of the provider that it has no result', () => {
  const gone: Serve = () => ({ kind: 'gone', detail: 'answered 410' });

  it('[results.gone] is accepted after an hour of reports, each after a fresh poll', async () => {
    const id = await oneVideo(gone);
    await world.clock.advance(45 * minute);
    expect((await world.job(id)).state).toBe('storing');
    await world.clock.advance(hour);
    expect((await world.job(id)).failure?.code).toBe('result_invalid');
  });

  it('[results.gone] for half an hour loses no video', async () => {
    const id = await oneVideo(gone);
    await world.clock.advance(30 * minute);
    world.host.serve = serveFile(video);
    await world.clock.advance(20 * minute);
    expect((await world.job(id)).state).toBe('completed');
  });

  it('[results.gone] is not accepted before the promised expiry', async () => {
    world = await ResultWorld.open(gone);
    world.host.keptUntil = world.clock.now() + 5 * hour;
    const [id = ''] = await world.accept(1);
    world.start();
    await world.clock.advance(4 * hour);
    expect((await world.job(id)).state).toBe('storing');
    world.host.serve = serveFile(video);
    await world.clock.advance(20 * minute);
    expect((await world.job(id)).state).toBe('completed');
  });

  it('[results.gone] is not accepted while its polls get no response', async () => {
    const id = await oneVideo(gone);
    world.host.isMute = true;
    await world.clock.advance(10 * hour);
    expect((await world.job(id)).state).toBe('storing');
  });
});

describe('a host that is not allowed', () => {
  it('[results.permission] is awaited, named with the setting, and the video comes once it is allowed', async () => {
    const detail = 'The host "cdn.example.com" is not allowed. List it in result_hosts of relay.';
    const id = await oneVideo(() => ({ kind: 'not-allowed', detail }));
    await world.clock.advance(2 * hour);
    expect((await world.job(id)).resultFetch).toMatchObject({ awaits: 'permission', detail });
    const [waits] = await world.reported(id, 'result-awaited');
    expect(waits).toMatchObject({ awaits: 'permission', detail });
    expect(world.logged).toContainEqual({ level: 'warn', event: 'result-awaited' });
    world.host.serve = serveFile(video);
    await world.clock.advance(20 * minute);
    expect((await world.job(id)).state).toBe('completed');
  });
});
