import { createHash } from 'node:crypto';
import {
  type Clock,
  createRouter,
  eraseUser,
  type Logger,
  probeAccount,
  removeAccount,
} from '@filmgate/core';
import {
  type AdminApiDeps,
  createAdminApi,
  createLocalGenerationApi,
  createSessionEnds,
  createVideoTaskApi,
  localGenerationServerOptions,
  videoTaskServerOptions,
} from '@filmgate/http-adapter';
import { createCredentialKeys, createKeyedDigest } from '@filmgate/runtime-node';
import Fastify, { type FastifyInstance } from 'fastify';
import { delegate, type PresentWorld } from './present-world.ts';

export const administrator = { username: 'admin', password: 'the password of the simulation' };
export const serviceKey = 'service-key-of-the-simulation';
export const localUrl = 'http://localhost:8787';
const tasksUrl = 'http://localhost:8788';
/** Secrets of the simulation are constants: signatures and digests must be equal in equal histories. */
const pepper = new Uint8Array(32).fill(7);
const syncWaitMs = 300_000;
const erasedAtOnce = 200;

const steadyTime: AdminApiDeps['time'] = { jump: () => null, confirm: async () => undefined };

/**
 * Creates the two listeners of a gateway, never bound: the tasks surface on one, the local surface and the admin API on
 * the other.
 */
export async function createApps(
  present: PresentWorld,
): Promise<{ readonly tasks: FastifyInstance; readonly local: FastifyInstance }> {
  const nextId = () => present.world().ports.ids.next();
  const tasks = Fastify({ logger: false, ...videoTaskServerOptions(nextId) });
  await tasks.register(tasksApi(present));
  const local = Fastify({ logger: false, ...localGenerationServerOptions(nextId) });
  await local.register(adminApi(present));
  await local.register(localApi(present));
  await Promise.all([tasks.ready(), local.ready()]);
  return { tasks, local };
}

/** Ports of every surface, each call passed on to the world of its request. */
function sharedParts(present: PresentWorld) {
  const ports = delegate(present, ({ ports: its }) => its);
  return {
    gateway: delegate(present, ({ gateway }) => gateway),
    book: delegate(present, ({ options, ports: its }) => createRouter(options, its.upstreams)),
    clock: clockOf(present),
    ids: delegate(present, ({ ports: its }) => its.ids),
    digest: delegate(present, ({ ports: its }) => its.digest),
    log: logOf(present),
    jobs: delegate(present, ({ ports: its }) => its.storage.reader),
    events: delegate(present, ({ ports: its }) => its.storage.events),
    apiUsers: delegate(present, ({ ports: its }) => its.storage.apiUsers),
    accounts: delegate(present, ({ ports: its }) => its.storage.accounts),
    access: delegate(present, ({ ports: its }) => its.storage.adminAccess),
    signer: signer(),
    ports,
  };
}

/** Closing the listeners belongs to no world, and waits for none. */
function clockOf(present: PresentWorld): Pick<Clock, 'now' | 'sleep'> {
  return {
    now: () => present.world().ports.clock.now(),
    sleep: async (ms, signal) => present.find()?.ports.clock.sleep(ms, signal),
  };
}

/** Log lines of closing the listeners reach no world. */
function logOf(present: PresentWorld): Logger {
  const log = () => present.find()?.ports.log;
  return {
    info: (event, fields) => log()?.info(event, fields),
    warn: (event, fields) => log()?.warn(event, fields),
    error: (event, error, fields) => log()?.error(event, error, fields),
  };
}

function signer() {
  const sign = createKeyedDigest(pepper);
  return { sign, verify: (data: string, signature: string) => sign(data) === signature };
}

/** Keys drawn from the world's ids, so that equal histories issue equal keys. */
function keysOf(present: PresentWorld) {
  return createCredentialKeys({
    pepper,
    randomBytes: (size) =>
      createHash('shake256', { outputLength: size })
        .update(present.world().ports.ids.next())
        .digest(),
  });
}

function tasksApi(present: PresentWorld): ReturnType<typeof createVideoTaskApi> {
  const keys = keysOf(present);
  return createVideoTaskApi({
    ...sharedParts(present),
    keys: {
      digestOf: (key) => keys.digest(key),
      isWellFormed: (key) => keys.read(key).kind === 'well-formed',
    },
    nativeKeyMatches: () => null,
    publicUrl: () => tasksUrl,
  });
}

