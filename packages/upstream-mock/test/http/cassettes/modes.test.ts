import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { CassetteMode } from '../../../src/cassettes/cassette-mode.ts';
import { cassetteFolder, everyByte, makeVideo, recordOf } from '../../support/cassettes/record.ts';
import { upstreamOf } from '../../support/cassettes/upstream.ts';
import { openPersonalityServer } from '../../support/personalities/personality-server.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const prompt = 'a kite [[mock:queue=10s,run=20s]]';
const key = 'account-key-1';

/** A mock as the provider, a cassette of one video of it, and a recorder with that cassette in a mode. */
async function standing(mode: CassetteMode, isPaidAllowed = false) {
  const folder = cassetteFolder();
  closers.push(folder.remove);
  const upstream = await openPersonalityServer();
  closers.push(() => upstream.close());
  const { now, advance, ledger } = upstream;
  const wait = async () => advance(10_000);
  const at = `${upstream.url}/openai-videos`;
  const first = await recordOf(at, folder.path, { now });
  const headers = { authorization: `Bearer ${key}` };
  await (await fetch(`${first.url}/openai/v1/models`, { headers })).text();
  await makeVideo(`${first.url}/openai/v1`, { prompt, wait, key });
  await first.finish();
  const before = everyByte(folder.path);
  const lines: string[] = [];
  const onSeen = (line: string) => void lines.push(line);
  const recorder = await recordOf(at, folder.path, { now, mode, onSeen, isPaidAllowed });
  const base = `${recorder.url}/openai/v1`;
  return {
    recorder,
    lines,
    video: (asked = prompt) => makeVideo(base, { prompt: asked, wait, key }),
    get: async (path: string, init: { method?: string; headers?: object } = {}) =>
      await fetch(base + path, { ...init, headers: { ...headers, ...init.headers } }),
    /** Jobs the provider has sold by now. */
    sold: async () => (await ledger()).accepted,
    isUntouched: () => everyByte(folder.path) === before,
  };
}

const untouched = { kind: 'watched', passed: 0, drifted: null };

