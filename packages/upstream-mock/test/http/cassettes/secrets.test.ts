import type { RequestListener } from 'node:http';
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readCassette, redact } from '@filmgate/mock-cassettes';
import { afterEach, describe, expect, it } from 'vitest';
import { startMockServer } from '../../../src/server/mock-server.ts';
import { cassetteFolder, everyByte, recordOf } from '../../support/cassettes/record.ts';
import { upstreamOf as openUpstream } from '../../support/cassettes/upstream.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function upstreamOf(reply: RequestListener): Promise<string> {
  const upstream = await openUpstream(reply);
  closers.push(() => upstream.close());
  return upstream.host;
}

const canary = 'canary-Zq7+/x&y"w=8Kd3';
const base64 = Buffer.from(`user:${canary}`).toString('base64');
const percent = encodeURIComponent(canary);

/** Contains the secret wherever a response can. */
const leaking: RequestListener = (request, response) => {
  request.resume();
  const path = request.url ?? '';
  if (path.startsWith('/redirect')) {
    response.writeHead(302, { location: `https://cdn.invalid/film?token=${percent}` }).end();
    return;
  }
  if (path.startsWith('/wrong')) {
    response.writeHead(401, { 'content-type': 'text/plain' }).end(`wrong key: ${canary}`);
    return;
  }
  if (path.startsWith('/bytes')) {
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(`\0${canary}\xff`);
    return;
  }
  const body = {
    id: 'video_123456',
    echoed: { [canary]: [canary] },
    deep: { a: [{ b: { c: [{ d: `at the end: ${canary}` }] } }] },
    coded: base64,
    hex: Buffer.from(canary).toString('hex'),
    at: `${percent}/x`,
    link: `https://cdn.invalid/film?sig=${percent}`,
  };
  response.writeHead(200, {
    'content-type': 'application/json',
    'set-cookie': `session=${percent}; Path=/`,
    'retry-after': canary,
    'x-echo': canary,
  });
  response.end(JSON.stringify(body));
};

const post = (body: NonNullable<RequestInit['body']>): RequestInit => ({ method: 'POST', body });
const formOf = (file: string) => {
  const form = new FormData();
  form.set('prompt', `a kite for ${canary}`);
  form.set('image', new Blob([`bytes ${canary}`]), file);
  return form;
};

/**
 * Each position in a request and in its response by `leaking`: headers, cookie, body (deep, as a name, encoded), link,
 * redirect, error, bytes.
 */
const positions: readonly (readonly [position: string, path: string, init: RequestInit])[] = [
  ['Authorization: Bearer', '/v1/videos', { headers: { authorization: `Bearer ${canary}` } }],
  ['Authorization: Key', '/v1/videos', { headers: { authorization: `Key id:${canary}` } }],
  ['Authorization: Basic', '/v1/videos', { headers: { authorization: `Basic ${base64}` } }],
  ['x-api-key', '/v1/videos', { headers: { 'x-api-key': canary } }],
  ['x-goog-api-key', '/v1/videos', { headers: { 'x-goog-api-key': canary } }],
  ['a header not on the list', '/v1/videos', { headers: { 'x-note': canary } }],
  ['a cookie', '/v1/videos', { headers: { cookie: `session=${canary}` } }],
  ['a query that is dropped', `/v1/videos?key=${percent}`, {}],
  ['a query that is kept', `/v1/videos?limit=${percent}`, {}],
  ['the path', `/v1/videos/${percent}`, {}],
  ['a text of JSON', '/v1/videos', post(JSON.stringify({ prompt: canary }))],
  ['deep in JSON', '/v1/videos', post(JSON.stringify({ a: [{ b: { c: [canary] } }] }))],
  ['a name in JSON', '/v1/videos', post(JSON.stringify({ [canary]: 1 }))],
  ['Base64 in JSON', '/v1/videos', post(JSON.stringify({ coded: base64 }))],
  ['percent-encoded in JSON', '/v1/videos', post(JSON.stringify({ to: percent }))],
  ['hexadecimal in JSON', '/v1/videos', post(`{"hex":"${Buffer.from(canary).toString('hex')}"}`)],
  ['a link in JSON', '/v1/videos', post(`{"image":"https://cdn.invalid/a?token=${percent}"}`)],
  ['multipart, a field and a file', '/v1/videos', post(formOf('a.png'))],
  ['multipart, a file name', '/v1/videos', post(formOf(`${percent}.png`))],
  ['a form', '/v1/videos', post(new URLSearchParams({ prompt: canary }))],
  ['plain text', '/v1/videos', post(`text ${canary}`)],
  ['the location of a redirect', '/redirect', { redirect: 'manual' }],
  ['the text of an error', '/wrong', {}],
  ['bytes of an answer', '/bytes', {}],
];

