import { join } from 'node:path';
import {
  createGateway,
  defaultCatalog,
  defaultGatewayOptions,
  type Gateway,
  type GatewayPorts,
} from '@filmgate/core';
import {
  createDigest,
  createRunner,
  createSystemClock,
  createTimeOrderedIds,
  type Runner,
  sniffMediaType,
} from '@filmgate/runtime-node';
import { createFileBlobs } from '@filmgate/storage-files';
import { createSqliteStorage } from '@filmgate/storage-sqlite';
import { createMockUpstream } from '@filmgate/upstream-mock';

export interface OpenGateway {
  readonly gateway: Gateway;
  readonly ports: GatewayPorts;
  /** Works in the background until it is drained. */
  readonly runner: Runner;
}

const log = {
  info: () => {},
  warn: (event: string) => void process.stderr.write(`${event}\n`),
  error: (event: string, error: unknown) =>
    void process.stderr.write(`${event} ${String(error)}\n`),
};

/** The core on the embedded store, with everything it keeps in one directory, and a mock upstream. */
export async function openGateway(directory: string): Promise<OpenGateway> {
  const clock = createSystemClock();
  const now = () => clock.now();
  const ports: GatewayPorts = {
    storage: await createSqliteStorage({ file: join(directory, 'films.db'), log }),
    assetBlobs: await createFileBlobs({ directory: join(directory, 'assets'), log }),
    resultBlobs: await createFileBlobs({ directory: join(directory, 'results'), log }),
    upstreams: new Map([['mock', createMockUpstream({ now, speed: 50 }).client]]),
    clock,
    ids: createTimeOrderedIds({ now }),
    digest: createDigest(),
    log,
    fetchReference: async () => ({ kind: 'refused', message: 'Only uploads are taken here.' }),
    sniffMedia: sniffMediaType,
    openSecret: () => null,
  };
  await ports.storage.accounts.add({
    id: 'account_studio',
    provider: 'mock',
    settings: { label: 'studio', families: ['*'], concurrency: 4, credits: 10_000 },
    now: now(),
  });
  const options = { ...defaultGatewayOptions, catalog: () => defaultCatalog };
  const runner = createRunner({ ports, gatewayOptions: options, options: { holder: 'host' } });
  return { gateway: createGateway(ports, options), ports, runner };
}
