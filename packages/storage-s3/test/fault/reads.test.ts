import { StorageUnavailable } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { keep, madeBytes, readAll, sha256 } from '../support/bytes.ts';
import { useBucket } from './use-bucket.ts';

const bucket = useBucket();
const mebibyte = 1024 * 1024;

describe('a read', () => {
  it('[blobs.s3.broken-answers] of a response that breaks off resumes where it broke', async () => {
    const { blobs } = await bucket.open();
    const bytes = madeBytes(3 * mebibyte);
    const digest = await keep(blobs, bytes);
    const blob = await blobs.open(digest);
    if (blob === undefined) throw new Error('there is no blob');
    let cuts = 0;
    bucket.server().mishaps(({ path }) => {
      const cut = path.includes(digest) && !path.includes('list-type') && cuts < 4;
      cuts += cut ? 1 : 0;
      return cut ? { kind: 'cut', afterBytes: 300_000 } : null;
    });
    expect(sha256(await readAll(blob))).toBe(digest);
    expect(cuts).toBe(4);
    await blob.close();
  });

  it('[blobs.s3.broken-answers] of a whole video is a handful of requests', async () => {
    const { blobs } = await bucket.open();
    const bytes = madeBytes(20 * mebibyte);
    const digest = await keep(blobs, bytes);
    const before = bucket.server().requests.length;
    const blob = await blobs.open(digest);
    if (blob === undefined) throw new Error('there is no blob');
    expect(sha256(await readAll(blob))).toBe(digest);
    await blob.close();
    expect(bucket.server().requests.length - before).toBeLessThanOrEqual(6);
  });

  it('[blobs.s3.broken-answers] during an outage is a fault, and afterwards it resumes', async () => {
    const { blobs } = await bucket.open();
    const bytes = madeBytes(500_000);
    const digest = await keep(blobs, bytes);
    const blob = await blobs.open(digest);
    if (blob === undefined) throw new Error('there is no blob');
    const target = new Uint8Array(1_000);
    bucket.server().mishaps(() => ({ kind: 'lost' }));
    await expect(blob.readInto(target, 0)).rejects.toThrow(StorageUnavailable);
    await expect(blobs.open(digest)).rejects.toThrow(/cannot be reached to list its blobs/);
    bucket.server().mishaps(null);
    expect(sha256(await readAll(blob))).toBe(digest);
    await blob.close();
  });

  it('[blobs.s3.broken-answers] instead of a listing are a fault, never "nothing there"', async () => {
    const { blobs } = await bucket.open();
    const digest = await keep(blobs, madeBytes(100));
    bucket.server().mishaps(() => ({ kind: 'refused', status: 200, code: 'Whatever' }));
    await expect(blobs.open(digest)).rejects.toThrow(/UnreadableListing/);
    await expect(
      blobs.sweepCandidates({ writtenBefore: Date.now(), after: null, limit: 10 }),
    ).rejects.toThrow(StorageUnavailable);
  });
});
