import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeOperatorFiles } from '../../http/personality-endpoints.ts';
import type { RawRequest } from '../../http/raw-http.ts';
import type { HttpResponse } from '../../http/response.ts';
import { withQuickEndpoints } from '../../http/quick-endpoints.ts';
import { scratchFolder } from '../command.ts';
import { admin, type GatewayWorld, startWorld, type WorldOptions } from '../gateway-world.ts';
import { signedKling } from '../signed-kling.ts';
import { json, Listener } from './heard.ts';
import type { SecretSearch } from './secret-search.ts';
import { canary } from './swept-endpoints.ts';
import type { SweptProviders } from './swept-providers.ts';

/** Credentials of every kind that the gateway accepts. */
export const keys = {
  service: canary('service key'),
  native: canary('native key'),
  metrics: canary('metrics token'),
  admin: admin.password,
} as const;

/** A gateway with secrets of every kind, and everything that it said. */
export interface SweptGateway {
  readonly world: GatewayWorld;
  readonly providers: SweptProviders;
  readonly listener: Listener;
  readonly search: SecretSearch;
  readonly dataDir: string;
  /** Environment of commands on the same store. */
  readonly env: Readonly<Record<string, string>>;
  readonly userKey: string;
  /** Calls `/api/v1/admin/<path>`; `route` is its template. */
  asAdmin(route: string, path: string, body?: unknown): Promise<HttpResponse>;
  /** Opens a session; returns its cookie. */
  logIn(): Promise<string>;
  stop(): Promise<void>;
  /** Stops the gateway unless it is, and removes its files. */
  dispose(): Promise<void>;
}

const keySchema = z.object({ key: z.string() });
const userSchema = keySchema.extend({ api_user: z.object({ id: z.string() }) });
const accountSchema = z.object({ account: z.object({ id: z.string() }) });

/** Starts a gateway with an account at each endpoint, and adds the secrets that it makes to the search. */
export async function startSweptGateway(
  providers: SweptProviders,
  search: SecretSearch,
  wrapPorts: WorldOptions['wrapPorts'] = (ports) => ports,
): Promise<SweptGateway> {
  const folder = await scratchFolder();
  const [dataDir, listener] = [folder.at('data'), new Listener()];
  const settings = {
    FILMGATE_SERVICE_API_KEY: keys.service,
    FILMGATE_NATIVE_API_KEY: keys.native,
    FILMGATE_METRICS_TOKEN: keys.metrics,
    FILMGATE_NOTICES_URL: providers.noticesUrl,
    FILMGATE_SYNC_WAIT_SECONDS: '2',
    HTTPS_PROXY: providers.proxyUrl,
  };
  const files = (name: string, endpoints: SweptProviders['endpoints']) =>
    writeOperatorFiles(folder.at(name), providers.talkative.url, endpoints);
  const world = await startWorld({
    dataDir,
    env: { ...settings, ...(await files('operator', providers.endpoints)) },
    wrapPorts: (ports) => withQuickEndpoints(wrapPorts(ports)),
    providers: [signedKling],
  });
  const shipped = providers.endpoints.filter(({ protocol }) => protocol !== 'signed-kling');
  const env = { ...settings, ...(await files('commands', shipped)), FILMGATE_DATA_DIR: dataDir };
  const calls = adminCalls(world, listener, search);
  const cookie = await calls.logIn();
  const asAdmin: SweptGateway['asAdmin'] = (route, path, body) =>
    calls.ask(cookie, route, { path, body });
  const userKey = await giveSecrets(asAdmin, search);
  addKnown(search, dataDir);
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= world.stop());
  const dispose = async () => {
    await stop();
    await folder.dispose();
  };
  const { logIn } = calls;
  return {
    world,
    providers,
    listener,
    search,
    dataDir,
    env,
    userKey,
    asAdmin,
    logIn,
    stop,
    dispose,
  };
}

function adminCalls({ running }: GatewayWorld, listener: Listener, search: SecretSearch) {
  const base = running.localUrl;
  return {
    ask: (cookie: string, route: string, { path, body }: { path: string; body: unknown }) => {
      const request: RawRequest = {
        url: `${base}/api/v1/admin/${path}`,
        headers: [
          ['cookie', cookie],
          ...(body === undefined ? [['content-length', '0'] as const] : [json]),
        ],
        ...(body !== undefined && { body: JSON.stringify(body) }),
      };
      return listener.ask(route, request);
    },
    logIn: async () => {
      const response = await listener.ask('POST /api/v1/auth/login', {
        url: `${base}/api/v1/auth/login`,
        headers: [json],
        body: JSON.stringify(admin),
      });
      const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      search.add('session', cookie.split('=')[1] ?? '');
      return cookie;
    },
  };
}

/** Makes an API user and rotates its key; adds an account by hand and replaces its secret. */
async function giveSecrets(
  asAdmin: SweptGateway['asAdmin'],
  search: SecretSearch,
): Promise<string> {
  const users = 'POST /api/v1/admin/api-users';
  const made = userSchema.parse(
    JSON.parse((await asAdmin(users, 'api-users', { name: 'a' })).text),
  );
  const path = `api-users/${made.api_user.id}/rotate`;
  const rotated = await asAdmin(`${users}/:id/rotate`, path);
  const { key } = keySchema.parse(JSON.parse(rotated.text));
  for (const text of [made.key, key]) search.add('API user’s key', text);
  const [first, next] = [canary('account by hand'), canary('account by hand, replaced')];
  for (const text of [first, next]) search.add('account secret', text);
  const body = { label: 'by hand', endpoint: 'keyed', families: ['*'], concurrency: 5 };
  const account = { ...body, secret: first, without_test: true };
  const added = await asAdmin('POST /api/v1/admin/accounts', 'accounts', account);
  const { id } = accountSchema.parse(JSON.parse(added.text)).account;
  await asAdmin('PATCH /api/v1/admin/accounts/:id', `accounts/${id}`, { secret: next });
  return key;
}

function addKnown(search: SecretSearch, dataDir: string): void {
  for (const [name, text] of Object.entries(keys)) search.add(`${name} key`, text);
  const masterKey = readFileSync(`${dataDir}/master.key`, 'latin1').trim();
  search.add('master key', masterKey);
  search.add('master key', Buffer.from(masterKey, 'base64').toString('hex'));
}
