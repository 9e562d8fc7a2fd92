import { expect } from 'vitest';
import { startWorld, upstreamApiKey } from '../end-to-end/gateway-world.ts';
import { type HttpResponse, send } from './response.ts';

const serviceKey = 'canary-service-key-of-the-matrix';
const metricsToken = 'canary-metrics-token-of-the-matrix';
const password = 'canary-admin-password';
const minute = 60_000;

/** One gateway with a credential of every kind, good and bad. */
export interface AccessWorld {
  readonly urls: { readonly tasks: string; readonly local: string };
  readonly serviceKey: string;
  readonly nativeKey: string;
  readonly metricsToken: string;
  readonly userKey: string;
  readonly rotatedKey: string;
  readonly disabledKey: string;
  /** Cookies of sessions. */
  readonly session: string;
  readonly expiredSession: string;
  readonly closedSession: string;
  /** A separate session, for a request that ends it. */
  newSession(): Promise<string>;
  /** Moves the clock of the gateway ahead. */
  ahead(ms: number): void;
  stop(): Promise<void>;
}

export async function startAccessWorld(dataDir: string): Promise<AccessWorld> {
  const world = await startWorld({
    dataDir,
    env: {
      FILMGATE_SERVICE_API_KEY: serviceKey,
      FILMGATE_METRICS_TOKEN: metricsToken,
      FILMGATE_LOG_LEVEL: 'silent',
    },
  });
  const { tasksUrl: tasks, localUrl: local } = world.running;
  await world.addAccount({ credits: 1_000_000 });
  const [user, rotated, disabled] = [
    await world.addUser(),
    await world.addUser(),
    await world.addUser(),
  ];
  expect((await world.admin('POST', `api-users/${rotated.id}/rotate`)).status).toBe(200);
  const change = await world.admin('PATCH', `api-users/${disabled.id}`, { enabled: false });
  expect(change.status).toBe(200);
  const expiredSession = await logIn(local);
  world.ahead(31 * minute);
  const closedSession = await logIn(local);
  const goodbye = await send(`${local}/api/v1/auth/logout`, {
    method: 'POST',
    headers: { cookie: closedSession },
  });
  expect(goodbye.status).toBe(204);
  return {
    urls: { tasks, local },
    serviceKey,
    metricsToken,
    nativeKey: upstreamApiKey,
    userKey: user.key,
    rotatedKey: rotated.key,
    disabledKey: disabled.key,
    session: await logIn(local),
    expiredSession,
    closedSession,
    newSession: () => logIn(local),
    ahead: (ms) => world.ahead(ms),
    stop: () => world.stop(),
  };
}

async function logIn(localUrl: string): Promise<string> {
  const response: HttpResponse = await send(`${localUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  expect(response.status, response.text).toBe(200);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