describe('a recorder that writes nothing', () => {
  it('[mock.cassettes.modes] lockdown answers from the cassette, and asks no provider for the rest', async () => {
    const { video, get, sold, recorder, isUntouched } = await standing('lockdown');
    expect((await video()).id).not.toBe((await video()).id);
    expect((await get('/videos?limit=3')).status).toBe(501);
    await expect(video('another')).rejects.toMatchObject({ status: 501 });
    expect([await sold(), isUntouched()]).toEqual([1, true]);
    expect(await recorder.finish()).toEqual(untouched);
  });

  it('[mock.cassettes.modes] once answers a submission as often as it was recorded', async () => {
    const { video, sold, recorder } = await standing('once');
    expect((await video()).states.at(-1)).toBe('completed');
    await expect(video()).rejects.toMatchObject({ status: 409 });
    expect(await sold()).toBe(1);
    expect(await recorder.finish()).toEqual(untouched);
  });

  it.each(['lockdown', 'once', 'spy'] as const)(
    '[mock.ranges] [mock.cassettes.modes] %s serves the part of a recorded file that is asked for, and its head',
    async (mode) => {
      const { video, get, lines } = await standing(mode);
      const { id, video: whole } = await video();
      const part = async (range: string, more: object = {}) => {
        const reply = await get(`/videos/${id}/content`, { headers: { range, ...more } });
        const reported = ['content-range', 'content-length'].map((name) => reply.headers.get(name));
        return [reply.status, ...reported, Buffer.from(await reply.bytes()).equals(whole)];
      };
      const { length } = whole;
      expect(await part('bytes=0-1')).toEqual([206, `bytes 0-1/${length}`, '2', false]);
      const last = [206, `bytes ${length - 5}-${length - 1}/${length}`, '5', false];
      expect(await part('bytes=-5')).toEqual(last);
      expect(await part(`bytes=${length}-`)).toEqual([416, `bytes */${length}`, '0', false]);
      const all = [200, null, String(length), true];
      expect(await part('bytes=0-1', { 'if-range': '"another"' })).toEqual(all);
      const head = await get(`/videos/${id}/content`, { method: 'HEAD' });
      const reported = ['content-length', 'accept-ranges'].map((name) => head.headers.get(name));
      expect([head.status, ...reported]).toEqual([200, String(length), 'bytes']);
      expect(lines).toEqual([]);
    },
  );

  it('[mock.cassettes.modes] spy answers from the cassette, passes the rest on, names it, and records nothing', async () => {
    const { video, sold, lines, recorder, isUntouched } = await standing('spy');
    await video();
    expect([await sold(), lines]).toEqual([1, []]);
    await video('a boat [[mock:queue=1s,run=1s]]');
    expect([await sold(), isUntouched()]).toEqual([2, true]);
    expect(lines[0]).toBe('openai: passed on POST /v1/videos');
    expect(await recorder.finish()).toMatchObject({ kind: 'watched', passed: lines.length });
  });

  it('[mock.cassettes.modes] check passes reads on and compares them, and buys nothing', async () => {
    const { video, get, sold, lines, recorder, isUntouched } = await standing('check');
    await video();
    await get('/models');
    await get('/videos?limit=3');
    expect(lines).toEqual([
      'openai: GET /v1/models: no difference',
      'openai: GET /v1/videos?limit=3: not in the cassette',
    ]);
    await expect(video('another')).rejects.toMatchObject({ status: 501 });
    expect([await sold(), isUntouched()]).toEqual([1, true]);
    expect(await recorder.finish()).toEqual({ kind: 'watched', passed: 2, drifted: 0 });
  });

  it('[mock.cassettes.modes] check that may pay compares a whole film, under the names of the cassette', async () => {
    const { video, sold, lines, recorder } = await standing('check', true);
    const { id } = await video();
    expect(await sold()).toBe(2);
    expect(new Set(lines)).toEqual(
      new Set([
        'openai: POST /v1/videos: no difference',
        'openai: GET /v1/videos/$job1$: no difference',
        'openai: GET /v1/videos/$job1$/content: no difference',
      ]),
    );
    expect(lines.join()).not.toContain(id);
    expect(await recorder.finish()).toMatchObject({ kind: 'watched', drifted: 0 });
  });

  it('[mock.cassettes.modes] check says where an answer has another status, type or field, and no value', async () => {
    let body: object = { data: [{ id: 'model-a', made: 1, gone: true }], more: null };
    let status = 200;
    const upstream = await upstreamOf((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    const folder = cassetteFolder();
    closers.push(() => upstream.close(), folder.remove);
    const at = `http://${upstream.host}`;
    const first = await recordOf(at, folder.path);
    await (await fetch(`${first.url}/openai/v1/models`)).text();
    await first.finish();
    const lines: string[] = [];
    const onSeen = (line: string) => void lines.push(line);
    const recorder = await recordOf(at, folder.path, { mode: 'check', onSeen });
    status = 203;
    const secret = 'secret-of-mine';
    const added = { new: 'value-d', [secret]: secret };
    body = { data: [{ id: 'value-b', made: 'value-c', ...added }], more: 'value-e' };
    await (await fetch(`${recorder.url}/openai/v1/models?key=${secret}`)).text();
    expect(lines).toEqual(
      [
        'changed: status 200 is now 203',
        'changed: body.data.0.made: a number is now a string',
        'missing: body.data.0.gone',
        'new: body.data.0.new',
        'new: body.data.0.$secret',
      ].map((line) => `openai: GET /v1/models: ${line}`),
    );
    expect(await recorder.finish()).toEqual({ kind: 'watched', passed: 1, drifted: 1 });
  });

  it.each(['lockdown', 'once', 'spy', 'check'] as const)(
    '[mock.cassettes.modes] %s needs a cassette, of the same upstreams',
    async (mode) => {
      const folder = cassetteFolder();
      closers.push(folder.remove);
      await expect(recordOf('http://127.0.0.1:1', folder.path, { mode })).rejects.toThrow(
        `the cassette folder ${folder.path} does not exist: record one with filmgate-mock record`,
      );
      mkdirSync(folder.path);
      const head = { kind: 'cassette', version: 1, upstreams: ['openai', 'other'] };
      writeFileSync(join(folder.path, 'cassette.ndjson'), JSON.stringify(head));
      await expect(recordOf('http://127.0.0.1:1', folder.path, { mode })).rejects.toThrow(
        'the cassette has the upstreams openai, other',
      );
    },
  );
});
