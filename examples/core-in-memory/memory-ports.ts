import { createHash } from 'node:crypto';
import { createMemoryBlobs, createMemoryStorage, createSeededIds } from '@filmgate/conformance';
import type { Clock, GatewayPorts, UpstreamClient } from '@filmgate/core';
import { inspectMedia } from '@filmgate/runtime-node';

/** All ports of the core, in memory. Replace those whose data your program has to keep. */
export function createMemoryPorts(upstream: UpstreamClient, clock: Clock): GatewayPorts {
  return {
    storage: createMemoryStorage(),
    assetBlobs: createMemoryBlobs(),
    resultBlobs: createMemoryBlobs(),
    upstreams: new Map([[upstream.capabilities().endpoint, upstream]]),
    clock,
    ids: createSeededIds(1),
    digest: { sha256: (data) => createHash('sha256').update(data).digest('hex') },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    fetchReference: async () => ({ kind: 'refused', message: 'This program fetches nothing.' }),
    sniffMedia: () => undefined,
    inspectMedia,
    openSecret: () => null,
  };
}
