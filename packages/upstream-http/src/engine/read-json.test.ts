import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { InTurns } from './in-turns.ts';
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

describe('reading a JSON response', () => {
  it('puts its pieces together', async () => {
    expect(await readJson(response(pieces('{"a":', '[1]}')))).toEqual({ a: [1] });
  });

  it.each([[''], ['{"a":'], ['<html>']])('gives nothing for %j', async (text) => {
    expect(await readJson(response(pieces(text)))).toBeUndefined();
  });

  it('stops at a body that is too long, and releases the rest', async () => {
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

  const reply = '{"id":"video_1"}';

  it.each<[string, Buffer, string | null]>([
    ['in gzip, and says so', gzipSync(reply), 'gzip'],
    ['in gzip, and does not say so', gzipSync(reply), null],
    ['in Brotli', brotliCompressSync(reply), 'br'],
    ['in deflate', deflateSync(reply), 'deflate'],
    ['behind a byte order mark', Buffer.from(`\uFEFF${reply}`), null],
    ['in gzip behind a byte order mark', gzipSync(`\uFEFF${reply}`), 'x-gzip'],
    ['as it is', Buffer.from(reply), 'identity'],
    ['as it is, and is said to be encoded', Buffer.from(reply), 'br'],
  ])('[providers.engine.encoded] reads what comes %s', async (_name, bytes, encoding) => {
    expect(await readJson(response(whole(bytes), encoding))).toEqual({ id: 'video_1' });
  });

  it.each<[string, Buffer, string | null]>([
    ['is cut off', gzipSync(reply).subarray(0, 20), 'gzip'],
    ['grows beyond all bounds', gzipSync(`"${'a'.repeat(1024 * 1024)}"`), 'gzip'],
    ['is in an encoding that is not known', brotliCompressSync(reply), 'zstd'],
  ])('[providers.engine.encoded] gives nothing for what %s', async (_name, bytes, encoding) => {
    expect(await readJson(response(whole(bytes), encoding))).toBeUndefined();
  });

  const video = Buffer.alloc(3 * 1024 * 1024, 'video').toString('base64');
  const largest = { bytes: 5 * 1024 * 1024, turns: new InTurns(1) };

  it('[providers.engine.inline] reads a video in base64 beside the usual mebibyte, where it may come', async () => {
    const text = `{"id":1234567890123456789,"steps":[{"data":"${video}"}],"say":"\\"${video.slice(0, 9)}"}`;
    expect(await readJson(response(pieces(text)), largest)).toEqual({
      id: '1234567890123456789',
      steps: [{ data: video }],
      say: `"${video.slice(0, 9)}`,
    });
    expect(await readJson(response(whole(gzipSync(text)), 'gzip'), largest)).toHaveProperty('say');
    expect(await readJson(response(pieces(text)))).toBeUndefined();
  });

  it('[providers.engine.inline] reads several of them, as when a provider repeats the images of a request, and escaped ones', async () => {
    const [image, escaped] = [video.slice(0, 900_000), `${video.slice(0, 900_000)}==`];
    const text = `{"in":["${image}","a \\"kite\\""],"out":"${escaped.replaceAll('/', '\\/').replaceAll('=', '\\u003d')}"}`;
    const read = await readJson(response(pieces(text)), largest);
    expect(read).toEqual({ in: [image, 'a "kite"'], out: escaped });
  });

  it.each([
    ['is too large', `{"data":"${video}${video}"}`],
    ['has too much around it', `{"data":"${video}","say":"${'.'.repeat(1024 * 1024)}"}`],
    ['has too much that is no base64', `{"data":"${video.replaceAll('d', '.')}"}`],
    ['is cut off', `{"data":"${video}`],
  ])('[providers.engine.inline] gives nothing for what %s', async (_name, text) => {
    expect(await readJson(response(pieces(text)), largest)).toBeUndefined();
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
