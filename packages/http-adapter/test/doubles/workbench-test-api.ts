import { createHash } from 'node:crypto';
import type { JobReader, OpenBlob } from '@filmgate/core';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import {
  createLocalGenerationApi,
  createSessionEnds,
  type LocalGenerationApiDeps,
} from '../../src/index.ts';
import { createCountingIds } from './counting-ids.ts';
import { createManualClock } from './manual-clock.ts';
import { MemoryAccounts } from './memory-accounts.ts';
import { MemoryAdminAccess } from './memory-admin-access.ts';
import { MemoryChanges } from './memory-changes.ts';
import { MemoryGateway } from './memory-gateway.ts';
import { createRecordingLog } from './recording-log.ts';
import { testBook } from './test-book.ts';

const minute = 60_000;

/** The Local Generation API over doubles, with one administrator who is logged in. */
export class WorkbenchTestApi {
  readonly app: FastifyInstance = Fastify();
  readonly clock = createManualClock();
  readonly gateway = new MemoryGateway(() => this.clock.now());
  readonly changes = new MemoryChanges(this.gateway.jobs);
  readonly access = new MemoryAdminAccess();
  readonly sessionEnds = createSessionEnds();
  readonly accounts = new MemoryAccounts();
  readonly log = createRecordingLog();
  /** Stored images, by their digests. */
  readonly images = new Map<string, Uint8Array>();
  /** True if new work is refused. */
  isDraining = false;
  readonly headers = { host: 'localhost:8787', cookie: 'filmgate_session=s1' };

  readonly deps: LocalGenerationApiDeps = {
    gateway: this.gateway,
    jobs: this.#reader(),
    events: this.changes,
    referenceBlobs: { open: async (sha256) => this.#openImage(sha256) },
    apiUsers: { linkEpoch: async () => 0 },
    accounts: this.accounts,
    book: testBook,
    clock: this.clock,
    ids: createCountingIds(),
    digest: { sha256: (data) => createHash('sha256').update(data).digest('hex') },
    log: this.log,
    serviceKeyMatches: (presented) => presented === 'service-key',
    syncWaitMs: () => minute,
    isDraining: () => this.isDraining,
    stopping: new AbortController().signal,
    queueLimit: () => 100,
    signer: { sign: (data) => data, verify: (data, signature) => data === signature },
    publicUrl: () => 'http://localhost:8787',
    access: this.access,
    sessionEnds: this.sessionEnds,
    sessionIdleMs: () => 30 * minute,
    ownOrigins: () => ['http://localhost:8787'],
  };

  async logIn(): Promise<void> {
    const now = this.clock.now();
    await this.access.openSession({
      idDigest: this.deps.digest.sha256('s1'),
      username: 'admin',
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + 12 * 60 * minute,
    });
  }

  send(method: 'GET' | 'POST', url: string, payload?: object): Promise<LightMyRequestResponse> {
    const { headers } = this;
    return this.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  }

  #openImage(sha256: string): OpenBlob | undefined {
    const bytes = this.images.get(sha256);
    if (bytes === undefined) return undefined;
    return {
      size: bytes.length,
      readInto: async (target, position) => {
        const part = bytes.subarray(position, position + target.length);
        target.set(part);
        return part.length;
      },
      close: async () => undefined,
    };
  }

  #reader(): JobReader {
    const unused = (): never => {
      throw new Error('the workbench does not read so');
    };
    return {
      find: async (id) => this.gateway.jobs.get(id),
      changedSince: (query) => this.changes.changedSince(query),
      findByKey: unused,
      findByContent: unused,
      list: unused,
      trail: unused,
      dispatches: unused,
      jobOfHandle: unused,
      depth: unused,
      admissionFacts: unused,
      nextDueAt: unused,
      unreadable: unused,
    };
  }
}

export async function createWorkbenchTestApi(prefix = ''): Promise<WorkbenchTestApi> {
  const api = new WorkbenchTestApi();
  await api.logIn();
  await api.app.register(createLocalGenerationApi(api.deps), { prefix });
  return api;
}
