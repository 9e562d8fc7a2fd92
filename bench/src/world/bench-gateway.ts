import type { GatewayPorts, StorageBundle } from '@filmgate/core';
import { composeGateway, readSettings, type RunningGateway } from '@filmgate/server';
import type { CreationStore, RedisAddress } from '../servers/messages.ts';
import { respondTogether, withAcceptance } from './with-acceptance.ts';
import { createPendingProvider } from './pending-provider.ts';
import { withProvider } from './instant-provider.ts';
import { withoutRunner } from './with-held-waits.ts';

export interface BenchGateway {
  readonly running: RunningGateway;
  /** The store itself, with the claims that are hidden from the runner. */
  readonly storage: StorageBundle;
  /** Address of the Video Task API. */
  readonly port: number;
  /** Address of the Local Generation API. */
  readonly localPort: number;
}

/** Service key of every local gateway of the benchmarks. */
export const serviceKey = 'service-key-of-the-benchmarks';

/** Quota that no benchmark uses up. */
const credits = 1_000_000_000_000;
const concurrency = 1_000_000;
/** Account of every job of a benchmark. */
const benchAccount = 'acc_bench';

/** Data directory of a gateway: its files, and its jobs unless they are on Redis. */
export interface GatewayLocation {
  readonly directory: string;
  readonly redis?: RedisAddress | undefined;
}

/** A whole gateway as the server composes it, with its runner idle. */
export function startBenchGateway(
  address: GatewayLocation,
  store: CreationStore,
): Promise<BenchGateway> {
  if ((store === 'redis') !== (address.redis !== undefined))
    throw new TypeError(`The store ${store} does not fit its place.`);
  return startGatewayOn(address, (ports) => {
    const idle = withoutRunner(ports);
    if (store === 'sqlite' || store === 'redis') return idle;
    return withAcceptance(idle, respondTogether());
  });
}

/** A whole gateway as the server composes it, on ports a benchmark changed. */
export async function startGatewayOn(
  address: GatewayLocation,
  changePorts: (ports: GatewayPorts) => GatewayPorts,
): Promise<BenchGateway> {
  const settings = readSettings({
    FILMGATE_DATA_DIR: address.directory,
    FILMGATE_LOCAL_PORT: '0',
    FILMGATE_TASKS_PORT: '0',
    FILMGATE_SERVICE_API_KEY: serviceKey,
    FILMGATE_QUEUE_LIMIT: '10000000',
    ...(address.redis !== undefined && onRedis(address.redis)),
  });
  if (settings.kind === 'refused') throw new Error(settings.problems.join(' '));
  const opened: { storage?: StorageBundle } = {};
  const wrapPorts = (ports: GatewayPorts): GatewayPorts => {
    opened.storage = ports.storage;
    return changePorts(address.redis === undefined ? ports : withQuietProvider(ports));
  };
  const running = await composeGateway(settings.settings, { wrapPorts });
  const { storage } = opened;
  if (storage === undefined) throw new Error('the composition did not ask for its ports');
  await ensureAccount(storage);
  return {
    running,
    storage,
    port: Number(new URL(running.tasksUrl).port),
    localPort: Number(new URL(running.localUrl).port),
  };
}

/** All nodes of a benchmark are started with this key. */
const masterKey = '0123456789abcdef'.repeat(4);

/** With Redis a node requires the URL of a mock; it is never called, since a provider inside the node replaces it. */
function onRedis({ url, durability }: RedisAddress): { readonly [name: string]: string } {
  return {
    FILMGATE_STORAGE: 'redis',
    FILMGATE_REDIS_URL: url,
    FILMGATE_REDIS_DURABILITY: durability,
    FILMGATE_MASTER_KEY: masterKey,
    FILMGATE_MOCK_URL: 'http://127.0.0.1:9',
  };
}

function withQuietProvider(ports: GatewayPorts): GatewayPorts {
  return withProvider(ports, createPendingProvider({ pollEveryMs: 60_000, onPoll: () => {} }));
}

async function ensureAccount({ accounts }: StorageBundle): Promise<void> {
  if ((await accounts.find(benchAccount)) !== undefined) return;
  const settings = { label: 'bench', families: ['*'], enabled: true, concurrency, credits };
  await accounts.add({ id: benchAccount, endpoint: 'mock', settings, now: Date.now() });
}

/** Makes an API user without a limit and returns its key and owner name. */
export async function addApiUser(
  { running }: BenchGateway,
  name: string,
): Promise<{ readonly key: string; readonly owner: string }> {
  const { keys, composed, ids } = running.services;
  const key = keys.make('user');
  const user = await composed.ports.storage.apiUsers.create({
    id: `usr_${ids.next()}`,
    name,
    keyDigest: keys.digest(key),
    keyHint: 'bench',
    totalLimit: null,
    now: Date.now(),
  });
  return { key, owner: `user:${user.id}` };
}
