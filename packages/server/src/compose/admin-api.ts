import {
  createRouter,
  editAccount,
  eraseUser,
  type GatewayOptions,
  probeAccount,
  removeAccount,
  type StorageBundle,
} from '@filmgate/core';
import { type AdminApiDeps, type Administrator, createAdminApi } from '@filmgate/http-adapter';
import type { FastifyPluginAsync } from 'fastify';
import { describeProviders } from '../providers/describe-providers.ts';
import { mockEndpoint } from '../providers/endpoints.ts';
import type { LiveSettings } from '../settings/live-settings.ts';
import type { ComposedPorts } from './compose-ports.ts';
import { type GatewayServices, newApiKey } from './gateway-services.ts';
import { isGuessable } from './guessable-password.ts';
import type { LocalListenerParts } from './listener-parts.ts';
import { type ListenerAddress, ownOrigins } from './public-urls.ts';
import { accountSecretPurpose } from './secrets.ts';

/** Returns the settings in force for the admin API of the listener at `address`. */
function gatewaySettingsOf(
  live: LiveSettings,
  address: ListenerAddress,
): AdminApiDeps['gatewaySettings'] {
  return {
    list: () => live.list(),
    change: ({ requested, isOwnUnder, audit }) =>
      live.change(requested, {
        audit,
        check: (candidate) => (isOwnUnder(ownOrigins(candidate, address)) ? [] : [shutsOut]),
      }),
  };
}

const shutsOut =
  'local_public_url and allowed_origins would exclude the address of this request; add it to allowed_origins first.';

/** Length of a session id, in random bytes. */
const sessionIdBytes = 32;
const minute = 60_000;
/** Maximum number of jobs erased before the response to an erasure; retention erases the rest. */
const erasedAtOnce = 200;

/** Returns login, the admin API and the metrics of the listener at this address. */
export function adminApi(
  services: GatewayServices,
  { address, tasks }: Pick<LocalListenerParts, 'address' | 'tasks'>,
): FastifyPluginAsync {
  const { composed, options, live } = services;
  const { ports, secretBox } = composed;
  const { storage, clock, ids, digest, log } = ports;
  return createAdminApi({
    gateway: services.gateway,
    ...storedParts(storage),
    sessionEnds: services.sessionEnds,
    status: services.samples.status(services),
    accounts: { ...storage.accounts, edit: (input) => editAccount(ports, input) },
    book: createRouter(options, ports.upstreams),
    ...providersOf(composed, options),
    clock,
    time: services.time,
    store: storeStatusOf(services),
    ids,
    digest,
    log,
    newApiKey: () => newApiKey(services),
    sealSecret: (accountId, secret) => secretBox.seal(accountSecretPurpose(accountId), secret),
    removeAccount: (id, audit) => removeAccount(ports, id, audit),
    beginErasure: (userId) => eraseUser({ ports, mostJobs: erasedAtOnce }, userId),
    probeAccount: (input) => probeAccount(ports, options, { ...input, isTest: true }),
    administrator: administratorOf(services),
    secondFactor: services.secondFactor,
    verifyPassword: ({ username, password }) => services.adminPassword.verify(username, password),
    newSessionId: () => services.ids.token(sessionIdBytes),
    publicUrl: () => address.publicUrl(),
    tasksUrl: () => tasks.publicUrl(),
    ownOrigins: () => ownOrigins(live.current(), address),
    gatewaySettings: gatewaySettingsOf(live, address),
    metrics: metricsOf(services),
    settings: () => sessionSettings(services),
  });
}

/** Endpoints that accounts can belong to: the mock first, then all others. */
function providersOf(
  { upstreams }: ComposedPorts,
  options: GatewayOptions,
): Pick<AdminApiDeps, 'providers' | 'providerDetails' | 'openProvider' | 'handlesBelongToKey'> {
  return {
    providers: [mockEndpoint, ...upstreams.endpoints.ids()],
    providerDetails: () => describeProviders(upstreams.endpoints, options.catalog()),
    openProvider: (endpoint) => upstreams.open(endpoint),
    handlesBelongToKey: (endpoint) =>
      upstreams.clients.get(endpoint)?.capabilities().handlesBelongTo === 'key',
  };
}

function metricsOf({
  metrics,
  metricsTokenMatches,
}: GatewayServices): NonNullable<AdminApiDeps['metrics']> {
  return {
    render: () => metrics.render(),
    contentType: metrics.contentType,
    tokenMatches: metricsTokenMatches,
  };
}

function storeStatusOf({ live, composed }: GatewayServices): AdminApiDeps['store'] {
  const { storage, freeSpace } = composed.ports;
  return {
    kind: live.current().FILMGATE_STORAGE,
    lost: () => storage.dataLoss?.lost() ?? null,
    isDiskFull: async () => (await freeSpace?.isFull()) === true,
  };
}

function administratorOf({ adminPassword, composed }: GatewayServices): Administrator {
  const { clock } = composed.ports;
  return {
    isNamed: adminPassword.isNamed,
    since: adminPassword.since,
    isGuessable,
    changePassword: (input) => adminPassword.change({ ...input, now: clock.now() }),
  };
}

/** Parts of the store that the API reads and changes. */
function storedParts(
  storage: StorageBundle,
): Pick<AdminApiDeps, 'jobs' | 'apiUsers' | 'access' | 'requestLogs' | 'operationSamples'> {
  const { reader, apiUsers, adminAccess, requestLogs, operationSamples } = storage;
  return { jobs: reader, apiUsers, access: adminAccess, requestLogs, operationSamples };
}

function sessionSettings({
  live,
}: GatewayServices): ReturnType<NonNullable<AdminApiDeps['settings']>> {
  const { FILMGATE_SESSION_IDLE_MINUTES: idle, FILMGATE_SESSION_MAX_HOURS: most } = live.current();
  return { sessionIdleMs: idle * minute, sessionMaxMs: most * 60 * minute };
}
