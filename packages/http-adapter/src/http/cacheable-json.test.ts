import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCacheableJson } from './cacheable-json.ts';

const entries = Array.from({ length: 200 }, (_, number) => ({ id: `entry-${number}` }));

describe('a document that seldom changes', () => {
  let app: FastifyInstance;
  let source: { readonly entries: readonly object[] };
  let written: number;

  beforeEach(() => {
    source = { entries };
    written = 0;
    const send = createCacheableJson((current: typeof source) => {
      written += 1;
      return current;
    });
    app = Fastify();
    app.get('/', (request, reply) => send(source, { request, reply }));
  });

  const get = (headers: { readonly [name: string]: string } = {}) =>
    app.inject({ url: '/', headers });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is sent as %s to who accepts that [models.cached]', async (coding, decode) => {
    const plain = await get();
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.json()).toEqual(source);
    const coded = await get({ 'accept-encoding': coding });
    expect(coded.headers).toMatchObject({
      'content-encoding': coding,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(coded.rawPayload.length),
      vary: 'accept-encoding',
      etag: plain.headers.etag,
    });
    expect(coded.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    expect(decode(coded.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(written).toBe(1);
  });

  it('is not sent again to who has it, and is when it changed [models.cached]', async () => {
    const first = await get({ 'accept-encoding': 'gzip' });
    const known = { 'if-none-match': String(first.headers.etag) };
    const again = await get(known);
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({ etag: first.headers.etag, vary: 'accept-encoding' });
    expect(again.headers).not.toHaveProperty('content-encoding');

    source = { entries: [] };
    const changed = await get(known);
    expect([changed.statusCode, changed.json()]).toEqual([200, { entries: [] }]);
  });
});
