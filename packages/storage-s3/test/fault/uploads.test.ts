import { StorageUnavailable } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import type { Mishap } from '../support/bucket-server.ts';
import { digestOfStored, keep, madeBytes, sha256, stage } from '../support/bytes.ts';
import { namelessFiles } from '../support/spool-files.ts';
import { useBucket } from './use-bucket.ts';

const bucket = useBucket();

function everyPut(mishap: Mishap) {
  return ({ method }: { readonly method: string }) => (method === 'PUT' ? mishap : null);
}

function firstPut(mishap: Mishap) {
  let isFirst = true;
  return ({ method }: { readonly method: string }) => {
    if (method !== 'PUT' || !isFirst) return null;
    isFirst = false;
    return mishap;
  };
}

async function faultOf(act: Promise<unknown>): Promise<StorageUnavailable> {
  const error: unknown = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StorageUnavailable)) throw new Error(`no fault: ${String(error)}`);
  return error;
}

const refused: Mishap = { kind: 'refused', status: 503, code: 'SlowDown' };

describe('an upload', () => {
  it.each<readonly [string, Mishap]>([
    ['is lost before the bucket has it', { kind: 'lost' }],
    ['loses its answer', { kind: 'answer-lost' }],
    ['is put off by a busy bucket', refused],
  ])('[blobs.s3.whole] that %s once is made again', async (_name, mishap) => {
    const { blobs } = await bucket.open();
    const bytes = madeBytes(300_000);
    bucket.server().mishaps(firstPut(mishap));
    const digest = await keep(blobs, bytes);
    expect(await digestOfStored(blobs, digest)).toBe(sha256(bytes));
  });

  it.each<readonly [string, Mishap, RegExp, 'no' | 'unknown']>([
    ['never reaches the bucket', { kind: 'lost' }, /cannot be reached to store a blob/, 'unknown'],
    ['is always put off', refused, /failed to store a blob \(SlowDown\)/, 'unknown'],
    [
      'is damaged on its way',
      { kind: 'damaged' },
      /failed to store a blob \(XAmzContentSHA256Mismatch\)/,
      'no',
    ],
    [
      'is too large for the bucket',
      { kind: 'refused', status: 400, code: 'EntityTooLarge' },
      /EntityTooLarge/,
      'no',
    ],
  ])(
    '[blobs.s3.whole] that %s leaves nothing in the bucket and nothing on the disk',
    async (_name, mishap, message, applied) => {
      const { blobs, options } = await bucket.open();
      const blob = await stage(blobs, madeBytes(300_000));
      bucket.server().mishaps(everyPut(mishap));
      const fault = await faultOf(blobs.commit(blob));
      expect(fault.message).toMatch(message);
      expect(fault.applied).toBe(applied);
      bucket.server().mishaps(null);
      expect(await blobs.open(blob.sha256)).toBeUndefined();
      expect(await namelessFiles(options.spoolDirectory)).toEqual([]);
      const below = (await bucket.server().keys()).filter((key) => key.startsWith(options.prefix));
      expect(below).toEqual([]);
    },
  );

  it('[blobs.s3.whole] whose every response is lost is a fault of unknown effect, and the bytes are whole', async () => {
    const { blobs } = await bucket.open();
    const bytes = madeBytes(300_000);
    const blob = await stage(blobs, bytes);
    bucket.server().mishaps(everyPut({ kind: 'answer-lost' }));
    expect((await faultOf(blobs.commit(blob))).applied).toBe('unknown');
    bucket.server().mishaps(null);
    expect(await digestOfStored(blobs, blob.sha256)).toBe(sha256(bytes));
  });

  it('[blobs.s3.whole] that a service kept although it was cut off does not count', async () => {
    const { blobs, options } = await bucket.open();
    const bytes = madeBytes(1_000);
    const digest = await keep(blobs, bytes);
    const [key = ''] = (await bucket.server().keys()).filter((name) =>
      name.startsWith(options.prefix),
    );
    await bucket.server().truncate(key, 400);
    expect(await blobs.open(digest)).toBeUndefined();
    await keep(blobs, bytes);
    expect(await digestOfStored(blobs, digest)).toBe(digest);
  });
});
