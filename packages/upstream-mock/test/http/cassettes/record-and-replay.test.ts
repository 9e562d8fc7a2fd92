import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { videoFacts } from '@filmgate/mock-cassettes';
import type { PersonalityName } from '../../../src/wires/personality-names.ts';
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
async function replaying(folder: string, personalities: readonly PersonalityName[] = []) {
  let now = Date.UTC(2026, 5, 1);
  const server = await startMockServer({
    ...{ host: '127.0.0.1', port: 0, speed: 1, seed: 'other', control: true },
    cassette: { folder },
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
    expect(end).toEqual({ kind: 'finished', replaced: [], random: [] });
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

  it('[mock.cassettes.replay] repeats a submission as another job, and refuses what was not recorded', async () => {
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

  it('[mock.cassettes.miss] names the nearest exchange, and what differs field by field', async () => {
    const folder = cassetteFolder();
    const upstream = await openUpstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"video_123456"}');
    });
    closers.push(folder.remove, () => upstream.close());
    const recorder = await recordOf(`http://${upstream.host}`, folder.path);
    const said = async (base: string, path: string, body: object, key = 'account-key-1') => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
      const init = { method: 'POST', body: JSON.stringify(body), headers };
      const reply = await fetch(`${base}/openai${path}`, init);
      return [reply.status, await reply.text()] as const;
    };
    const long = 'over the dunes in the light of the evening, with a slow camera, ';
    await said(recorder.url, '/v1/images', { prompt: 'a kite' });
    await said(recorder.url, '/v1/videos', { prompt: 'a boat', seconds: '4' });
    const wish = { prompt: `${long}a kite`, seconds: '4', of: { image: 'one' } };
    await said(recorder.url, '/v1/videos', wish);
    await recorder.finish();
    const { url } = await replaying(folder.path);
    const missed = async (path: string, body: object, key?: string) => {
      const [status, text] = await said(url, path, body, key);
      expect(status).toBe(501);
      return (JSON.parse(text) as { error: { message: string } }).error.message;
    };
    const nearest = 'the nearest is exchange 3, POST /v1/videos; ';
    const head = 'the cassette has no response for POST /v1/videos; ';
    expect(await missed('/v1/videos', { ...wish, seconds: '8' })).toBe(
      `${head}${nearest}body.seconds is "8" and was recorded as "4"`,
    );
    const typo = await missed('/v1/videos', { ...wish, prompt: `${long}a kyte`, seed: 7 });
    expect(typo).toContain('body.prompt is "…');
    expect(typo).toMatch(/a kyte" and was recorded as "….*a kite"/);
    expect(typo).toContain('body.seed was not recorded');
    const { of: _image, ...rest } = wish;
    expect(await missed('/v1/videos', rest)).toBe(`${head}${nearest}body.of.image is missing`);
    const keyOfFal = '6f1c8f0e-1b2c-4d3e-8f90-123456789abc:0123456789abcdef0123456789abcdef';
    const hidden = await missed(
      '/v1/videos',
      { ...wish, prompt: `my-own-key-77 ${keyOfFal}` },
      'my-own-key-77',
    );
    expect(hidden).toContain('body.prompt is "$secret $secret"');
    expect(hidden).not.toMatch(/own-key|0123456789abcdef/);
    expect(await missed('/v2/videos', wish)).toContain(
      'exchange 3, POST /v1/videos; path is "/v2/videos" and was recorded as "/v1/videos"',
    );
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
    await expect(replaying(path, ['kling'])).rejects.toThrow('upstream kling');
  });
});
