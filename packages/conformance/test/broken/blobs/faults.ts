import type { BlobStore, OpenBlob, StagedBlob } from '@filmgate/core';
import type { MemoryBlobContents } from '../../../src/memory/create-memory-blobs.ts';

/** A blob store with one fault, built around a correct one. */
export interface BrokenBlobs {
  readonly fault: string;
  readonly wrap: (blobs: BlobStore, contents: MemoryBlobContents) => BlobStore;
}

/** The store with some methods replaced. */
function replacing(
  change: (blobs: BlobStore, contents: MemoryBlobContents) => Partial<BlobStore>,
): (blobs: BlobStore, contents: MemoryBlobContents) => BlobStore {
  return (blobs, contents) => ({
    stage: async (input) => await blobs.stage(input),
    keep: async (blob) => await blobs.keep(blob),
    discard: async (blob) => await blobs.discard(blob),
    open: async (sha256) => await blobs.open(sha256),
    remove: async (sha256) => await blobs.remove(sha256),
    sweepCandidates: async (input) => await blobs.sweepCandidates(input),
    freeBytes: async () => await blobs.freeBytes(),
    ...change(blobs, contents),
  });
}

/** Opens blobs that read otherwise. */
function opening(change: (blob: OpenBlob, sha256: string) => Partial<OpenBlob>) {
  return replacing((blobs) => ({
    open: async (sha256) => {
      const blob = await blobs.open(sha256);
      return blob === undefined ? undefined : { ...blob, ...change(blob, sha256) };
    },
  }));
}

/** Stages blobs that are described otherwise; the true one is kept and discarded for them. */
function staging(change: (blob: StagedBlob) => Partial<StagedBlob>) {
  return replacing((blobs) => {
    const trueOnes = new Map<StagedBlob, StagedBlob>();
    return {
      stage: async (input) => {
        const outcome = await blobs.stage(input);
        if (outcome.kind !== 'staged') return outcome;
        const blob = { ...outcome.blob, ...change(outcome.blob) };
        trueOnes.set(blob, outcome.blob);
        return { kind: 'staged', blob };
      },
      keep: async (blob) => await blobs.keep(trueOnes.get(blob) ?? blob),
      discard: async (blob) => await blobs.discard(trueOnes.get(blob) ?? blob),
    };
  });
}

/** Leaves a temporary behind when staging ends in this way. */
function littering(litters: (outcome: string) => boolean) {
  return replacing((blobs, contents) => ({
    stage: async (input) => {
      const litter = () =>
        contents.temporary.set(
          { sha256: '', size: 0, read: async () => new Uint8Array() },
          { bytes: new Uint8Array(), at: 0 },
        );
      try {
        const outcome = await blobs.stage(input);
        if (litters(outcome.kind)) litter();
        return outcome;
      } catch (error) {
        if (litters('thrown')) litter();
        throw error;
      }
    },
  }));
}

async function everything(source: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return pieces;
}

