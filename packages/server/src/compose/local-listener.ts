import { adminDescription, createAdminApi } from '@filmgate/http-adapter';
import { probeAccount } from '@filmgate/core';
import Fastify, { type FastifyInstance } from 'fastify';
import { logRequests } from '../log/log-requests.ts';
import type { Settings } from '../settings/settings-schema.ts';
import type { GatewayServices } from './gateway-services.ts';
import type { ListenerParts } from './listener-parts.ts';
import { operationApi } from './operation-api.ts';
import { ownOrigins } from './public-urls.ts';
import { accountSecretPurpose } from './secrets.ts';
import { serverOptions } from './server-options.ts';

/** Random bytes of a session id. */
const sessionIdBytes = 32;
const minute = 60_000;

/** A new API user's key, its digest and its hint. */
export function newApiKey({ keys }: Pick<GatewayServices, 'keys'>) {
  const key = keys.make('user');
  const reading = keys.read(key);
  if (reading.kind !== 'well-formed') throw new Error('A key just made cannot be read.');
  return { key, digest: keys.digest(key), hint: reading.hint };
}

/** The local listener: login, the admin API and health. */
export async function createLocalListener(
  settings: Settings,
  services: GatewayServices,
  listener: ListenerParts,
): Promise<FastifyInstance> {
  const { ports, secretBox } = services.composed;
  const { storage } = ports;
  const app = Fastify(serverOptions(settings));
  logRequests(app, listener.logger, 'local');
  await app.register(operationApi(services, { ...listener, surface: adminDescription }));
  await app.register(
    createAdminApi({
      gateway: services.gateway,
      jobs: storage.reader,
      apiUsers: storage.apiUsers,
      accounts: storage.accounts,
      access: storage.adminAccess,
      catalog: services.options.catalog,
      providers: [...ports.upstreams.keys()],
      clock: ports.clock,
      ids: ports.ids,
      digest: ports.digest,
      log: ports.log,
      newApiKey: () => newApiKey(services),
      sealSecret: (accountId, secret) => secretBox.seal(accountSecretPurpose(accountId), secret),
      probeAccount: (input) => probeAccount(ports, services.options, input),
      verifyPassword: ({ username, password }) => services.adminPassword.verify(username, password),
      newSessionId: () => services.ids.token(sessionIdBytes),
      publicUrl: () => listener.address.publicUrl(),
      ownOrigins: () => ownOrigins(settings, listener.address),
      settings: () => ({
        sessionIdleMs: settings.FILMGATE_SESSION_IDLE_MINUTES * minute,
        sessionMaxMs: settings.FILMGATE_SESSION_MAX_HOURS * 60 * minute,
      }),
    }),
  );
  return app;
}
