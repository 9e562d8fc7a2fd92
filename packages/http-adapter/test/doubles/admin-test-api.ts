import { createHash } from 'node:crypto';
import { defaultCatalog, type ProbeAccountResult, type TrailEntry } from '@filmgate/core';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { type AdminApiDeps, createAdminApi } from '../../src/index.ts';
import { createCountingIds } from './counting-ids.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import {
  createMemoryAccounts,
  createMemoryAdminAccess,
  createMemoryApiUsers,
  type MemoryAccounts,
  type MemoryAdminAccess,
  type MemoryApiUsers,
} from './memory-admin-ports.ts';
import { createMemoryGateway, type MemoryGateway } from './memory-gateway.ts';
import { createRecordingLog, type RecordingLog } from './recording-log.ts';

export interface AdminTestApi {
  readonly app: FastifyInstance;
  readonly gateway: MemoryGateway;
  readonly access: MemoryAdminAccess;
  readonly apiUsers: MemoryApiUsers;
  readonly accounts: MemoryAccounts;
  readonly clock: ManualClock;
  readonly log: RecordingLog;
  readonly trail: TrailEntry[];
  /** What the next account test finds. */
  probe: ProbeAccountResult;
  /** Logs in and gives the cookie header. */
  login(): Promise<string>;
  /** Sends a request with a session of its own. */
  as(
    cookie: string,
  ): (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
  ) => Promise<LightMyRequestResponse>;
}

export const credentials = { username: 'admin', password: 'correct horse' };

export async function createAdminTestApi(
  publicUrl = 'http://localhost:8787',
): Promise<AdminTestApi> {
  const clock = createManualClock();
  const parts = {
    clock,
    gateway: createMemoryGateway(clock.now),
    access: createMemoryAdminAccess(),
    apiUsers: createMemoryApiUsers(),
    accounts: createMemoryAccounts(),
    log: createRecordingLog(),
    trail: [] as TrailEntry[],
  };
  const ids = createCountingIds();
  let keys = 0;
  let sessions = 0;
  const app = Fastify();
  const api: AdminTestApi = {
    ...parts,
    app,
    probe: { kind: 'unknown' },
    async login() {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        headers: { host: 'localhost:8787' },
        payload: credentials,
      });
      return String(answer.headers['set-cookie']).split(';')[0] ?? '';
    },
    as: (cookie) => (method, url, payload) =>
      app.inject({
        method,
        url,
        headers: { host: 'localhost:8787', cookie },
        ...(payload === undefined ? {} : { payload }),
      }),
  };
  const deps: AdminApiDeps = {
    ...parts,
    jobs: {
      find: async (id) => parts.gateway.jobs.get(id),
      trail: async () => parts.trail,
      dispatches: async (jobId) => [
        {
          jobId,
          correlationId: 'co_1',
          markedAt: clock.now(),
          sendDeadlineAt: clock.now(),
          handle: '{"secret":1}',
        },
      ],
    },
    catalog: defaultCatalog,
    providers: ['mock', 'other'],
    ids,
    digest: { sha256: (data) => createHash('sha256').update(data).digest('hex') },
    newApiKey() {
      keys += 1;
      return {
        key: `fg_user_key${keys}`,
        digest: `digest of key ${keys}`,
        hint: `fg_user_…${keys}`,
      };
    },
    sealSecret: (accountId, secret) => `sealed for ${accountId}: ${secret.length}`,
    probeAccount: async () => api.probe,
    verifyPassword: async ({ username, password }) =>
      username === credentials.username && password === credentials.password,
    newSessionId() {
      sessions += 1;
      return `session-${sessions}`;
    },
    publicUrl: () => publicUrl,
    ownOrigins: () => [publicUrl, 'http://localhost:8787'],
  };
  await app.register(createAdminApi(deps));
  return api;
}
