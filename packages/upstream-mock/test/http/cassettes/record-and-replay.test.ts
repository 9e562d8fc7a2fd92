import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readCassette } from '../../../src/cassettes/cassette-folder.ts';
import { videoFacts } from '../../../src/cassettes/video-facts.ts';
import { Replay } from '../../../src/cassettes/replay.ts';
import {
  createReplayedVideos,
  type ReplayedVideos,
} from '../../../src/cassettes/replayed-video.ts';
import { createReplayedJobs } from '../../../src/cassettes/replayed-jobs.ts';
import type { PersonalityName } from '../../../src/wires/known-personalities.ts';
import { startMockServer } from '../../../src/server/mock-server.ts';
import { openPersonalityServer } from '../../support/personalities/personality-server.ts';
import { openAiVideos } from '../../support/openai-videos.ts';
import { cassetteFolder, everyByte, makeVideo, recordOf } from '../../support/cassettes/record.ts';
import { upstreamOf as openUpstream } from '../../support/cassettes/upstream.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A recording of one video: queued for 10 s, made for 20 s, and read every 7 s. */
async function recorded(prompts: readonly string[] = ['a kite']) {
  const folder = cassetteFolder();
  closers.push(folder.remove);
  const upstream = await openPersonalityServer();
  const { now } = upstream;
  const recorder = await recordOf(`${upstream.url}/openai-videos`, folder.path, { now });
  const recordedVideos = [];
  for (const prompt of prompts) {
    recordedVideos.push(
      await makeVideo(`${recorder.url}/openai/v1`, {
        prompt: `${prompt} [[mock:queue=10s,run=20s]]`,
        wait: async () => upstream.advance(7_000),
      }),
    );
  }
  const end = await recorder.finish();
  const { accepted } = await upstream.ledger();
  await upstream.close();
  return { folder: folder.path, end, recordedVideos, accepted };
}

/** A mock that replays it, on a clock of the test. */
async function replaying(
  folder: string,
  mode: 'lockdown' | 'once' = 'lockdown',
  personalities: readonly PersonalityName[] = [],
) {
  let now = Date.UTC(2026, 5, 1);
  const server = await startMockServer({
    ...{ host: '127.0.0.1', port: 0, speed: 1, seed: 'other', control: true },
    cassette: { folder, mode },
    personalities,
    now: () => now,
  });
  closers.push(() => server.close());
  return {
    url: server.url,
    advance: async (ms: number) => {
      now += ms;
    },
  };
}

const prompt = 'a kite [[mock:queue=10s,run=20s]]';

describe('a recording', () => {
  it('[mock.cassettes.record] passes each request on once, and gives the caller what came back', async () => {
    const { recordedVideos, accepted, end } = await recorded();
    expect(accepted).toBe(1);
    expect(recordedVideos[0]?.states).toEqual([
      ...['queued', 'queued', 'in_progress', 'in_progress', 'in_progress', 'completed'],
    ]);
    expect(videoFacts(recordedVideos[0]?.video ?? Buffer.alloc(0), '')).toMatchObject({
      seconds: 4,
    });
    expect(end).toEqual({ kind: 'finished', warnings: [] });
  });

  it('[mock.cassettes.record] has names for ids, and of a film its size, codec, duration and digest', async () => {
    const { folder, recordedVideos } = await recorded();
    const written = everyByte(folder);
    expect(written).not.toContain(recordedVideos[0]?.id);
    expect(written).not.toContain('ftyp');
    expect(written).toContain('$job1$');
    const facts = videoFacts(recordedVideos[0]?.video ?? Buffer.alloc(0), '');
    expect(facts).toMatchObject({ codec: 'avc1', width: 1280, height: 720, seconds: 4 });
    expect(written).toContain(JSON.stringify(facts));
  });
  it('[mock.cassettes.modes] new replays what it has, without another charge, and adds what it lacks', async () => {
    const { folder } = await recorded();
    const upstream = await openPersonalityServer();
    closers.push(() => upstream.close());
    const { now } = upstream;
    const recorder = await recordOf(`${upstream.url}/openai-videos`, folder, { now, mode: 'new' });
    const wait = async () => upstream.advance(7_000);
    const baseURL = `${recorder.url}/openai/v1`;
    await makeVideo(baseURL, { prompt, wait });
    expect(await upstream.ledger()).toMatchObject({ accepted: 0 });
    const added = 'a boat [[mock:queue=1s,run=1s]]';
    await makeVideo(baseURL, { prompt: added, wait });
    expect(await upstream.ledger()).toMatchObject({ accepted: 1 });
    expect(await recorder.finish()).toMatchObject({ kind: 'finished' });
    const { url, advance } = await replaying(folder);
    for (const each of [prompt, added]) {
      const video = makeVideo(`${url}/openai/v1`, { prompt: each, wait: () => advance(7_000) });
      expect((await video).states.at(-1)).toBe('completed');
    }
  });
});

