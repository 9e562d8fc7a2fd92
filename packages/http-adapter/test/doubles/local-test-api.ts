import { createHash } from 'node:crypto';
import type { JobReader } from '@filmgate/core';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  createLocalGenerationApi,
  createRequestBounds,
  type LocalGenerationApiDeps,
  localGenerationServerOptions,
  type RequestLimits,
} from '../../src/index.ts';
import { createCountingIds } from './counting-ids.ts';
import { createManualClock } from './manual-clock.ts';
import { MemoryAdminAccess } from './memory-admin-access.ts';
import { MemoryChanges } from './memory-changes.ts';
import { MemoryGateway } from './memory-gateway.ts';
import { createRecordingLog } from './recording-log.ts';
import { testBook } from './test-book.ts';

export interface LocalTestApi {
  readonly app: FastifyInstance;
  readonly gateway: MemoryGateway;
  /** The deps the API was made with. */
  readonly deps: LocalGenerationApiDeps;
  /** Cuts the open waits, as a stopping server does. */
  readonly stop: () => void;
  /** Headers of a caller with the service key. */
  readonly service: { readonly authorization: string };
}

export interface LocalTestApiOptions {
  readonly prefix?: string;
  readonly settings?: LocalGenerationApiDeps['settings'];
  /** Limits of callers; unlimited when absent. */
  readonly limits?: RequestLimits;
}

function readerOf(gateway: MemoryGateway, changes: MemoryChanges): JobReader {
  return {
    find: async (id) => gateway.jobs.get(id),
    findByKey: async () => undefined,
    findByContent: async () => [],
    list: (query) => gateway.list(query),
    changedSince: (query) => changes.changedSince(query),
    trail: async () => [],
    dispatches: async () => [],
    jobOfHandle: async () => undefined,
    depth: () => Promise.reject(new Error('nothing is counted here')),
    admissionFacts: () => Promise.reject(new Error('nothing is counted here')),
    nextDueAt: async () => null,
    unreadable: async () => [],
  };
}

/** Creates the Local Generation API on a gateway in memory. */
export async function createLocalTestApi(options: LocalTestApiOptions = {}): Promise<LocalTestApi> {
  const { prefix = '', settings } = options;
  const clock = createManualClock();
  const gateway = new MemoryGateway(() => clock.now());
  const changes = new MemoryChanges(gateway.jobs);
  const ids = createCountingIds();
  const stopping = new AbortController();
  const app = Fastify(localGenerationServerOptions(() => ids.next()));
  if (options.limits !== undefined) createRequestBounds(options.limits, clock).apply(app);
  const deps: LocalGenerationApiDeps = {
    gateway,
    jobs: readerOf(gateway, changes),
    events: changes,
    referenceBlobs: { open: async () => undefined },
    apiUsers: { linkEpoch: async () => 0 },
    accounts: { loads: async () => [], find: async () => undefined },
    book: testBook,
    clock,
    ids,
    digest: { sha256: (data) => createHash('sha256').update(data).digest('hex') },
    log: createRecordingLog(),
    serviceKeyMatches: (presented) => presented === 'service-key',
    syncWaitMs: () => 900_000,
    isDraining: () => false,
    stopping: stopping.signal,
    queueLimit: () => 10,
    signer: { sign: (data) => `signed-${data.length}`, verify: () => true },
    publicUrl: () => `http://local.example${prefix}`,
    access: new MemoryAdminAccess(),
    sessionIdleMs: () => 60_000,
    ownOrigins: () => ['http://local.example'],
    ...(settings === undefined ? {} : { settings }),
  };
  await app.register(createLocalGenerationApi(deps), { prefix });
  return {
    app,
    deps,
    gateway,
    stop: () => stopping.abort(),
    service: { authorization: 'Bearer service-key' },
  };
}
