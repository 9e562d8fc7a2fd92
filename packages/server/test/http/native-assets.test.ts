import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type HttpResponse, expectApiError } from './response.ts';
import { assetOf, nativeClient } from './native-client.ts';
import { sendRaw } from './raw-http.ts';
import { pngBytes, sampleMedia } from './sample-media.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const native = () => nativeClient(shared.gateway.tasksUrl, shared.gateway.upstreamApiKey);
const limit = 100 * 1024 * 1024;

/** A PNG padded to `bytes` bytes, in pieces of 1 MiB. */
function* pngPieces(bytes: number): Generator<Uint8Array> {
  const piece = new Uint8Array(1024 * 1024);
  piece.set(pngBytes());
  for (let left = bytes; left > 0; left -= piece.length) {
    yield left < piece.length ? piece.slice(0, left) : piece.slice();
    piece.fill(0);
  }
}

function uploadPieces(bytes: number, framing: 'counted' | 'chunked'): Promise<HttpResponse> {
  return sendRaw({
    url: `${shared.gateway.tasksUrl}/api/v1/assets`,
    method: 'POST',
    headers: [
      ['Authorization', `Bearer ${shared.gateway.upstreamApiKey}`],
      ['Content-Type', 'image/png'],
      ...(framing === 'counted' ? [['Content-Length', String(bytes)] as const] : []),
    ],
    body: pngPieces(bytes),
  });
}

async function storedBytes(): Promise<number> {
  const entries = await readdir(shared.gateway.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(
      async (file) => (await stat(join(file.parentPath, file.name)).catch(() => null))?.size ?? 0,
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe('an asset', () => {
  it.each(sampleMedia)(
    '[native.assets.created][native.assets.types] of type $name is taken with what it is',
    async ({ name, kind, contentType, bytes }) => {
      const asset = assetOf(
        await native().upload(bytes, { contentType, fileName: `sample.${name}` }),
      );
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const expected = { kind, fileName: `sample.${name}`, size: bytes.length, sha256 };
      expect(asset).toMatchObject(expected);
      expect(asset.contentType.split('/')[0]).toBe(contentType.split('/')[0]);
    },
  );

  it.each([
    ['text', 'text/plain', 'hello'],
    ['a page called a picture', 'image/png', '<!doctype html><p>hi</p>'],
    ['an SVG', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a GIF', 'image/gif', 'GIF89a\x01\x00\x01\x00\x00\x00\x00;'],
    ['a PDF', 'application/pdf', '%PDF-1.7\n'],
    ['a ZIP called a video', 'video/mp4', 'PK\x03\x04'],
    ['half a signature', 'image/png', '\x89PN'],
    ['JSON', 'application/json', '{"a":1}'],
  ])(
    '[native.assets.type-refused] of %s is 415 asset_type_unsupported',
    async (_, contentType, text) => {
      const bytes = new Uint8Array(Buffer.from(text, 'latin1'));
      const response = await native().upload(bytes, { contentType });
      expectApiError(response, { status: 415, code: 'asset_type_unsupported' });
    },
  );

  it.each([
    ['png', 'video/mp4'],
    ['mp4', 'image/png'],
    ['wav', 'video/mp4'],
    ['webm', 'audio/mpeg'],
  ])('[native.assets.type-refused] of type %s declared as %s is 415', async (name, contentType) => {
    const sample = sampleMedia.find((media) => media.name === name);
    const response = await native().upload(sample?.bytes ?? pngBytes(), { contentType });
    expectApiError(response, { status: 415, code: 'asset_type_unsupported' });
  });

  it('[native.assets.empty] of no bytes is 400 payload_invalid', async () => {
    const response = await native().upload(new Uint8Array());
    expectApiError(response, { status: 400, code: 'payload_invalid' });
  });

  it('[native.assets.same-bytes] sent twice has two ids, one digest and one file on disk', async () => {
    const bytes = new Uint8Array(2 * 1024 * 1024);
    bytes.set(pngBytes(77));
    const first = assetOf(await native().upload(bytes));
    const before = await storedBytes();
    const second = assetOf(await native().upload(bytes));
    expect(second.assetId).not.toBe(first.assetId);
    expect(second.sha256).toBe(first.sha256);
    expect((await storedBytes()) - before).toBeLessThan(bytes.length);
  });
});

describe('X-File-Name', () => {
  it.each([
    ['fox.png', 'fox.png'],
    ['%E7%8B%90.png', '狐.png'],
    ['a%20red%20fox.png', 'a red fox.png'],
    ['100%.png', '100%.png'],
    ['%zz.png', '%zz.png'],
    ['%ff.png', '%ff.png'],
    ['a%0Ab%00c%1F%7F.png', 'abc.png'],
    ['a+b.png', 'a+b.png'],
  ])('[native.assets.file-name] %s is %s', async (fileName, expected) => {
    expect(assetOf(await native().upload(pngBytes(), { fileName })).fileName).toBe(expected);
  });

  it('[native.assets.file-name] absent is asset.png for a PNG', async () => {
    expect(assetOf(await native().upload(pngBytes())).fileName).toBe('asset.png');
  });

  it.each(['../../../etc/passwd', '..%2F..%2Fevil.png', '/etc/passwd', 'C:%5Cwindows%5Cevil.png'])(
    '[native.assets.file-name] %s never becomes a path',
    async (fileName) => {
      assetOf(await native().upload(pngBytes(91), { fileName }));
      const entries = await readdir(shared.gateway.dataDir, { recursive: true });
      expect(entries.filter((entry) => /evil|passwd/.test(entry))).toEqual([]);
    },
  );
});

describe('the size of an asset', () => {
  // The end of a chunked body is known last: it represents both in `npm test`.
  const framings = [
    { framing: 'chunked', tags: ['sampled'] },
    { framing: 'counted', tags: ['long'] },
  ] as const;

  describe.each(framings)('$framing', ({ framing, tags }) => {
    const options = { tags: [...tags] };

    it('[native.assets.limit] of 100 MiB is taken', options, async () => {
      expect(assetOf(await uploadPieces(limit, framing)).size).toBe(limit);
    });

    it(
      '[native.assets.limit] of 100 MiB and a byte is 413 asset_too_large, and nothing stays behind',
      options,
      async () => {
        const before = await storedBytes();
        const response = await uploadPieces(limit + 1, framing);
        expectApiError(response, { status: 413, code: 'asset_too_large' });
        expect((await storedBytes()) - before).toBeLessThan(8 * 1024 * 1024);
      },
    );
  });
});
