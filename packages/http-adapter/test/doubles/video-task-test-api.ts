import { createHash, createHmac } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import {
  type RequestLog,
  createRequestBounds,
  createVideoTaskApi,
  type RequestLimits,
  type VideoTaskApiDeps,
  type VideoTaskApiChoices,
  videoTaskServerOptions,
} from '../../src/index.ts';
import { createCountingIds } from './counting-ids.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { MemoryChanges } from './memory-changes.ts';
import { MemoryGateway } from './memory-gateway.ts';
import { createRecordingLog, type RecordingLog } from './recording-log.ts';

export interface TestApi {
  readonly app: FastifyInstance;
  readonly gateway: MemoryGateway;
  readonly changes: MemoryChanges;
  readonly clock: ManualClock;
  readonly log: RecordingLog;
  /** Bearer headers of two API users. */
  readonly alice: { readonly authorization: string };
  readonly bob: { readonly authorization: string };
  readonly native: { readonly authorization: string };
  readonly disabled: Set<string>;
  /** The deps the API was made with. */
  readonly deps: VideoTaskApiDeps;
}

export interface TestApiOptions {
  readonly settings?: VideoTaskApiChoices;
  readonly prefix?: string;
  readonly nativeKey?: string | null;
  readonly server?: FastifyServerOptions;
  readonly requestLog?: RequestLog;
  /** Limits of callers; unlimited when absent. */
  readonly limits?: RequestLimits;
}

const users = new Map([
  ['digest of alice-key', 'alice'],
  ['digest of bob-key', 'bob'],
]);

function testUsers(disabled: ReadonlySet<string>): VideoTaskApiDeps['apiUsers'] {
  return {
    async authenticate({ keyDigest }) {
      const id = users.get(keyDigest);
      if (id === undefined) return { kind: 'unknown' };
      return disabled.has(id) ? { kind: 'disabled' } : { kind: 'known', id };
    },
    async linkEpoch(owner) {
      return disabled.has(owner.replace('user:', '')) ? null : 0;
    },
  };
}

export async function createTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { prefix = '', nativeKey = 'native-key' } = options;
  const clock = createManualClock();
  const gateway = new MemoryGateway(() => clock.now());
  const changes = new MemoryChanges(gateway.jobs);
  const ids = createCountingIds();
  const log = createRecordingLog();
  const disabled = new Set<string>();
  const deps: VideoTaskApiDeps = {
    gateway,
    apiUsers: testUsers(disabled),
    jobs: {
      find: async (id) => gateway.jobs.get(id),
      findByKey: async (claim) => gateway.findByKey(claim),
      findByContent: async () => [],
      changedSince: (query) => changes.changedSince(query),
    },
    events: changes,
    clock,
    ids,
    digest: { sha256: (data) => createHash('sha256').update(data).digest('hex') },
    log,
    keys: { digestOf: (key) => `digest of ${key}`, isWellFormed: (key) => key.endsWith('-key') },
    nativeKeyMatches: (presented) => (nativeKey === null ? null : presented === nativeKey),
    signer: testSigner,
    publicUrl: () => `http://tasks.example${prefix}`,
    ...(options.requestLog === undefined ? {} : { requestLog: options.requestLog }),
    ...(options.settings === undefined ? {} : { settings: options.settings }),
  };
  const app = Fastify({ ...videoTaskServerOptions(() => ids.next()), ...options.server });
  if (options.limits !== undefined) createRequestBounds(options.limits, clock).apply(app);
  await app.register(createVideoTaskApi(deps), { prefix });
  return {
    app,
    gateway,
    changes,
    clock,
    log,
    disabled,
    deps,
    alice: { authorization: 'Bearer alice-key' },
    bob: { authorization: 'Bearer bob-key' },
    native: { authorization: 'Bearer native-key' },
  };
}

/** Signs with a fixed key. */
const testSigner = {
  sign: (data: string): string => createHmac('sha256', 'test').update(data).digest('base64url'),
  verify: (data: string, signature: string): boolean =>
    createHmac('sha256', 'test').update(data).digest('base64url') === signature,
};
