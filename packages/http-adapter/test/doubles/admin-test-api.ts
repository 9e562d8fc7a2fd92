import { createHash } from 'node:crypto';
import { defaultCatalog, type ProbeAccountResult, type TrailEntry } from '@filmgate/core';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { type AdminApiDeps, createAdminApi } from '../../src/index.ts';
import { createCountingIds } from './counting-ids.ts';
import { createManualClock } from './manual-clock.ts';
import { MemoryAccounts } from './memory-accounts.ts';
import { MemoryAdminAccess } from './memory-admin-access.ts';
import { MemoryApiUsers } from './memory-api-users.ts';
import { MemoryGateway } from './memory-gateway.ts';
import { MemoryRequestLogs } from './memory-request-logs.ts';
import { createRecordingLog } from './recording-log.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Sends requests with one session. */
export type Send = (method: Method, url: string, body?: object) => Promise<LightMyRequestResponse>;

export const credentials = { username: 'admin', password: 'correct horse' };

/** The admin API over doubles. */
export class AdminTestApi {
  readonly app: FastifyInstance = Fastify();
  readonly clock = createManualClock();
  readonly gateway = new MemoryGateway(() => this.clock.now());
  readonly access = new MemoryAdminAccess();
  readonly requestLogs = new MemoryRequestLogs();
  readonly apiUsers = new MemoryApiUsers();
  readonly accounts = new MemoryAccounts();
  readonly log = createRecordingLog();
  readonly trail: TrailEntry[] = [];
  /** What the next account test finds. */
  probe: ProbeAccountResult = { kind: 'unknown' };
  #keys = 0;
  #sessions = 0;

  /** What the API is made with. */
  deps(publicUrl: string): AdminApiDeps {
    const { gateway, apiUsers, accounts, access, clock, log } = this;
    return {
      gateway,
      apiUsers,
      accounts,
      access,
      requestLogs: this.requestLogs,
      clock,
      log,
      jobs: this.#jobs(),
      catalog: defaultCatalog,
      providers: ['mock', 'other'],
      ids: createCountingIds(),
      digest: { sha256: (data) => createHash('sha256').update(data).digest('hex') },
      newApiKey: () => {
        this.#keys += 1;
        const number = this.#keys;
        const digest = `digest of key ${number}`;
        return { key: `fg_user_key${number}`, digest, hint: `fg_user_…${number}` };
      },
      sealSecret: (accountId, secret) => `sealed for ${accountId}: ${secret.length}`,
      probeAccount: async () => this.probe,
      verifyPassword: async ({ username, password }) =>
        username === credentials.username && password === credentials.password,
      newSessionId: () => {
        this.#sessions += 1;
        return `session-${this.#sessions}`;
      },
      publicUrl: () => publicUrl,
      gatewaySettings: {
        list: () => [],
        change: async () => ({ kind: 'changed', before: [], after: [] }),
      },
      ownOrigins: () => [publicUrl, 'http://localhost:8787'],
    };
  }

  #jobs(): AdminApiDeps['jobs'] {
    const at = this.clock.now();
    const facts = { correlationId: 'co_1', markedAt: at, sendDeadlineAt: at, handle: '"secret"' };
    return {
      find: async (id) => this.gateway.jobs.get(id),
      trail: async () => this.trail,
      dispatches: async (jobId) => [{ jobId, ...facts }],
    };
  }

  /** Logs in and gives the cookie header. */
  async login(): Promise<string> {
    const answer = await this.as('')('POST', '/api/v1/auth/login', credentials);
    return String(answer.headers['set-cookie']).split(';')[0] ?? '';
  }

  as(cookie: string): Send {
    const headers = { host: 'localhost:8787', ...(cookie === '' ? {} : { cookie }) };
    return (method, url, payload) =>
      this.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  }
}

export async function createAdminTestApi(
  publicUrl = 'http://localhost:8787',
): Promise<AdminTestApi> {
  const api = new AdminTestApi();
  await api.app.register(createAdminApi(api.deps(publicUrl)));
  return api;
}
