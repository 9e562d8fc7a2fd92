import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { composeGateway, type ComposeOverrides } from '../../src/compose.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { type HttpResponse, jsonOf, type RequestParts, send } from './response.ts';
import {
  type Account,
  accountResponseSchema,
  adminListOf,
  type ApiUser,
  apiUserSchema,
  apiUserWithKeySchema,
} from './shapes.ts';

export interface MockLedger {
  readonly accepted: number;
  readonly running: number;
  readonly completed: number;
  readonly failed: number;
  readonly charged_credits: number;
  readonly jobs: readonly {
    readonly id: string;
    readonly prompt: string;
    readonly account: string;
    /** ISO 8601. */
    readonly accepted_at: string;
    /** References that came with the submission. */
    readonly references: readonly { readonly role: string; readonly sha256: string }[];
  }[];
}

/** Fields of an account in the admin API. */
export interface AccountInput {
  readonly label?: string;
  /** Endpoint of the account; the mock's when absent. */
  readonly endpoint?: string;
  readonly families?: readonly string[];
  readonly enabled?: boolean;
  readonly concurrency?: number;
  readonly credits?: number;
  readonly secret?: string;
}

export interface GatewayOptions {
  /** `FILMGATE_*` settings beside those of the harness; `undefined` removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Initial accounts; one with unlimited credits when absent. */
  readonly accounts?: readonly AccountInput[];
  /** Existing data directory that is kept; when absent, a new one is removed with the gateway. */
  readonly dataDir?: string;
  /** Wraps the ports of the gateway. */
  readonly wrapPorts?: ComposeOverrides['wrapPorts'];
  /** Protocols beside the shipped ones. */
  readonly providers?: ComposeOverrides['providers'];
}

/** A whole gateway on ephemeral loopback ports, with its own data directory and mock upstream. */
export interface Gateway {
  readonly tasksUrl: string;
  readonly localUrl: string;
  readonly dataDir: string;
  /** Key and id of an API user without a limit. */
  readonly apiUserKey: string;
  readonly apiUserId: string;
  readonly upstreamApiKey: string;
  /** Key of the Local Generation API. */
  readonly serviceApiKey: string;
  readonly adminUsername: string;
  readonly adminPassword: string;
  createApiUser(input?: {
    readonly name?: string;
    readonly totalLimit?: number;
  }): Promise<{ readonly id: string; readonly key: string }>;
  addAccount(input: AccountInput): Promise<Account>;
  /** Calls `/api/v1/admin/<path>` with an administrator's session. */
  adminFetch(path: string, parts?: RequestParts): Promise<HttpResponse>;
  /** Sends a JSON body to `/api/v1/admin/<path>` with an administrator's session. */
  adminSend(method: string, path: string, body: unknown): Promise<HttpResponse>;
  /** Credits of the API user: used, reserved and on hold. */
  usageOf(apiUserId: string): Promise<ApiUser['usage']>;
  readonly mock: { ledger(contains?: string): Promise<MockLedger> };
  stop(): Promise<void>;
}

const adminUsername = 'admin';
const adminPassword = 'correct horse battery staple';
const upstreamApiKey = 'native-upstream-key-of-the-tests';
const serviceApiKey = 'service-key-of-the-tests';

const quickSettings: Readonly<Record<string, string>> = {
  FILMGATE_HOST: '127.0.0.1',
  FILMGATE_LOCAL_PORT: '0',
  FILMGATE_TASKS_PORT: '0',
  FILMGATE_ADMIN_USERNAME: adminUsername,
  FILMGATE_ADMIN_PASSWORD: adminPassword,
  FILMGATE_NATIVE_API_KEY: upstreamApiKey,
  FILMGATE_SERVICE_API_KEY: serviceApiKey,
  FILMGATE_MOCK_SPEED: '1000',
  FILMGATE_LOG_LEVEL: 'silent',
};

const plentifulAccount: AccountInput = {
  label: 'plenty',
  families: ['*'],
  concurrency: 1000,
  credits: 1_000_000_000,
};

/** Starts a gateway. The only function that knows how one is composed. */
export async function startGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'filmgate-http-')));
  const read = readSettings({ ...quickSettings, FILMGATE_DATA_DIR: dataDir, ...options.env });
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
  const { wrapPorts, providers } = options;
  const running = await composeGateway(read.settings, {
    ...(wrapPorts !== undefined && { wrapPorts }),
    ...(providers !== undefined && { providers }),
  });
  const stop = async (): Promise<void> => {
    await running.stop();
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const admin = await adminOf(running.localUrl);
    for (const account of options.accounts ?? [plentifulAccount]) await admin.addAccount(account);
    const user = await admin.createApiUser({ name: 'first' });
    return {
      tasksUrl: running.tasksUrl,
      localUrl: running.localUrl,
      dataDir,
      apiUserKey: user.key,
      apiUserId: user.id,
      upstreamApiKey,
      serviceApiKey,
      adminUsername,
      adminPassword,
      ...admin,
      mock: { ledger: (contains) => running.mockLedger(contains) },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Admin = Pick<Gateway, 'createApiUser' | 'addAccount' | 'adminFetch' | 'adminSend' | 'usageOf'>;

async function adminOf(localUrl: string): Promise<Admin> {
  const cookie = await logIn(localUrl);
  const adminFetch: Gateway['adminFetch'] = (path, parts = {}) =>
    send(`${localUrl}/api/v1/admin/${path}`, { ...parts, headers: { cookie, ...parts.headers } });
  const adminSend: Gateway['adminSend'] = (method, path, body) =>
    adminFetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  return {
    adminFetch,
    adminSend,
    async createApiUser({ name = 'someone', totalLimit } = {}) {
      const input = totalLimit === undefined ? { name } : { name, total_limit: totalLimit };
      const response = await adminSend('POST', 'api-users', input);
      expect(response.status, response.text).toBe(201);
      const { api_user, key } = apiUserWithKeySchema.parse(jsonOf(response));
      return { id: api_user.id, key };
    },
    async addAccount(input) {
      const label = input.label ?? `account-${crypto.randomUUID().slice(0, 8)}`;
      const account = {
        endpoint: 'mock',
        families: ['*'],
        concurrency: 100,
        secret: `secret-of-${label}`,
        // The runner makes its first probe.
        without_test: true,
        ...input,
        label,
      };
      const response = await adminSend('POST', 'accounts', account);
      expect(response.status, response.text).toBe(201);
      return accountResponseSchema.parse(jsonOf(response));
    },
    async usageOf(apiUserId) {
      const response = await adminFetch('api-users');
      const { data } = adminListOf(apiUserSchema).parse(jsonOf(response));
      const user = data.find(({ id }) => id === apiUserId);
      if (user === undefined) throw new Error(`no API user ${apiUserId}`);
      return user.usage;
    },
  };
}

async function logIn(localUrl: string): Promise<string> {
  const response = await send(`${localUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: adminUsername, password: adminPassword }),
  });
  expect(response.status, response.text).toBe(200);
  const [cookie = ''] = response.headers.getSetCookie();
  return cookie.split(';')[0] ?? '';
}