function localApi(present: PresentWorld): ReturnType<typeof createLocalGenerationApi> {
  const shared = sharedParts(present);
  return createLocalGenerationApi({
    ...shared,
    referenceBlobs: delegate(present, ({ ports }) => ports.assetBlobs),
    serviceKeyMatches: (presented) => presented === serviceKey,
    syncWaitMs: () => syncWaitMs,
    isDraining: () => present.world().isDraining?.() === true,
    // A process of the simulation dies with its waits; none is cut in an orderly way.
    stopping: new AbortController().signal,
    queueLimit: () => present.world().options.queueLimit,
    sessionIdleMs: () => 30 * 60_000,
    ownOrigins: () => [localUrl],
    publicUrl: () => localUrl,
  });
}

function adminApi(present: PresentWorld): ReturnType<typeof createAdminApi> {
  const { ports: _, ...shared } = sharedParts(present);
  const world = () => present.world();
  const keys = keysOf(present);
  return createAdminApi({
    ...shared,
    ...administratorParts(present),
    requestLogs: delegate(present, ({ ports }) => ports.storage.requestLogs),
    operationSamples: delegate(present, ({ ports }) => ports.storage.operationSamples),
    status: statusOf(present),
    time: delegate(present, ({ time = steadyTime }) => time),
    store: {
      kind: 'sqlite',
      lost: () => world().ports.storage.dataLoss?.lost() ?? null,
      isDiskFull: async () => false,
    },
    get providers() {
      return [...world().ports.upstreams.keys()];
    },
    providerDetails: () => Promise.resolve([]),
    openProvider: () => Promise.resolve(),
    handlesBelongToKey: () => false,
    newApiKey: () => newApiKey(keys),
    sealSecret: (_accountId, secret) => secret,
    removeAccount: (id, audit) => removeAccount(world().ports, id, audit),
    beginErasure: (userId) => eraseUser({ ports: world().ports, mostJobs: erasedAtOnce }, userId),
    probeAccount: (input) => probeAccount(world().ports, world().options, input),
    publicUrl: () => localUrl,
    tasksUrl: () => tasksUrl,
    ownOrigins: () => [localUrl],
    gatewaySettings: {
      list: () => [],
      change: async () => ({ kind: 'refused', problems: ['The simulation has no settings.'] }),
    },
  });
}

/** An API key, and its digest in the store. */
export interface Credential {
  readonly key: string;
  readonly digest: string;
}

/** Derives an API key from a text. */
export function apiKeyOf(text: string): Credential {
  const keys = keysFrom(text);
  const key = keys.make('user');
  return { key, digest: keys.digest(key) };
}

/** Credential of a key the server made. */
export function credentialOf(key: string): Credential {
  return { key, digest: keysFrom('').digest(key) };
}

function keysFrom(text: string): ReturnType<typeof createCredentialKeys> {
  return createCredentialKeys({
    pepper,
    randomBytes: (size) => createHash('shake256', { outputLength: size }).update(text).digest(),
  });
}

function newApiKey(keys: ReturnType<typeof keysOf>): ReturnType<AdminApiDeps['newApiKey']> {
  const key = keys.make('user');
  const reading = keys.read(key);
  if (reading.kind !== 'well-formed') throw new Error('A new key cannot be read.');
  return { key, digest: keys.digest(key), hint: reading.hint };
}

/** The login without its slow hash: comparing a password must not cost more than a history. */
function administratorParts(
  present: PresentWorld,
): Pick<
  AdminApiDeps,
  'verifyPassword' | 'administrator' | 'secondFactor' | 'newSessionId' | 'sessionEnds'
> {
  const { username: name, password: word } = administrator;
  return {
    verifyPassword: async ({ username, password }) => username === name && password === word,
    administrator: {
      isNamed: async (username) => username === name,
      since: async () => 0,
      isGuessable: async () => false,
      changePassword: async () => undefined,
    },
    secondFactor: {
      state: async () => ({ kind: 'off', recoveryCodesLeft: 0 }),
      begin: async () => undefined,
      confirm: async () => ({ kind: 'not-begun' }),
      check: async () => 'not-needed',
      remove: async () => false,
    },
    newSessionId: () => present.world().ports.ids.next() + present.world().ports.ids.next(),
    sessionEnds: createSessionEnds(),
  };
}

function statusOf(present: PresentWorld): AdminApiDeps['status'] {
  const ports = () => present.world().ports;
  return {
    version: 'simulated',
    startedAt: 0,
    get storeName() {
      return ports().storage.manifest.name;
    },
    async pingMs() {
      const began = ports().clock.monotonicMs();
      await ports().storage.ping();
      return ports().clock.monotonicMs() - began;
    },
    diskUse: () => null,
    freeBytes: () => ports().resultBlobs.freeBytes(),
    isSpaceLow: async () => (await ports().freeSpace?.isLow()) === true,
    requestLog: async () => ({ bytes: 0, maxBytes: 1, removedRows: 0 }),
    unknownSlotMs: () => present.world().options.unknownSlotMs,
  };
}
