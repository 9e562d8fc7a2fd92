import { randomBytes } from 'node:crypto';
import type { GatewayPorts, KeyValueStore } from '@filmgate/core';
import type { SecretBox } from '@filmgate/runtime-node';
import { z } from 'zod';
import { mockEndpoint } from '../providers/endpoints.ts';
import type { Settings } from '../settings/settings-schema.ts';
import type { CompleteSettings } from './compose-ports.ts';
import {
  ensureDemoAccounts,
  type Quickstart,
  readQuickstart,
  writeQuickstart,
} from './quickstart.ts';
import { type GatewayServices, newApiKey } from './gateway-services.ts';
import { sharesStore } from './open-storage.ts';

const generatedKeyBytes = 24;
const demoUserName = 'demo';

/** Secrets that `npm start` generates where the operator left them open [quickstart.demo-data]. */
const madeSettings = z.object({
  FILMGATE_ADMIN_PASSWORD: z.string(),
  FILMGATE_SERVICE_API_KEY: z.string(),
  /** The native key, stored under the former name of its setting. */
  FILMGATE_UPSTREAM_API_KEY: z.string(),
});

/**
 * Completes the settings of `npm start`: those left open come from the first start, or are generated now. A store for
 * many nodes keeps them, sealed, so that all nodes use the same; for the embedded store the quick start file keeps
 * them.
 */
export const completeQuickstart: CompleteSettings = async (settings, store) => {
  const earlier = readQuickstart(settings.FILMGATE_DATA_DIR);
  const made = (prefix: string): string =>
    `${prefix}_${randomBytes(generatedKeyBytes).toString('base64url')}`;
  const own = {
    FILMGATE_ADMIN_PASSWORD: earlier?.admin.password ?? made('admin'),
    FILMGATE_SERVICE_API_KEY: earlier?.service_api_key ?? made('service'),
    FILMGATE_UPSTREAM_API_KEY: earlier?.native_api_key ?? made('upstream'),
  };
  const kept =
    settings.FILMGATE_STORAGE === 'sqlite'
      ? own
      : madeSettings.parse(await keepSealed(store, 'quickstart-settings', own));
  return {
    ...settings,
    FILMGATE_ADMIN_PASSWORD: settings.FILMGATE_ADMIN_PASSWORD ?? kept.FILMGATE_ADMIN_PASSWORD,
    FILMGATE_SERVICE_API_KEY: settings.FILMGATE_SERVICE_API_KEY ?? kept.FILMGATE_SERVICE_API_KEY,
    FILMGATE_NATIVE_API_KEY: settings.FILMGATE_NATIVE_API_KEY ?? kept.FILMGATE_UPSTREAM_API_KEY,
  };
};

/** Creates the demo data once per store and notes all addresses and credentials. */
export async function ensureQuickstart(
  settings: Settings,
  services: GatewayServices,
  urls: { readonly localUrl: string; readonly tasksUrl: string },
): Promise<Quickstart> {
  const { ports, secretBox } = services.composed;
  if (ports.upstreams.has(mockEndpoint)) await ensureDemoAccounts(ports, secretBox);
  const earlier = readQuickstart(settings.FILMGATE_DATA_DIR);
  const isShared = sharesStore(ports);
  const quickstart: Quickstart = {
    local_url: urls.localUrl,
    tasks_url: urls.tasksUrl,
    admin: {
      username: settings.FILMGATE_ADMIN_USERNAME,
      password: settings.FILMGATE_ADMIN_PASSWORD ?? '',
    },
    service_api_key: settings.FILMGATE_SERVICE_API_KEY ?? '',
    api_user: isShared ? await sharedDemoUser(services) : await ownDemoUser(services, earlier),
    native_api_key: settings.FILMGATE_NATIVE_API_KEY ?? '',
  };
  // Another node of this store may have written it, with its own addresses [fleet.demo-once].
  const isAnothers = isShared && earlier?.api_user.id === quickstart.api_user.id;
  if (!isAnothers) writeQuickstart(settings.FILMGATE_DATA_DIR, quickstart);
  return quickstart;
}

async function ownDemoUser(
  services: GatewayServices,
  earlier: Quickstart | undefined,
): Promise<Quickstart['api_user']> {
  const known = await stillKnown(services, earlier);
  if (known !== undefined) return known;
  const { ports } = services.composed;
  const user = newDemoUser(services);
  await createUser(ports, services, user);
  return user;
}

const demoUser = z.object({ id: z.string(), name: z.string(), key: z.string() });

/** Returns one demo user for all nodes: the store keeps its key, sealed, before the user exists. */
async function sharedDemoUser(services: GatewayServices): Promise<Quickstart['api_user']> {
  const { ports, secretBox } = services.composed;
  const { values, apiUsers } = ports.storage;
  const own = newDemoUser(services);
  const user = demoUser.parse(await keepSealed({ values, secretBox }, 'quickstart-user', own));
  if ((await apiUsers.find(user.id)) !== undefined) return user;
  try {
    await createUser(ports, services, user);
  } catch (error) {
    // Two nodes start at once: the other one created the user.
    if ((await apiUsers.find(user.id)) === undefined) throw error;
  }
  return user;
}

/** The demo user of an earlier start, unless its database was removed since. */
async function stillKnown(
  { composed }: GatewayServices,
  earlier: Quickstart | undefined,
): Promise<Quickstart['api_user'] | undefined> {
  if (earlier === undefined) return undefined;
  const user = await composed.ports.storage.apiUsers.find(earlier.api_user.id);
  return user === undefined ? undefined : earlier.api_user;
}

function newDemoUser(services: GatewayServices): Quickstart['api_user'] {
  const { key } = newApiKey(services);
  return { id: `us_${services.composed.ports.ids.next()}`, name: demoUserName, key };
}

async function createUser(
  { storage, clock }: GatewayPorts,
  { keys }: Pick<GatewayServices, 'keys'>,
  { id, name, key }: Quickstart['api_user'],
): Promise<void> {
  const reading = keys.read(key);
  if (reading.kind !== 'well-formed') throw new Error('The demo key cannot be read.');
  const keyDigest = keys.digest(key);
  await storage.apiUsers.create({
    id,
    name,
    keyDigest,
    keyHint: reading.hint,
    totalLimit: null,
    now: clock.now(),
  });
}

/** Keeps a value sealed in the store unless one of this name exists; returns the one in force, to be parsed. */
async function keepSealed(
  { values, secretBox }: { readonly values: KeyValueStore; readonly secretBox: SecretBox },
  name: string,
  value: object,
): Promise<unknown> {
  const purpose = `value|${name}`;
  const sealed = await values.putIfAbsent(name, secretBox.seal(purpose, JSON.stringify(value)));
  const opened = secretBox.open(purpose, sealed);
  if (opened.kind === 'refused') {
    throw new Error(`The stored ${name} cannot be decrypted: ${opened.reason}.`);
  }
  return JSON.parse(opened.plaintext);
}
