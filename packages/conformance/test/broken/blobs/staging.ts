import type { StagedBlob } from '@filmgate/core';
import { faultsOf, replacing } from './breaking.ts';

/** Stages blobs with a wrong description; the true one is kept and discarded for them. */
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
      commit: async (blob) => await blobs.commit(trueOnes.get(blob) ?? blob),
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

/** Wrong staging. */
export const stagingFaults = faultsOf({
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
    commit: async (blob) => {
      const written = contents.temporary.get(blob);
      await blobs.commit(blob);
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
      commit: async (blob) => {
        underWay += 1;
        await Promise.resolve();
        const alone = underWay === 1;
        underWay -= 1;
        if (alone) await blobs.commit(blob);
        else throw new Error('the file exists');
      },
    };
  }),
});
