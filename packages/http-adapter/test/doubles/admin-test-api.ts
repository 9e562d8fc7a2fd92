import type { ProviderDetail } from '../../src/admin-api/schemas/account-options.ts';
import { createHash } from 'node:crypto';
import {
  type JobState,
  jobStates,
  type DataLoss,
  type OperationSample,
  type ProbeAccountResult,
  type QueueDepth,
  summariseSamples,
  type TrailStep,
  type UnreadableJob,
} from '@filmgate/core';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { type AdminApiDeps, createAdminApi } from '../../src/index.ts';
import { createCountingIds } from './counting-ids.ts';
import { createManualClock } from './manual-clock.ts';
import { MemoryAccounts } from './memory-accounts.ts';
import { MemoryAdminAccess } from './memory-admin-access.ts';
import { MemoryApiUsers } from './memory-api-users.ts';
import { MemoryAdministrator, MemorySecondFactor } from './memory-administrator.ts';
import { MemoryGateway } from './memory-gateway.ts';
import { MemoryRequestLogs } from './memory-request-logs.ts';
import { createRecordingLog } from './recording-log.ts';
import { testBook } from './test-book.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Sends requests with one session. */
export type Send = (method: Method, url: string, body?: object) => Promise<LightMyRequestResponse>;

export const credentials = { username: 'admin', password: 'correct horse' };

/** The admin API over doubles. */
export class AdminTestApi {
  readonly app: FastifyInstance = Fastify();
  readonly clock = createManualClock();
  readonly access = new MemoryAdminAccess();
  readonly gateway = new MemoryGateway(() => this.clock.now(), this.access.note);
  readonly administrator = new MemoryAdministrator(credentials, this.access, () =>
    this.clock.now(),
  );
  readonly secondFactor = new MemorySecondFactor(this.access);
  readonly requestLogs = new MemoryRequestLogs();
  readonly apiUsers = new MemoryApiUsers(this.access.note);
  readonly accounts = new MemoryAccounts(this.access.note);
  readonly log = createRecordingLog();
  readonly samples: OperationSample[] = [];
  readonly status: AdminApiDeps['status'] = {
    version: '1.2.3',
    startedAt: Date.UTC(2026, 0, 2),
    storeName: 'memory',
    pingMs: async () => 2,
    diskUse: () => null,
    freeBytes: async () => null,
    isSpaceLow: async () => false,
    requestLog: async () => ({ bytes: 0, maxBytes: 1, removedRows: 0 }),
    unknownSlotMs: () => 900_000,
  };
  /** The jump of the clock, while the clock is not trusted. */
  jump: { readonly from: number; readonly to: number } | null = null;
  /** The changes the store lost. */
  lost: DataLoss | null = null;
  isDiskFull = false;
  /** Number of announcements that sessions were ended. */
  endsAnnounced = 0;
  readonly trail: TrailStep[] = [];
  readonly unreadable: UnreadableJob[] = [];
  /** Result of the next account test. */
  probe: ProbeAccountResult = {
    kind: 'probed',
    probe: { kind: 'ready', credits: null },
    reason: null,
  };
  /** Number of jobs the next removal of an account ends. */
  endedJobs = 0;
  /** Number of jobs of a lost past that may have been sent for an account. */
  lostJobs = 0;
  #keys = 0;
  #sessions = 0;

