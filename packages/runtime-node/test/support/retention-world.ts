import {
  createManualClock,
  createMemoryBlobs,
  createMemoryStorage,
  createSeededIds,
  type ManualClock,
} from '@filmgate/conformance';
import type { BlobStore, GatewayPorts, StorageBundle } from '@filmgate/core';
import {
  createDigest,
  createRetention,
  inspectMedia,
  sniffMediaType,
  type Retention,
} from '../../src/index.ts';

const hour = 3_600_000;
export const retentionTimes = {
  resultsMs: 168 * hour,
  jobsMs: 90 * 24 * hour,
  logsMs: 30 * 24 * hour,
  sessionIdleMs: hour / 2,
  loginWindowMs: hour / 4,
};

/** A store and files in memory with their retention, which runs on request. */
export interface RetentionWorld {
  readonly clock: ManualClock;
  readonly ports: GatewayPorts;
  readonly retention: Retention;
}

export function openRetentionWorld(storage: StorageBundle = createMemoryStorage()): RetentionWorld {
  const clock = createManualClock();
  const blobs = () => createMemoryBlobs({ now: () => clock.now() });
  const ports: GatewayPorts = {
    storage,
    clock,
    assetBlobs: blobs(),
    resultBlobs: blobs(),
    upstreams: new Map(),
    ids: createSeededIds(1),
    digest: createDigest(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    fetchReference: async () => ({ kind: 'refused', message: 'none' }),
    sniffMedia: sniffMediaType,
    inspectMedia,
    openSecret: () => null,
  };
  return { clock, ports, retention: createRetention({ ports, retention: retentionTimes }) };
}

/** Stores a text; returns its digest. */
export async function keep(blobs: BlobStore, text: string): Promise<string> {
  const outcome = await blobs.stage({
    source: (async function* pieces() {
      yield new TextEncoder().encode(text);
    })(),
    maxBytes: 1_000,
    expectedBytes: null,
  });
  if (outcome.kind !== 'staged') throw new Error(outcome.kind);
  await blobs.commit(outcome.blob);
  return outcome.blob.sha256;
}

export async function isThere(blobs: BlobStore, digest: string): Promise<boolean> {
  const blob = await blobs.open(digest);
  await blob?.close();
  return blob !== undefined;
}
