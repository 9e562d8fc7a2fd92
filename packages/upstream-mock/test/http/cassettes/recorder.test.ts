import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readCassette } from '@filmgate/mock-cassettes';
import { cassetteFolder, everyByte, recordOf } from '../../support/cassettes/record.ts';
import { startMockServer } from '../../../src/server/mock-server.ts';
import { renderVideo } from '../../../src/media/render-video.ts';
import { scene } from '../../support/sample-scene.ts';
import { upstreamOf } from '../../support/cassettes/upstream.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const json = { 'content-type': 'application/json' };

/** A recorder of this provider, in a new folder. */
async function recording(reply: RequestListener) {
  const folder = cassetteFolder();
  const upstream = await upstreamOf(reply);
  closers.push(folder.remove, () => upstream.close());
  const at = `http://${upstream.host}`;
  const faults: string[] = [];
  const onFault = (message: string) => void faults.push(message);
  return { folder: folder.path, at, onFault, faults };
}

const ok: RequestListener = (_request, response) => void response.writeHead(200, json).end('{}');

describe('a second recording of a folder', () => {
  it('[mock.cassettes.record] is refused while the first goes on, which is not disturbed', async () => {
    const { folder, at } = await recording(ok);
    const first = await recordOf(at, folder);
    await (await fetch(`${first.url}/openai/v1/videos`)).text();
    await expect(recordOf(at, folder)).rejects.toThrow(
      `${folder}.unfinished is being recorded, or was left unfinished: remove that folder`,
    );
    const port = Number(new URL(first.url).port);
    await expect(recordOf(at, folder, { port })).rejects.toThrow('EADDRINUSE');
    expect(await first.finish()).toMatchObject({ kind: 'finished' });
    expect(everyByte(folder)).toContain('"kind":"exchange"');
  });
});

describe('a recording into the folder one is in', () => {
  it('[mock.cassettes.record] lies where its absolute path is', async () => {
    const { folder, at } = await recording(ok);
    mkdirSync(folder);
    const recorder = await recordOf(at, `${folder}/.`);
    await (await fetch(`${recorder.url}/openai/v1/videos`)).text();
    expect(await recorder.finish()).toMatchObject({ kind: 'finished' });
    expect(readCassette(folder).exchanges).toHaveLength(1);
    expect(readdirSync(dirname(folder))).toEqual(['cassette']);
  });
});

describe('the files of a recording', () => {
  it('[mock.cassettes.owners-only] are for their owner alone, whatever the earlier ones were', async () => {
    const { folder, at } = await recording(ok);
    mkdirSync(join(folder, 'bodies'), { recursive: true });
    const first = await recordOf(at, folder);
    await (await fetch(`${first.url}/openai/v1/videos`)).text();
    await first.finish();
    const everything = () => ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
    for (const name of everything()) chmodSync(join(folder, name), 0o777);
    const second = await recordOf(at, folder);
    await (await fetch(`${second.url}/openai/v1/videos/one`)).text();
    await second.finish();
    const modes = everything().map((name) => {
      const { mode } = statSync(join(folder, name));
      return mode & 0o777;
    });
    expect(modes.toSorted((one, other) => one - other)).toEqual([0o600, 0o600, 0o700, 0o700]);
  });
});

describe('a recording that failed', () => {
  it('[mock.cassettes.record] leaves the earlier cassette, where nothing passed', async () => {
    const { folder, at, onFault, faults } = await recording(ok);
    const good = await recordOf(at, folder);
    await (await fetch(`${good.url}/openai/v1/videos`)).text();
    await good.finish();
    const before = everyByte(folder);
    const gone = await upstreamOf(ok);
    await gone.close();
    const wrong = await recordOf(`http://user:password-1@${gone.host}`, folder, { onFault });
    const reply = await fetch(`${wrong.url}/openai/v1/videos`, { method: 'POST', body: '{}' });
    const reported = `openai did not respond at ${gone.host}: ECONNREFUSED`;
    expect([reply.status, await reply.text()]).toEqual([502, `${reported}\n`]);
    expect(faults).toEqual([reported]);
    expect(await wrong.finish()).toEqual({ kind: 'empty' });
    expect(everyByte(folder)).toBe(before);
  });

  it('[mock.cassettes.record] does not end as a cassette where an exchange was not written, and its caller is answered', async () => {
    const { folder, at, onFault, faults } = await recording(ok);
    const recorder = await recordOf(at, folder, { onFault });
    const draft = `${folder}.unfinished`;
    renameSync(join(draft, 'bodies'), join(draft, 'away'));
    writeFileSync(join(draft, 'bodies'), 'no folder');
    const reply = await fetch(`${recorder.url}/openai/v1/videos`);
    expect([reply.status, await reply.text()]).toEqual([200, '{}']);
    expect(faults).toHaveLength(1);
    rmSync(join(draft, 'bodies'));
    renameSync(join(draft, 'away'), join(draft, 'bodies'));
    expect(await recorder.finish()).toEqual({ kind: 'unwritten', count: 1, left: draft });
    expect(() => readCassette(folder)).toThrow(
      `there is no cassette in ${folder} yet: its recording in ${draft} has not ended`,
    );
  });
});

