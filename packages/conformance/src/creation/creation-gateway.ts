import { createHash } from 'node:crypto';
import {
  createGateway,
  defaultCatalog,
  defaultGatewayOptions,
  type Gateway,
  type ModelCatalog,
  type ReferenceKind,
  type StorageBundle,
} from '@filmgate/core';
import { createManualClock } from '../clock/manual-clock.ts';
import { createMemoryBlobs } from '../memory/create-memory-blobs.ts';
import { trustMedia } from '../memory/trust-media.ts';
import { createSeededIds } from '../random/seeded.ts';

const kinds: readonly (ReferenceKind | undefined)[] = [undefined, 'image', 'video', 'audio'];

/** Bytes that the gateway of `createCreationGateway` accepts for this kind of material. */
export function bytesOfKind(kind: ReferenceKind): Uint8Array {
  return Uint8Array.of(kinds.indexOf(kind));
}

/**
 * The use-cases on a real store with everything else in memory: for tests of acceptance and storage. A URL serves the
 * kind of material its fragment names.
 */
export function createCreationGateway(
  storage: StorageBundle,
  catalog: ModelCatalog = defaultCatalog,
): Gateway {
  const silent = (): void => undefined;
  return createGateway(
    {
      storage,
      assetBlobs: createMemoryBlobs(),
      resultBlobs: createMemoryBlobs(),
      upstreams: new Map(),
      clock: createManualClock(),
      ids: createSeededIds(1),
      digest: { sha256: (data) => createHash('sha256').update(data).digest('hex') },
      log: { info: silent, warn: silent, error: silent },
      fetchReference: async (url) => {
        const kind = kinds.find((one) => one === new URL(url).hash.slice(1));
        return kind === undefined
          ? { kind: 'refused', message: 'There is no such picture.' }
          : { kind: 'fetched', bytes: bytesOfKind(kind) };
      },
      sniffMedia: ([first = 0]) => {
        const kind = kinds[first];
        return kind === undefined
          ? undefined
          : { kind, contentType: `${kind}/test`, extension: 'bin' };
      },
      inspectMedia: trustMedia,
      openSecret: () => null,
    },
    { ...defaultGatewayOptions, catalog: () => catalog, queueLimit: 1_000_000 },
  );
}
