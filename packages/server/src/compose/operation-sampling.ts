import { join } from 'node:path';
import {
  createRouter,
  type GatewayOptions,
  type GatewayPorts,
  type IdSource,
} from '@filmgate/core';
import type { AdminApiDeps } from '@filmgate/http-adapter';
import {
  type SampledRequest,
  countOperations,
  createDiskWatch,
  createSampler,
  type DiskPaths,
  type DiskWatch,
  OperationMetrics,
  type Sampler,
} from '@filmgate/runtime-node';
import type { GatewayMetrics } from '../metrics/gateway-metrics.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { packageVersion } from '../version.ts';
import type { ComposedPorts } from './compose-ports.ts';
import { requestLogMaxBytes } from './retention.ts';

/** Source of the figures. */
export interface SampleSource {
  readonly composed: Pick<ComposedPorts, 'ports'>;
  /** Read at each use. */
  readonly options: GatewayOptions;
  readonly metrics: Pick<GatewayMetrics, 'removedLogRows'>;
}

/** Figures over time, and the state of the process. */
export interface OperationSampling {
  /** Returns the ports with their operations counted. Call it once. */
  count(ports: GatewayPorts): GatewayPorts;
  /** Counts a call of a programmatic route that ended. */
  addRequest(request: SampledRequest): void;
  /** Starts to store the figures. Call it once. */
  start(services: SampleSource & { readonly ids: Pick<IdSource, 'next'> }): void;
  /** Returns the status of this process for the overview. */
  status(services: SampleSource): AdminApiDeps['status'];
  /** Stores the latest figures; the store must still be open. Safe to repeat. */
  stop(): Promise<void>;
}

export function createOperationSampling(
  settings: Pick<Settings, 'FILMGATE_DATA_DIR' | 'FILMGATE_REQUEST_LOG_MAX_MB'>,
  startedAt: number,
): OperationSampling {
  const operations = new OperationMetrics();
  let disk: DiskWatch | undefined;
  let sampler: Sampler | undefined;
  const maxBytes = requestLogMaxBytes(settings);
  const diskUse = () => disk?.latest() ?? null;
  return {
    count: (ports) => ({ ...ports, storage: countOperations(ports.storage, operations) }),
    addRequest: (request) => operations.addRequest(request),
    start: ({ composed: { ports }, ids, options }) => {
      const folders = foldersIn(settings.FILMGATE_DATA_DIR, ports.storage.manifest.name);
      disk = createDiskWatch({ folders, clock: ports.clock, log: ports.log });
      const book = createRouter(options, ports.upstreams);
      sampler = createSampler({ ports, metrics: operations, node: ids.next(), book, diskUse });
      disk.start();
      sampler.start();
    },
    status: ({ composed: { ports }, options, metrics }) => ({
      version: packageVersion(),
      startedAt,
      storeName: ports.storage.manifest.name,
      pingMs: () => pingMs(ports),
      diskUse,
      freeBytes: () => ports.resultBlobs.freeBytes(),
      isSpaceLow: async () => (await ports.freeSpace?.isLow()) === true,
      requestLog: async () => ({
        bytes: await ports.storage.requestLogs.bytes(),
        removedRows: metrics.removedLogRows(),
        maxBytes,
      }),
      unknownSlotMs: () => options.unknownSlotMs,
    }),
    stop: async () => {
      await Promise.all([disk?.stop(), sampler?.stop()]);
    },
  };
}

async function pingMs({ storage, clock }: GatewayPorts): Promise<number> {
  const began = clock.monotonicMs();
  await storage.ping();
  return clock.monotonicMs() - began;
}

/** Folders of the data directory by content; only the embedded store has its files there. */
function foldersIn(directory: string, storeName: string): DiskPaths {
  const database = ['filmgate.db', 'filmgate.db.requests'].flatMap((file) =>
    ['', '-wal', '-shm'].map((part) => join(directory, file + part)),
  );
  return {
    results: [join(directory, 'results')],
    assets: [join(directory, 'assets')],
    database: storeName === 'sqlite' ? database : [],
  };
}