describe('a link that passes the recorder', () => {
  it('[mock.cassettes.record] leads through it when it is relative', async () => {
    const { folder, at } = await recording((request, response) => {
      if (request.url === '/v1/film') return void response.end('film');
      return void response.writeHead(302, { location: '../film' }).end();
    });
    const recorder = await recordOf(at, folder);
    const moved = await fetch(`${recorder.url}/openai/v1/a/b`, { redirect: 'manual' });
    expect(moved.headers.get('location')).toBe(`${recorder.url}/openai/v1/film`);
    const followed = await fetch(`${recorder.url}/openai/v1/a/b`);
    expect(await followed.text()).toBe('film');
    await recorder.finish();
  });

  it.each([
    ['\\u0026', String.raw`{"a":"http://cdn.invalid/f?x=1\u0026y=2","n":1.0}`],
    ['\\/', String.raw`{"a":"http:\/\/cdn.invalid\/f?x=1&y=2","n":1.0}`],
  ])('[mock.cassettes.record] leads through it when it is written with %s', async (_how, body) => {
    const { folder, at } = await recording((_request, response) => {
      response.writeHead(200, json).end(body);
    });
    const recorder = await recordOf(at, folder);
    const reply = await fetch(`${recorder.url}/openai/v1/videos`);
    expect(await reply.json()).toEqual({ a: `${recorder.url}/openai/_link/1`, n: 1 });
    await recorder.finish();
  });

  it('[mock.cassettes.record] leaves the rest of the answer as it was written', async () => {
    const { folder, at } = await recording((_request, response) => {
      const link = '"http://cdn.invalid/f"';
      response.writeHead(200, json).end(`{"a": ${link}, "b": ${link}, "n": 1.0}`);
    });
    const recorder = await recordOf(at, folder);
    const link = `"${recorder.url}/openai/_link/1"`;
    const reply = await fetch(`${recorder.url}/openai/v1/videos`);
    expect(await reply.text()).toBe(`{"a": ${link}, "b": ${link}, "n": 1.0}`);
    await recorder.finish();
  });
});

describe('a part of a file that is recorded', () => {
  it('[mock.ranges] [mock.cassettes.record] is asked for as a whole, which a replay serves in parts', async () => {
    const video = await renderVideo(scene());
    const asked: unknown[] = [];
    const { folder, at: provider } = await recording(({ headers }, response) => {
      const { range, 'if-range': ifRange, 'if-none-match': known } = headers;
      asked.push(range, ifRange, known);
      const reported = { 'content-type': 'video/mp4', 'content-length': video.length };
      response.writeHead(200, reported).end(video);
    });
    const headers = { range: 'bytes=4-7', 'if-range': '"a"', 'if-none-match': '"a"' };
    const recorder = await recordOf(provider, folder);
    const whole = await fetch(`${recorder.url}/openai/v1/film`, { headers });
    expect([whole.status, (await whole.bytes()).length]).toEqual([200, video.length]);
    const head = await fetch(`${recorder.url}/openai/v1/film`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(video.length));
    expect(asked).toEqual(Array(6).fill(undefined));
    await recorder.finish();
    const server = await startMockServer({
      ...{ host: '127.0.0.1', port: 0, speed: 1, control: true, now: () => 0 },
      cassette: { folder },
    });
    closers.push(() => server.close());
    const at = `${server.url}/openai/v1/film`;
    const read = async (range: string, init: { method?: string; headers?: object } = {}) => {
      const reply = await fetch(at, { ...init, headers: { range, ...init.headers } });
      const named = ['content-range', 'content-length'].map((name) => reply.headers.get(name));
      return { said: [reply.status, ...named], bytes: Buffer.from(await reply.arrayBuffer()) };
    };
    const { bytes: film } = await read('');
    const { length } = film;
    const part = await read('bytes=4-7');
    expect(part.said).toEqual([206, `bytes 4-7/${length}`, '4']);
    expect(part.bytes.toString()).toBe('ftyp');
    const last = [206, `bytes ${length - 5}-${length - 1}/${length}`, '5'];
    expect((await read('bytes=-5')).said).toEqual(last);
    expect((await read(`bytes=${length}-`)).said).toEqual([416, `bytes */${length}`, '0']);
    const other = await read('bytes=0-1', { headers: { 'if-range': '"another"' } });
    expect(other.bytes.equals(film)).toBe(true);
    const again = await fetch(at, { method: 'HEAD' });
    expect([again.status, again.headers.get('content-length')]).toEqual([200, String(length)]);
  });
});
