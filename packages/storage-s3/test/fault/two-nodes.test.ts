import { describe, expect, it } from 'vitest';
import { digestOfStored, keep, madeBytes, readAll, sha256 } from '../support/bytes.ts';
import { useBucket } from './use-bucket.ts';

const bucket = useBucket();
const hour = 3_600_000;

function keysBelow(prefix: string): Promise<readonly string[]> {
  return bucket
    .server()
    .keys()
    .then((keys) => keys.filter((key) => key.startsWith(prefix)));
}

describe('two nodes on one bucket', () => {
  it('[blobs.s3.open-readers] one reads to the end what the other removes', async () => {
    const world = await bucket.open();
    const other = await world.again();
    const bytes = madeBytes(2_000_000);
    const digest = await keep(world.blobs, bytes);
    const blob = await world.blobs.open(digest);
    if (blob === undefined) throw new Error('there is no blob');
    await blob.readInto(new Uint8Array(10), 0);
    await other.remove(digest);
    await other.sweepCandidates({ writtenBefore: Date.now() + hour, after: null, limit: 10 });
    expect(await world.blobs.open(digest)).toBeUndefined();
    expect(sha256(await readAll(blob))).toBe(digest);
    await blob.close();
  });

  it('[blobs.s3.removal-race] a removal that is under way while another node keeps the bytes again removes only the old copy', async () => {
    const world = await bucket.open();
    const other = await world.again();
    const bytes = madeBytes(10_000);
    const digest = await keep(world.blobs, bytes);
    await bucket.server().age(2 * hour);
    const writtenBefore = Date.now() - hour;
    // The removal has listed the old blobs; before it acts, the other node keeps the bytes.
    let keeping: Promise<string> | undefined;
    bucket.server().mishaps(({ method, path }) => {
      if (method === 'PUT' && path.endsWith('.removed')) keeping ??= keep(other, bytes);
      return null;
    });
    await world.blobs.remove(digest, { writtenBefore });
    expect(await keeping).toBe(digest);
    await bucket.server().age(7 * hour);
    await world.blobs.sweepCandidates({ writtenBefore, after: null, limit: 10 });
    expect(await digestOfStored(other, digest)).toBe(digest);
  });

  it('[blobs.s3.removal-race] bytes kept by many nodes at once are there in the end, once', async () => {
    const world = await bucket.open();
    const nodes = await Promise.all([world.again(), world.again(), world.again()]);
    const bytes = madeBytes(5_000);
    await Promise.all(nodes.map((node) => keep(node, bytes)));
    await keep(world.blobs, bytes);
    const keys = await keysBelow(world.options.prefix);
    const removed = keys.filter((key) => key.endsWith('.removed'));
    expect(keys.length - 2 * removed.length).toBe(1);
    expect(await digestOfStored(world.blobs, sha256(bytes))).toBe(sha256(bytes));
  });

  it('[blobs.s3.removed-dropped] removed bytes stay six hours for their readers, and not longer', async () => {
    const { blobs, options } = await bucket.open();
    const digest = await keep(blobs, madeBytes(100, 1));
    const kept = await keep(blobs, madeBytes(100, 2));
    const sweep = () =>
      blobs.sweepCandidates({ writtenBefore: Date.now() - 100 * hour, after: null, limit: 10 });
    await blobs.remove(digest);
    await bucket.server().age(5 * hour);
    await sweep();
    expect(await keysBelow(options.prefix)).toHaveLength(3);
    await bucket.server().age(2 * hour);
    await sweep();
    const left = await keysBelow(options.prefix);
    expect(left.map((key) => key.split('/').at(-2))).toEqual([kept]);
  });
});
