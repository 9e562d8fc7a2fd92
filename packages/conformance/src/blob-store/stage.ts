import { deepStrictEqual, equal, ok, rejects } from 'node:assert/strict';
import type { BlobContext } from '../blob-harness.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import { bytesOf, inPieces, readBack, sameBytes, sha256Of, stage, store } from './material.ts';

/** Bytes are counted, digested and checked before they are kept. */
export const stageLaws: LawGroup<BlobContext> = {
  name: 'blob-store.stage',
  laws: [
    {
      name: 'a staged blob knows its size and digest and reads at any place, shorter only at the end',
      holds: async ({ blobs }) => {
        const bytes = bytesOf(10_000);
        const blob = await stage(blobs, bytes);
        deepStrictEqual([blob.size, blob.sha256], [10_000, sha256Of(bytes)]);
        for (const [offset, length] of [
          [0, 4],
          [4_000, 5_000],
          [9_990, 100],
          [10_000, 10],
          [20_000, 10],
        ] as const) {
          sameBytes(await blob.read(offset, length), bytes.slice(offset, offset + length));
        }
      },
    },
    {
      name: 'pieces of any length give the same blob, empty ones and a buffer used again included',
      holds: async ({ blobs }) => {
        const bytes = bytesOf(5_000);
        for (const length of [1, 7, 4_999, 5_000]) {
          const outcome = await blobs.stage({
            source: inPieces(bytes, length),
            maxBytes: 5_000,
            expectedBytes: 5_000,
          });
          equal(ofKind(outcome, 'staged').blob.sha256, sha256Of(bytes));
        }
        const outcome = await blobs.stage({
          source: fromOneBuffer(bytes),
          maxBytes: 5_000,
          expectedBytes: null,
        });
        const { blob } = ofKind(outcome, 'staged');
        equal(blob.sha256, sha256Of(bytes));
        await blobs.commit(blob);
        sameBytes(await readBack(blobs, blob.sha256), bytes);
      },
    },
    {
      name: 'what is staged and not kept cannot be opened',
      holds: async ({ blobs }) => {
        const blob = await stage(blobs, bytesOf(100));
        equal(await blobs.open(blob.sha256), undefined);
      },
    },
    {
      name: 'a source without bytes is `empty` and leaves nothing behind',
      holds: async ({ blobs, harness }) => {
        for (const source of [inPieces(new Uint8Array()), emptyPieces()]) {
          ofKind(await blobs.stage({ source, maxBytes: 10, expectedBytes: null }), 'empty');
        }
        equal(await harness.temporaries(), 0);
      },
    },
    {
      name: 'exactly the maximum is taken, one byte more is `too-large`, and the rest is not even read',
      holds: async ({ blobs, harness }) => {
        const exact = await blobs.stage({
          source: inPieces(bytesOf(5_000)),
          maxBytes: 5_000,
          expectedBytes: null,
        });
        await blobs.discard(ofKind(exact, 'staged').blob);
        const read = { pieces: 0, ended: false };
        const outcome = await blobs.stage({
          source: endless(read),
          maxBytes: 5_000,
          expectedBytes: null,
        });
        equal(ofKind(outcome, 'too-large').maxBytes, 5_000);
        ok(read.ended, 'the source was left open');
        ok(
          read.pieces <= 8,
          `${read.pieces} pieces were read of a source that was too large after 6`,
        );
        equal(await harness.temporaries(), 0);
      },
    },
    {
      name: 'fewer or more bytes than announced are a `length-mismatch`, and nothing stays behind',
      holds: async ({ blobs, harness }) => {
        const bytes = bytesOf(5_000);
        const short = await blobs.stage({
          source: inPieces(bytes),
          maxBytes: 10_000,
          expectedBytes: 5_001,
        });
        equal(ofKind(short, 'length-mismatch').received, 5_000);
        const long = await blobs.stage({
          source: inPieces(bytes),
          maxBytes: 10_000,
          expectedBytes: 4_999,
        });
        ok(ofKind(long, 'length-mismatch').received > 4_999);
        equal(await harness.temporaries(), 0);
      },
    },
    {
      name: 'a source that breaks off leaves nothing behind, and its error is thrown on as it is',
      holds: async ({ blobs, harness }) => {
        const error = new Error('the caller hung up');
        const source = breaking(bytesOf(5_000), error);
        await rejects(
          () => blobs.stage({ source, maxBytes: 10_000, expectedBytes: null }),
          (thrown: unknown) => thrown === error,
        );
        equal(await harness.temporaries(), 0);
      },
    },
    {
      name: 'a staged blob is one temporary until it is kept or discarded',
      holds: async ({ blobs, harness }) => {
        const [first, second] = [
          await stage(blobs, bytesOf(100, 1)),
          await stage(blobs, bytesOf(100, 2)),
        ];
        equal(await harness.temporaries(), 2);
        await blobs.discard(first);
        equal(await harness.temporaries(), 1);
        await blobs.commit(second);
        equal(await harness.temporaries(), 0);
      },
    },
    {
      name: 'equal bytes staged at once do not disturb each other',
      holds: async ({ blobs, harness }) => {
        const bytes = bytesOf(20_000);
        const digests = await Promise.all(Array.from({ length: 10 }, () => store(blobs, bytes)));
        deepStrictEqual([...new Set(digests)], [sha256Of(bytes)]);
        sameBytes(await readBack(blobs, sha256Of(bytes)), bytes);
        equal(await harness.temporaries(), 0);
      },
    },
  ],
};

async function* fromOneBuffer(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(512);
  for (let start = 0; start < bytes.length; start += buffer.length) {
    const piece = bytes.subarray(start, start + buffer.length);
    buffer.set(piece);
    yield new Uint8Array();
    yield buffer.subarray(0, piece.length);
    buffer.fill(0);
  }
}

async function* emptyPieces(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array();
  yield new Uint8Array();
}

async function* endless(read: { pieces: number; ended: boolean }): AsyncGenerator<Uint8Array> {
  try {
    for (; read.pieces < 1_000; read.pieces += 1) yield bytesOf(1_000);
  } finally {
    read.ended = true;
  }
}

async function* breaking(bytes: Uint8Array, error: Error): AsyncGenerator<Uint8Array> {
  yield bytes.slice(0, 1_000);
  yield bytes.slice(1_000, 2_000);
  throw error;
}