  /** Returns the parts the API is made with. */
  deps(publicUrl: string): AdminApiDeps {
    const { gateway, apiUsers, accounts, access, clock, log } = this;
    return {
      gateway,
      apiUsers,
      beginErasure: async () => 0,
      accounts,
      access,
      sessionEnds: {
        announce: () => {
          this.endsAnnounced += 1;
        },
      },
      requestLogs: this.requestLogs,
      operationSamples: {
        list: async ({ from, until, stepMs }) =>
          summariseSamples(
            this.samples.filter(({ at }) => at >= from && at < until),
            stepMs,
          ),
      },
      status: this.status,
      time: {
        jump: () => this.jump,
        confirm: async (entry) => {
          if (this.jump === null) return;
          this.access.note({ audit: entry(this.jump) });
          this.jump = null;
        },
      },
      store: { kind: 'sqlite', lost: () => this.lost, isDiskFull: async () => this.isDiskFull },
      clock,
      log,
      jobs: this.#jobs(),
      book: {
        families: testBook.families,
        familiesOf: (account) => testBook.familiesOf(account),
        serves: (account, family) => testBook.serves(account, family),
        modelsFor: (account, family) => testBook.modelsFor(account, family),
        routesOf: (account, request) => testBook.routesOf(account, request),
        chargingAt: (endpoint) => ({
          unit: endpoint === 'other' ? 'usd' : 'credits',
          charges: 'acceptance',
        }),
      },
      providers: ['mock', 'other'],
      providerDetails: () => Promise.resolve([otherEndpoint]),
      openProvider: () => Promise.resolve(),
      handlesBelongToKey: (endpoint) => endpoint === 'other',
      ids: createCountingIds(),
      digest: { sha256: (data) => createHash('sha256').update(data).digest('hex') },
      newApiKey: () => {
        this.#keys += 1;
        const number = this.#keys;
        const digest = `digest of key ${number}`;
        return { key: `fg_user_key${number}`, digest, hint: `fg_user_…${number}` };
      },
      sealSecret: (accountId, secret) => `sealed for ${accountId}: ${secret.length}`,
      removeAccount: async (id, audit) => {
        if (this.lostJobs > 0) return { kind: 'needed', jobs: this.lostJobs };
        const outcome = await accounts.remove({ id, now: clock.now(), audit });
        return outcome.kind === 'unknown' ? outcome : { ...outcome, endedJobs: this.endedJobs };
      },
      probeAccount: async ({ id }) => {
        if (this.probe.kind === 'probed') accounts.recordProbe(id, this.probe.probe);
        return this.probe;
      },
      administrator: this.administrator,
      secondFactor: this.secondFactor,
      verifyPassword: async (given) => this.administrator.verify(given),
      newSessionId: () => {
        this.#sessions += 1;
        return `session-${this.#sessions}`;
      },
      publicUrl: () => publicUrl,
      tasksUrl: () => 'https://tasks.example',
      gatewaySettings: {
        list: () => [],
        change: async () => ({ kind: 'changed', before: [], after: [] }),
      },
      ownOrigins: () => [publicUrl, 'http://localhost:8787'],
    };
  }

  #jobs(): AdminApiDeps['jobs'] {
    const at = this.clock.now();
    const facts = { correlationId: 'co_1', recordedAt: at, sendDeadlineAt: at, handle: '"secret"' };
    return {
      find: async (id) => this.gateway.jobs.get(id),
      trail: async () => this.trail,
      dispatches: async (jobId) => [{ jobId, ...facts, accountId: null, refusal: null }],
      depth: async () => this.#depth(),
      unreadable: async () => this.unreadable,
    };
  }

  #depth(): QueueDepth {
    const jobs = [...this.gateway.jobs.values()];
    const count = (state: JobState): number => jobs.filter((job) => job.state === state).length;
    const byState = Object.fromEntries(jobStates.map((state) => [state, count(state)]));
    const queued = jobs.filter(({ state }) => state === 'queued');
    const byFamily = Map.groupBy(queued, ({ request }) => request.family);
    return {
      waiting: count('queued') + count('awaiting_configuration'),
      waitingCredits: {},
      queuedByFamily: Object.fromEntries([...byFamily].map(([id, some]) => [id, some.length])),
      byState: byState as QueueDepth['byState'],
    };
  }

  /** Logs in and returns the cookie header. */
  async login(): Promise<string> {
    const response = await this.as('')('POST', '/api/v1/auth/login', credentials);
    return String(response.headers['set-cookie']).split(';')[0] ?? '';
  }

  as(cookie: string): Send {
    const headers = { host: 'localhost:8787', ...(cookie === '' ? {} : { cookie }) };
    return (method, url, payload) =>
      this.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  }
}

const otherEndpoint: ProviderDetail = {
  id: 'other',
  protocol: 'reel',
  origin: 'https://reel.example',
  credential: [{ name: 'api_key', secret: true }],
  unit: 'tokens',
  finds_by: 'list',
  images_at_once: false,
  charges: 'success',
  families: ['vidA'],
  catalog: 'reel',
  can_be_tested: true,
  docs_read: '2026-11-22',
};

export async function createAdminTestApi(
  publicUrl = 'http://localhost:8787',
): Promise<AdminTestApi> {
  const api = new AdminTestApi();
  await api.app.register(createAdminApi(api.deps(publicUrl)));
  return api;
}
