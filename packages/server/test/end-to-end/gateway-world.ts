import type { GatewayPorts } from '@filmgate/core';
import { type ComposeOverrides, composeGateway, type RunningGateway } from '../../src/compose.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { type HttpResponse, send } from '../http/response.ts';
import { type TasksClient, tasksClient } from '../http/tasks-client.ts';
import { z } from 'zod';

/** The administrator of every world. */
export const admin = { username: 'admin', password: 'canary-admin-password' } as const;
export const upstreamApiKey = 'canary-upstream-key';

/** A gateway in this process, with a clock that can be moved and a recorded log. */
export interface GatewayWorld {
  readonly running: RunningGateway;
  /** Lines of the log so far. */
  readonly log: readonly string[];
  /** Sets the gateway's clock ahead; the upstream's stays. */
  ahead(ms: number): void;
  admin(method: string, path: string, body?: unknown): Promise<HttpResponse>;
  addUser(
    totalLimit?: number,
  ): Promise<TasksClient & { readonly id: string; readonly key: string }>;
  addAccount(account: object): Promise<string>;
  stop(): Promise<void>;
}

const userSchema = z.object({ api_user: z.object({ id: z.string() }), key: z.string() });
const accountSchema = z.object({ account: z.object({ id: z.string() }) });

export interface WorldOptions {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Wraps the ports of the gateway. */
  readonly wrapPorts?: (ports: GatewayPorts) => GatewayPorts;
  /** Protocols beside the shipped ones. */
  readonly providers?: ComposeOverrides['providers'];
}

/** Starts a gateway on ephemeral loopback ports. */
export async function startWorld(options: WorldOptions): Promise<GatewayWorld> {
  const { dataDir, env = {}, wrapPorts = (ports) => ports, providers = [] } = options;
  const settings = readSettings({
    FILMGATE_LOCAL_PORT: '0',
    FILMGATE_TASKS_PORT: '0',
    FILMGATE_ADMIN_PASSWORD: admin.password,
    FILMGATE_NATIVE_API_KEY: upstreamApiKey,
    FILMGATE_MOCK_SPEED: '1000',
    FILMGATE_LOG_LEVEL: 'trace',
    FILMGATE_DATA_DIR: dataDir,
    ...env,
  });
  if (settings.kind === 'refused') throw new Error(settings.problems.join('\n'));
  const log: string[] = [];
  let aheadMs = 0;
  const running = await composeGateway(settings.settings, {
    providers,
    logDestination: { write: (line: string) => void log.push(line) },
    wrapPorts: (ports) =>
      wrapPorts({ ...ports, clock: { ...ports.clock, now: () => ports.clock.now() + aheadMs } }),
  });
  const administrator = await logIn(running.localUrl);
  return {
    running,
    log,
    ahead: (ms) => {
      aheadMs += ms;
    },
    admin: administrator,
    addUser: async (totalLimit) => {
      const body = {
        name: 'someone',
        ...(totalLimit !== undefined && { total_limit: totalLimit }),
      };
      const response = await administrator('POST', 'api-users', body);
      const { api_user, key } = userSchema.parse(JSON.parse(response.text));
      return { ...tasksClient(running.tasksUrl, key), id: api_user.id, key };
    },
    addAccount: async (account) => {
      const response = await administrator('POST', 'accounts', {
        label: 'only',
        endpoint: 'mock',
        families: ['*'],
        concurrency: 10,
        secret: 'canary-account-secret',
        ...account,
      });
      return accountSchema.parse(JSON.parse(response.text)).account.id;
    },
    stop: () => running.stop(),
  };
}

async function logIn(localUrl: string): Promise<GatewayWorld['admin']> {
  const response = await send(`${localUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  if (response.status !== 200) throw new Error(response.text);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return (method, path, body) =>
    send(`${localUrl}/api/v1/admin/${path}`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
}
