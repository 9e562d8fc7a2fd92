import type { OpenBlob } from '@filmgate/core';
import { faultsOf, replacing } from './breaking.ts';

/** Opens blobs that read differently. */
function opening(change: (blob: OpenBlob, sha256: string) => Partial<OpenBlob>) {
  return replacing((blobs) => ({
    open: async (sha256) => {
      const blob = await blobs.open(sha256);
      return blob === undefined ? undefined : { ...blob, ...change(blob, sha256) };
    },
  }));
}

/** Wrong keeping, reading and sweeping. */
export const keepingFaults = faultsOf({
  'loses the last byte of a long blob': opening((blob) => ({
    size: blob.size > 100_000 ? blob.size - 1 : blob.size,
  })),
  'takes bytes that are there already for a fault': replacing((blobs) => ({
    commit: async (blob) => {
      if ((await blobs.open(blob.sha256)) !== undefined) throw new Error('the file exists');
      await blobs.commit(blob);
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
  'tells the size that a blob was kept with, whatever is left of it': (() => {
    const sizes = new Map<string, number>();
    return replacing((blobs) => ({
      commit: async (blob) => {
        await blobs.commit(blob);
        sizes.set(blob.sha256, blob.size);
      },
      open: async (sha256) => {
        const blob = await blobs.open(sha256);
        return blob === undefined ? undefined : { ...blob, size: sizes.get(sha256) ?? blob.size };
      },
    }));
  })(),
  'believes a look that it took before': (() => {
    const seen = new Map<string, OpenBlob>();
    return replacing((blobs) => ({
      open: async (sha256) => {
        const blob = seen.get(sha256) ?? (await blobs.open(sha256));
        if (blob !== undefined) seen.set(sha256, blob);
        return blob;
      },
      remove: async (sha256) => {
        seen.delete(sha256);
        await blobs.remove(sha256);
      },
    }));
  })(),
  'does not mend a blob that is there in part': replacing((blobs) => ({
    commit: async (blob) => {
      const there = await blobs.open(blob.sha256);
      if (there === undefined) await blobs.commit(blob);
      else await blobs.discard(blob);
    },
  })),
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
    commit: async (blob) => {
      const former = kept.get(blob.sha256);
      await blobs.commit(blob);
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
});