async function* from(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

const faults: { readonly [fault: string]: BrokenBlobs['wrap'] } = {
  'gives a digest in capitals': staging(({ sha256 }) => ({ sha256: sha256.toUpperCase() })),
  'gives the digest of other bytes': staging(() => ({ sha256: 'ab'.repeat(32) })),
  'reads staged blobs from the start only': staging((blob) => ({
    read: async (_offset, length) => await blob.read(0, length),
  })),
  'keeps the pieces and not what was in them': replacing((blobs) => ({
    stage: async (input) =>
      await blobs.stage({ ...input, source: from(await everything(input.source)) }),
  })),
  'opens what is only staged': replacing((blobs, contents) => ({
    open: async (sha256) => {
      const kept = await blobs.open(sha256);
      const staged = [...contents.temporary.keys()].find((blob) => blob.sha256 === sha256);
      if (kept !== undefined || staged === undefined) return kept;
      return { size: staged.size, readInto: async () => 0, close: async () => {} };
    },
  })),
  'leaves a temporary behind for an empty source': littering((outcome) => outcome === 'empty'),
  'leaves a temporary behind when it was too much': littering((outcome) => outcome === 'too-large'),
  'leaves a temporary behind when the length was another': littering(
    (outcome) => outcome === 'length-mismatch',
  ),
  'leaves a temporary behind when the source breaks off': littering(
    (outcome) => outcome === 'thrown',
  ),
  'leaves a temporary behind when it is kept': replacing((blobs, contents) => ({
    keep: async (blob) => {
      const written = contents.temporary.get(blob);
      await blobs.keep(blob);
      if (written !== undefined) contents.temporary.set(blob, written);
    },
  })),
  'takes one byte more than the maximum': replacing((blobs) => ({
    stage: async (input) => await blobs.stage({ ...input, maxBytes: input.maxBytes - 1 }),
  })),
  'reads a source to its end before it counts': replacing((blobs) => ({
    stage: async (input) => {
      const copied = (await everything(input.source)).map((piece) => piece.slice());
      return await blobs.stage({ ...input, source: from(copied) });
    },
  })),
  'takes fewer bytes than announced': replacing((blobs) => ({
    stage: async (input) => {
      const outcome = await blobs.stage(input);
      const { expectedBytes } = input;
      if (outcome.kind !== 'length-mismatch' || outcome.received > (expectedBytes ?? 0))
        return outcome;
      return {
        kind: 'staged',
        blob: { sha256: '', size: outcome.received, read: async () => new Uint8Array() },
      };
    },
  })),
  'throws an error of its own when a source breaks off': replacing((blobs) => ({
    stage: async (input) =>
      await blobs.stage(input).catch((error: unknown) => {
        throw new Error('staging failed', { cause: error });
      }),
  })),
  'has one place for all staged blobs': replacing((blobs, contents) => ({
    stage: async (input) => {
      contents.temporary.clear();
      return await blobs.stage(input);
    },
  })),
  'spoils a blob when it is written twice at once': replacing((blobs) => {
    let underWay = 0;
    return {
      keep: async (blob) => {
        underWay += 1;
        await Promise.resolve();
        const alone = underWay === 1;
        underWay -= 1;
        if (alone) await blobs.keep(blob);
        else throw new Error('the file exists');
      },
    };
  }),
  'loses the last byte of a long blob': opening((blob) => ({
    size: blob.size > 100_000 ? blob.size - 1 : blob.size,
  })),
  'takes bytes that are there already for a fault': replacing((blobs) => ({
    keep: async (blob) => {
      if ((await blobs.open(blob.sha256)) !== undefined) throw new Error('the file exists');
      await blobs.keep(blob);
    },
  })),
  'removes a kept blob when it is discarded': replacing((blobs) => ({
    discard: async (blob) => {
      await blobs.discard(blob);
      await blobs.remove(blob.sha256);
    },
  })),
  'takes a missing blob for a fault when it removes it': replacing((blobs) => ({
    remove: async (sha256) => {
      if ((await blobs.open(sha256)) === undefined) throw new Error('no such file');
      await blobs.remove(sha256);
    },
  })),
  'takes what is no digest for a fault': replacing((blobs) => ({
    open: async (sha256) => {
      if (!/^[\da-f]{64}$/u.test(sha256)) throw new RangeError('no digest');
      return await blobs.open(sha256);
    },
  })),
  'forgets its blobs over a restart': replacing((_blobs, contents) => {
    contents.kept.clear();
    return {};
  }),
  'has less than nothing free': replacing(() => ({ freeBytes: async () => -1 })),
  'reads whole blocks only': opening((blob) => ({
    readInto: async (target, position) =>
      await blob.readInto(target, Math.floor(position / 512) * 512),
  })),
  'fills the target with zeros beyond the end': opening((blob) => ({
    readInto: async (target, position) => {
      if (position >= blob.size) target.fill(0);
      return await blob.readInto(target, position);
    },
  })),
  'writes past the view it was given': opening((blob) => ({
    readInto: async (target, position) => {
      const { buffer, byteOffset, length } = target;
      const wider = new Uint8Array(
        buffer,
        byteOffset,
        Math.min(length + 2, buffer.byteLength - byteOffset),
      );
      return Math.min(length, await blob.readInto(wider, position));
    },
  })),
  'lets readers share one position': (() => {
    let shared = 0;
    return opening((blob) => ({
      readInto: async (target, position) => {
        shared = position;
        await Promise.resolve();
        return await blob.readInto(target, shared);
      },
    }));
  })(),
  'cannot read an open blob that was removed': replacing((blobs) => {
    const removed = new Set<string>();
    return {
      remove: async (sha256) => {
        removed.add(sha256);
        await blobs.remove(sha256);
      },
      open: async (sha256) => {
        const blob = await blobs.open(sha256);
        if (blob === undefined) return undefined;
        return {
          ...blob,
          readInto: async (target, at) =>
            removed.has(sha256) ? 0 : await blob.readInto(target, at),
        };
      },
    };
  }),
  'sweeps young blobs too': replacing((blobs) => ({
    sweepCandidates: async (input) =>
      await blobs.sweepCandidates({ ...input, writtenBefore: input.writtenBefore + 3_600_000 }),
  })),
  'keeps bytes that are there as old as they were': replacing((blobs, { kept }) => ({
    keep: async (blob) => {
      const former = kept.get(blob.sha256);
      await blobs.keep(blob);
      if (former !== undefined) kept.set(blob.sha256, former);
    },
  })),
  'pages from the cursor on, the cursor included': replacing((blobs) => ({
    sweepCandidates: async (input) => {
      const all = await blobs.sweepCandidates({ ...input, after: null, limit: 1_000 });
      return all
        .filter((digest) => input.after === null || digest >= input.after)
        .slice(0, input.limit);
    },
  })),
  'drops every temporary blob at a sweep': replacing((blobs, contents) => ({
    sweepCandidates: async (input) => {
      contents.temporary.clear();
      return await blobs.sweepCandidates(input);
    },
  })),
};

/** Every broken blob store. */
export const blobFaults: readonly BrokenBlobs[] = Object.entries(faults).map(([fault, wrap]) => ({
  fault,
  wrap,
}));