/** Every form of it, and its parts. */
const forms = [
  ...['canary', 'Zq7', percent, percent.toLowerCase(), base64, JSON.stringify(canary).slice(1, -1)],
  Buffer.from(canary).toString('base64').slice(0, 24),
  Buffer.from(canary).toString('hex'),
];

describe('the secret of a recording', () => {
  it.each(positions)(
    '[mock.cassettes.secrets] is in no byte that is written or printed: %s',
    async (_endpoint, path, init) => {
      const folder = cassetteFolder();
      closers.push(folder.remove);
      const printed: string[] = [];
      const endpoint = await upstreamOf(leaking);
      const recorder = await recordOf(`http://user:${percent}@${endpoint}`, folder.path, {
        onFault: (message) => void printed.push(message),
      });
      await (await fetch(`${recorder.url}/openai${path}`, init)).text();
      const end = await recorder.finish();
      expect(end.kind).toBe('finished');
      const written = everyByte(folder.path);
      expect(written.match(/"kind":"exchange"/g)).toHaveLength(1);
      for (const form of forms) {
        expect(written).not.toContain(form);
        expect(JSON.stringify([end, printed])).not.toContain(form);
      }
    },
  );

  it('[mock.cassettes.secrets] that was written before it was known is replaced, and its place is named', async () => {
    const folder = cassetteFolder();
    closers.push(folder.remove);
    const endpoint = await upstreamOf((_request, response) => response.end('{}'));
    const recorder = await recordOf(`http://${endpoint}`, folder.path);
    const body = JSON.stringify({ input: { prompt: canary, seconds: 4 } });
    await fetch(`${recorder.url}/openai/v1/videos`, { method: 'POST', body });
    const headers = { authorization: `Bearer ${canary}` };
    await fetch(`${recorder.url}/openai/v1/videos`, { headers });
    const position =
      'exchange 1, POST /v1/videos, request body.input.prompt: a credential that passed the recorder';
    expect(await recorder.finish()).toEqual({ kind: 'finished', replaced: [position], random: [] });
    const written = everyByte(folder.path);
    expect(written).not.toContain('Zq7');
    expect(written).toContain('{"input":{"prompt":"$secret","seconds":4}}');
    expect(readCassette(folder.path).exchanges).toHaveLength(2);
  });

  it('[mock.cassettes.secrets] is known by the name of a field, and of a parameter of a link in any text', async () => {
    const folder = cassetteFolder();
    closers.push(folder.remove);
    const secret = (name: string) => `${name}-4f9c2a7e`;
    const link = (name: string) => `https://cdn.invalid/a.png?X-Goog-Signature=${secret(name)}`;
    const reply = {
      ...{ id: 'video_123456', upload: { apiKey: secret('answered') } },
      log: `see ${link('logged')}, or <a href="${link('tagged')}">it</a>`,
      echo: ['sent', 'linked', 'logged', 'tagged', 'listed', 'written'].map(secret),
    };
    const endpoint = await upstreamOf((request, response) => {
      if (request.url === '/text') {
        response.writeHead(200, { 'content-type': 'text/plain' }).end(`at ${link('written')}`);
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
    const recorder = await recordOf(`http://${endpoint}`, folder.path);
    const body = JSON.stringify({
      ...{ prompt: `like ${link('prompted')}`, image: link('linked'), keywords: 'red-kite-9' },
      auth: { api_key: secret('sent'), tokens: [secret('listed')] },
      seen: 'https://cdn.invalid/b.png#part',
    });
    await (await fetch(`${recorder.url}/openai/text`)).text();
    await (await fetch(`${recorder.url}/openai/v1/videos`, { method: 'POST', body })).text();
    expect(await recorder.finish()).toEqual({ kind: 'finished', replaced: [], random: [] });
    const written = everyByte(folder.path);
    expect(written).not.toContain('4f9c2a7e');
    expect(written).toContain('like https://cdn.invalid/a.png');
    expect(written).toContain('red-kite-9');
  });

  it('[mock.cassettes.secrets] that has the id of a job in it is hidden whole, and the id alone has its name', async () => {
    const folder = cassetteFolder();
    closers.push(folder.remove);
    const reply = {
      ...{ id: 'video_123456', session_id: 'video_123456' },
      ...{ download_token: 'video_123456.c2lnbmF0dXJl', note: 'at video_123456.c2lnbmF0dXJl' },
    };
    const endpoint = await upstreamOf((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
    const recorder = await recordOf(`http://${endpoint}`, folder.path);
    await (await fetch(`${recorder.url}/openai/v1/videos`, post('{}'))).text();
    expect(await recorder.finish()).toMatchObject({ kind: 'finished' });
    const written = everyByte(folder.path);
    expect(written).not.toContain('c2lnbmF0dXJl');
    expect(written).toContain('"id":"$job1$","session_id":"$job1$"');
  });

  const keyOfFal = '6f1c8f0e-1b2c-4d3e-8f90-123456789abc:0123456789abcdef0123456789abcdef';
  it.each([
    ['an OpenAI key', 'sk-proj-abcdefghijklmnopqrstuvwx'],
    ['an OpenRouter key', 'sk-or-v1-abcdefghijklmnopqrstuvwx'],
    ['a Luma key', 'luma-api-abcdefghijklmnopqrstuvwx'],
    ['an xAI key', `xai-${'abcdefgh'.repeat(10)}`],
    ['a JSON web token', 'eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJrZXkifQ.abcdefghijkl'],
    ['a fal key', keyOfFal],
    ['a fal key', `Key ${keyOfFal}`],
    ['a fal key', Buffer.from(keyOfFal).toString('base64')],
  ])(
    '[mock.cassettes.secrets] %s that was no credential here is named by its place, and the recording is kept: %s',
    async (what, key) => {
      const folder = cassetteFolder();
      closers.push(folder.remove);
      const endpoint = await upstreamOf((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ id: 'video_123456', notes: ['a', { text: `see ${key}` }] }));
      });
      const recorder = await recordOf(`http://${endpoint}`, folder.path);
      await fetch(`${recorder.url}/openai/v1/keys`);
      const submit = async (base: string) =>
        await fetch(`${base}/openai/v1/videos`, post(JSON.stringify({ prompt: `like ${key}` })));
      await submit(recorder.url);
      const end = await recorder.finish();
      expect(end).toEqual({
        kind: 'found',
        positions: [
          `exchange 1, GET /v1/keys, response body.notes.1.text: ${what}`,
          `exchange 2, POST /v1/videos, request body.prompt: ${what}`,
          `exchange 2, POST /v1/videos, response body.notes.1.text: ${what}`,
        ],
        left: `${folder.path}.unfinished`,
      });
      expect(existsSync(folder.path)).toBe(false);
      const lines: string[] = [];
      redact(folder.path, (line) => lines.push(line));
      expect(lines).toHaveLength(4);
      expect(everyByte(folder.path)).not.toContain(key);
      expect(everyByte(folder.path)).toContain('{"prompt":"like $secret"}');
      expect(readdirSync(dirname(folder.path))).toEqual(['cassette']);
      const server = await startMockServer({
        ...{ host: '127.0.0.1', port: 0, speed: 1, control: true, now: () => 0 },
        cassette: { folder: folder.path },
      });
      closers.push(() => server.close());
      expect((await submit(server.url)).status).toBe(200);
    },
  );

  it('[mock.cassettes.secrets] of a known format is replaced at the end where that is wanted', async () => {
    const folder = cassetteFolder();
    closers.push(folder.remove);
    const endpoint = await upstreamOf((_request, response) => response.end('{}'));
    const recorder = await recordOf(`http://${endpoint}`, folder.path, { isRedacted: true });
    await fetch(`${recorder.url}/openai/v1/videos`, post(JSON.stringify({ prompt: keyOfFal })));
    expect(await recorder.finish()).toEqual({
      kind: 'finished',
      replaced: ['exchange 1, POST /v1/videos, request body.prompt: a fal key'],
      random: [],
    });
    expect(everyByte(folder.path)).toContain('{"prompt":"$secret"}');
  });

  it('[mock.cassettes.secrets] text that looks random is named, and kept', async () => {
    const folder = cassetteFolder();
    closers.push(folder.remove);
    const random = 'q8Zf3LmX0vTb7RkY2wHs9NcJ5dGp1EaU6iWo4';
    const endpoint = await upstreamOf((_request, response) =>
      response.end(JSON.stringify({ random })),
    );
    const recorder = await recordOf(`http://${endpoint}`, folder.path);
    await fetch(`${recorder.url}/openai/v1/keys`);
    expect(await recorder.finish()).toEqual({
      kind: 'finished',
      replaced: [],
      random: ['exchange 1, GET /v1/keys, response body.random: text that looks random'],
    });
    expect(everyByte(folder.path)).toContain(random);
  });
});