describe('the folder of a recording', () => {
  it('[mock.cassettes.record] is refused where other files are, and they stay', async () => {
    const { folder } = await recorded();
    const other = join(folder, 'notes.txt');
    writeFileSync(other, 'mine');
    await expect(recordOf('http://127.0.0.1:1', folder)).rejects.toThrow('notes.txt');
    expect(readFileSync(other, 'utf8')).toBe('mine');
  });

  it('[mock.cassettes.record] is replaced by the next recording, and not before it ends', async () => {
    const { folder } = await recorded();
    const before = everyByte(folder);
    const upstream = await openPersonalityServer();
    closers.push(() => upstream.close());
    const recorder = await recordOf(`${upstream.url}/openai-videos`, folder);
    await (await fetch(`${recorder.url}/openai/v1/videos`)).text();
    expect(everyByte(folder)).toBe(before);
    expect(await recorder.finish()).toMatchObject({ kind: 'finished' });
    expect(everyByte(folder).match(/"kind":"exchange"/g)).toHaveLength(1);
    expect(readdirSync(dirname(folder))).toEqual(['cassette']);
  });
});

describe('a replay', () => {
  it.each([1_000, 4_000, 13_000, 60_000])(
    '[mock.cassettes.replay] without any upstream a client makes its film that reads each %d ms',
    async (everyMs) => {
      const { folder } = await recorded();
      const { url, advance } = await replaying(folder);
      const wait = () => advance(everyMs);
      const { id, states, video } = await makeVideo(`${url}/openai/v1`, { prompt, wait });
      expect(id).toMatch(/^video_[\da-f]{24}$/);
      expect(states.length).toBe(1 + Math.ceil(35_000 / everyMs));
      expect(videoFacts(video, '')).toMatchObject({ width: 1280, height: 720, seconds: 4 });
    },
  );

  it('[mock.cassettes.replay] goes by the time of each space', async () => {
    const { folder } = await recorded();
    const { url } = await replaying(folder);
    const states = await Promise.all(
      ['one', 'two'].map(async (space) => {
        const videos = openAiVideos(`${url}/s/${space}/openai/v1`);
        const { id } = await videos.create({ prompt, seconds: '4', size: '1280x720' });
        const body = JSON.stringify({ advance: 40_000 });
        const headers = { 'content-type': 'application/json' };
        if (space === 'two')
          await fetch(`${url}/_mock/s/two/clock`, { method: 'POST', headers, body });
        return (await videos.retrieve(id)).status;
      }),
    );
    expect(states).toEqual(['queued', 'completed']);
  });

  it('[mock.cassettes.modes] lockdown replays a submission again, as another job, and refuses what was not recorded', async () => {
    const { folder } = await recorded();
    const { url, advance } = await replaying(folder);
    const video = () =>
      makeVideo(`${url}/openai/v1`, { prompt, wait: () => advance(9_000), key: 'another-key-2' });
    expect((await video()).id).not.toBe((await video()).id);
    const videos = openAiVideos(`${url}/openai/v1`);
    await expect(videos.create({ prompt: 'another' })).rejects.toMatchObject({
      status: 501,
      error: { kind: 'not_recorded' },
    });
  });

  it('[mock.cassettes.modes] once replays each recorded submission once, in their order', async () => {
    const { folder } = await recorded(['a kite', 'a kite']);
    const { url, advance } = await replaying(folder, 'once');
    const video = () => makeVideo(`${url}/openai/v1`, { prompt, wait: () => advance(9_000) });
    expect((await video()).id).not.toBe((await video()).id);
    await expect(video()).rejects.toMatchObject({ status: 409, error: { kind: 'replayed' } });
  });

  it('[mock.cassettes.replay] finds a request again by the same words, whatever its headers were', async () => {
    const folder = cassetteFolder();
    const upstream = await openUpstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"video_123456"}');
    });
    closers.push(folder.remove, () => upstream.close());
    const recorder = await recordOf(`http://${upstream.host}`, folder.path);
    const link = (signature: string) => `https://cdn.invalid/a.png?sig=${signature}`;
    const call = async (base: string, signature: string) => {
      const headers = {
        ...{ 'content-type': 'application/json', 'idempotency-key': 'order-2026-0001' },
        ...{ 'xi-api-key': 'account-key-9', 'x-session': 'session-2026' },
      };
      const text = 'order-2026-0001 of account-key-9 in session-2026';
      const body = JSON.stringify({ prompt: text, image: link(signature) });
      const reply = await fetch(`${base}/openai/v1/videos`, { method: 'POST', headers, body });
      return [reply.status, await reply.text()];
    };
    expect(await call(recorder.url, 'signature-1')).toEqual([200, '{"id":"video_123456"}']);
    expect(await recorder.finish()).toMatchObject({ kind: 'finished' });
    const bodies = everyByte(folder.path);
    expect(bodies).toContain('order-2026-0001 of $secret in $secret');
    const { url } = await replaying(folder.path);
    expect(await call(url, 'signature-2')).toEqual([200, expect.stringMatching(/"video_\d{6}"/)]);
  });

  it('[mock.cassettes.replay] has the latest job of each name in a list', async () => {
    const folder = cassetteFolder();
    let made = 0;
    const upstream = await openUpstream((request, response) => {
      const body = request.method === 'POST' ? { id: `video_12345${made++}` } : { data: ids(made) };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `video_12345${at}`);
    closers.push(folder.remove, () => upstream.close());
    const responseOf = async (url: string, body?: string) => {
      const init = body === undefined ? {} : { method: 'POST', body };
      const reply = await fetch(`${url}/openai/v1/videos`, init);
      return (await reply.text()).match(/video_\d+|\$job\d\$/g) ?? [];
    };
    const recorder = await recordOf(`http://${upstream.host}`, folder.path);
    for (const body of ['{"a":1}', '{"b":2}', undefined]) await responseOf(recorder.url, body);
    await recorder.finish();
    const { url } = await replaying(folder.path);
    await responseOf(url, '{"a":1}');
    const jobs = [await responseOf(url, '{"a":1}'), await responseOf(url, '{"b":2}')].flat();
    expect(await responseOf(url)).toEqual(jobs);
  });

  it('[mock.cassettes.replay] draws a film once, however often it is fetched', async () => {
    const cassette = readCassette((await recorded()).folder);
    const kept = createReplayedVideos();
    let drawn = 0;
    const recordedVideos: ReplayedVideos = {
      get: (key, draw) =>
        kept.get(key, async () => {
          drawn += 1;
          return await draw();
        }),
    };
    const jobs = createReplayedJobs();
    const times = { now: () => 0, scaled: (ms: number) => ms, seed: 'films', jobs };
    const replay = new Replay({
      ...{ cassette, upstream: 'openai', mode: 'lockdown', videos: recordedVideos },
      ...times,
    });
    const fetched = async (method: string, path: string, body = '') => {
      const call = { method, url: new URL(path, 'http://mock.invalid'), body: Buffer.from(body) };
      const rest = { contentType: 'application/json', base: '', range: null, headers: [] };
      return (await replay.response({ ...call, ...rest }))?.reply;
    };
    const submission = JSON.stringify({ prompt, seconds: '4', size: '1280x720' });
    const body = await fetched('POST', '/v1/videos', submission);
    const reported = body?.kind === 'response' ? Buffer.from(body.body).toString() : '';
    const path = `/v1/videos/${/video_[\da-f]{24}/.exec(reported)?.[0]}/content`;
    const responses = [await fetched('GET', path), await fetched('GET', path)];
    expect(responses.map((reply) => reply?.kind)).toEqual(['response', 'response']);
    expect(drawn).toBe(1);
  });

  it('[mock.cassettes.replay] is no wire for rules, which says a rule about it', async () => {
    const { url } = await replaying((await recorded()).folder);
    const rule = { when: { personality: 'openai' }, then: { fault: 'lost-response' } };
    const reply = await fetch(`${url}/_mock/rules`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify(rule),
    });
    expect([reply.status, await reply.text()]).toEqual([
      400,
      expect.stringContaining('rules decide nothing about APIs that are replayed'),
    ]);
  });

  it('[mock.cassettes.replay] of a folder without a cassette says so, and how to record one', async () => {
    const { path, remove } = cassetteFolder();
    closers.push(remove);
    const cure = `record one with filmgate-mock record --upstream NAME=URL --to ${path}`;
    await expect(replaying(path)).rejects.toThrow(
      `the cassette folder ${path} does not exist: ${cure}`,
    );
    mkdirSync(path);
    await expect(replaying(path)).rejects.toThrow(
      `the cassette folder ${path} has no cassette.ndjson in it: ${cure}`,
    );
    const file = join(path, 'cassette.ndjson');
    writeFileSync(file, '{"kind":"cassette","version":1,"upstreams":["openai"]}\n{}\n');
    await expect(replaying(path)).rejects.toThrow(`${file}: line 2 is not a line of a cassette`);
    writeFileSync(file, '{"kind":"job","name":"$job1","form":"9"}\n');
    await expect(replaying(path)).rejects.toThrow(`${file}: line 1 is not the head of a cassette`);
  });

  it('[mock.cassettes.replay] of an upstream that has the name of a wire spoken beside it is refused', async () => {
    const { path, remove } = cassetteFolder();
    closers.push(remove);
    mkdirSync(path);
    const head = '{"kind":"cassette","version":1,"upstreams":["kling"]}\n';
    writeFileSync(join(path, 'cassette.ndjson'), head);
    await expect(replaying(path, 'lockdown', ['kling'])).rejects.toThrow('upstream kling');
  });
});
