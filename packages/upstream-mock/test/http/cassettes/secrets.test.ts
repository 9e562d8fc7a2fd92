import type { RequestListener } from 'node:http';
import { existsSync } from 'node:fs';
import { fc, test } from '@fast-check/vitest';
import { afterEach, describe, expect, it } from 'vitest';
import {
  fingerprintIn,
  hasRandomText,
  KnownSecrets,
} from '../../../src/cassettes/known-secrets.ts';
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

  it('[mock.cassettes.secrets] that was written before it was known ends the recording, and nothing is left', async () => {
    const folder = cassetteFolder();
    closers.push(folder.remove);
    const endpoint = await upstreamOf((_request, response) => response.end('{}'));
    const recorder = await recordOf(`http://${endpoint}`, folder.path);
    const body = JSON.stringify({ prompt: canary });
    await fetch(`${recorder.url}/openai/v1/videos`, { method: 'POST', body });
    const headers = { authorization: `Bearer ${canary}` };
    await fetch(`${recorder.url}/openai/v1/videos`, { headers });
    const end = await recorder.finish();
    expect(end).toMatchObject({ kind: 'refused' });
    expect(JSON.stringify(end)).toMatch(/bodies\/[\da-f]{64}: a credential that passed/);
    expect(JSON.stringify(end)).not.toContain('Zq7');
    expect([existsSync(folder.path), existsSync(`${folder.path}.unfinished`)]).toEqual([
      false,
      false,
    ]);
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
    expect(await recorder.finish()).toEqual({ kind: 'finished', warnings: [] });
    const written = everyByte(folder.path);
    expect(written).not.toContain('4f9c2a7e');
    expect(written).toContain('like https://cdn.invalid/a.png');
    expect(written).toContain('red-kite-9');
  });

  it('[mock.cassettes.secrets] is hidden whole where one begins with another', () => {
    const secrets = new KnownSecrets();
    secrets.addHeader('x-api-key', 'account-1');
    secrets.addHeader('x-api-key', 'account-1-live-7');
    expect(secrets.hide('account-1-live-7 of account-1')).toBe('$secret of $secret');
  });

  it('[mock.cassettes.secrets] of a cookie is its value, and none of its attributes', () => {
    const secrets = new KnownSecrets();
    secrets.addHeader('set-cookie', 'sid=abcdefgh1; Domain=example.com; SameSite=Strict; HttpOnly');
    secrets.addHeader('set-cookie', 'HttpOnly; Path=/v1/videos');
    secrets.addHeader('cookie', 'a=abcdefgh2; b=abcdefgh3');
    const text = 'example.com HttpOnly /v1/videos';
    expect(secrets.hide(`${text} abcdefgh1 abcdefgh2 abcdefgh3`)).toBe(
      `${text} $secret $secret $secret`,
    );
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

  it('[mock.cassettes.secrets] is known in the other letter case, and as forms and strict encoders write it', () => {
    const secret = "Ab~1!c'd(2)e*F/g";
    const secrets = new KnownSecrets();
    secrets.addHeader('x-api-key', secret);
    const strict = encodeURIComponent(secret).replaceAll(
      /[!'()*~]/g,
      (letter) => `%${letter.charCodeAt(0).toString(16)}`,
    );
    const form = new URLSearchParams({ a: secret }).toString().slice(2);
    const half = secret.replace('/', '%2F');
    const nested = JSON.stringify(JSON.stringify({ a: secret.replace('/', '\\/') }));
    for (const text of [secret.toUpperCase(), secret.toLowerCase(), strict, form, half, nested]) {
      expect(secrets.isIn(Buffer.from(`x${text}y`))).toBe(true);
      expect(secrets.isIn(Buffer.from(secrets.hide(`x${text}y`)))).toBe(false);
    }
  });

  it('[mock.cassettes.secrets] costs no more for each of many, nor for many marks in a cookie', () => {
    const secrets = new KnownSecrets();
    const began = process.cpuUsage();
    for (let at = 0; at < 20_000; at += 1) secrets.addHeader('set-cookie', `a=cookie-${at}-value`);
    const text = 'a red kite over the dunes, and cookie-19999-value '.repeat(20_000);
    expect(secrets.hide(text)).not.toContain('cookie-19999-value');
    expect(secrets.isIn(Buffer.from(text))).toBe(true);
    expect(secrets.isIn(Buffer.from(text.replaceAll('cookie', '')))).toBe(false);
    for (let at = 0; at < 100; at += 1) secrets.addHeader('cookie', ','.repeat(16_000));
    // CPU time, so that other processes do not count.
    expect(process.cpuUsage(began).user).toBeLessThan(10_000_000);
  });

  it.each([
    ['an OpenAI key', 'sk-proj-abcdefghijklmnopqrstuvwx'],
    ['a Luma key', 'luma-api-abcdefghijklmnopqrstuvwx'],
    ['an xAI key', `xai-${'abcdefgh'.repeat(10)}`],
    ['a JSON web token', 'eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJrZXkifQ.abcdefghijkl'],
  ])('[mock.cassettes.secrets] %s that was no credential here ends it, too', async (what, key) => {
    const folder = cassetteFolder();
    closers.push(folder.remove);
    const endpoint = await upstreamOf((_request, response) =>
      response.end(JSON.stringify({ note: key })),
    );
    const recorder = await recordOf(`http://${endpoint}`, folder.path);
    await fetch(`${recorder.url}/openai/v1/keys`);
    const end = await recorder.finish();
    expect(end).toMatchObject({ kind: 'refused', positions: [expect.stringContaining(what)] });
    expect(existsSync(folder.path)).toBe(false);
  });

  it('[mock.cassettes.secrets] text that looks random is told, and kept', async () => {
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
      warnings: [expect.stringContaining('looks random')],
    });
    expect(hasRandomText('f'.repeat(20) + '0123456789abcdef'.repeat(3))).toBe(false);
    expect(fingerprintIn('a red kite over the dunes')).toBeUndefined();
  });

  test.prop([fc.string({ minLength: 8, unit: 'grapheme-ascii' }), fc.string(), fc.string()])(
    '[mock.cassettes.secrets] is found beside any text, plain, in Base64 and percent-encoded, and not once it is hidden',
    (drawn, before, after) => {
      const secret = drawn.trim();
      fc.pre(secret.length >= 8 && !secret.includes(':') && !secret.includes(' '));
      const secrets = new KnownSecrets();
      secrets.addHeader('x-api-key', secret);
      const whole = before + secret + after;
      const coded = Buffer.from(whole).toString('base64');
      for (const text of [whole, coded, encodeURIComponent(secret)]) {
        expect(secrets.isIn(Buffer.from(text))).toBe(true);
        expect(secrets.isIn(Buffer.from(secrets.hide(text)))).toBe(false);
      }
    },
  );
});
