import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readJson } from './read-json.ts';

function response(body: AsyncIterable<Uint8Array>, contentEncoding: string | null = null) {
  return { body, contentEncoding };
}

async function* whole(bytes: Uint8Array) {
  yield bytes;
}

async function* pieces(...texts: readonly string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

describe('reading a JSON answer', () => {
  it('puts its pieces together', async () => {
    expect(await readJson(response(pieces('{"a":', '[1]}')))).toEqual({ a: [1] });
  });

  it.each([[''], ['{"a":'], ['<html>']])('gives nothing for %j', async (text) => {
    expect(await readJson(response(pieces(text)))).toBeUndefined();
  });

  it('stops at what is too long, and lets go of the rest', async () => {
    let [given, returned] = [0, false];
    async function* endless() {
      try {
        for (;;) {
          given += 1;
          yield new Uint8Array(64 * 1024);
        }
      } finally {
        returned = true;
      }
    }
    expect(await readJson(response(endless()))).toBeUndefined();
    expect([given, returned]).toEqual([17, true]);
  });

  const answer = '{"id":"video_1"}';

  it.each<[string, Buffer, string | null]>([
    ['in gzip, and says so', gzipSync(answer), 'gzip'],
    ['in gzip, and does not say so', gzipSync(answer), null],
    ['in Brotli', brotliCompressSync(answer), 'br'],
    ['in deflate', deflateSync(answer), 'deflate'],
    ['behind a byte order mark', Buffer.from(`\uFEFF${answer}`), null],
    ['in gzip behind a byte order mark', gzipSync(`\uFEFF${answer}`), 'x-gzip'],
    ['as it is', Buffer.from(answer), 'identity'],
    ['as it is, and is said to be encoded', Buffer.from(answer), 'br'],
  ])('[providers.engine.encoded] reads what comes %s', async (_name, bytes, encoding) => {
    expect(await readJson(response(whole(bytes), encoding))).toEqual({ id: 'video_1' });
  });

  it.each<[string, Buffer, string | null]>([
    ['is cut off', gzipSync(answer).subarray(0, 20), 'gzip'],
    ['grows beyond all bounds', gzipSync(`"${'a'.repeat(1024 * 1024)}"`), 'gzip'],
    ['is in an encoding that is not known', brotliCompressSync(answer), 'zstd'],
  ])('[providers.engine.encoded] gives nothing for what %s', async (_name, bytes, encoding) => {
    expect(await readJson(response(whole(bytes), encoding))).toBeUndefined();
  });

  it('[providers.engine.encoded] keeps every digit of a number that is too large to be counted with', async () => {
    const text =
      '{"id":1234567890123456789,"at":[1.12345678901234567,-1,1e400,-1E+400,1e308],"say":"\\"9999999999999999, 1e400"}';
    expect(await readJson(response(pieces(text)))).toEqual({
      id: '1234567890123456789',
      at: [Number('1.12345678901234567'), -1, '1e400', '-1E+400', 1e308],
      say: '"9999999999999999, 1e400',
    });
  });
});
