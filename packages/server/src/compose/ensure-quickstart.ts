import { randomBytes } from 'node:crypto';
import type { Settings } from '../settings/settings-schema.ts';
import { ensureDemoAccounts } from './demo-accounts.ts';
import type { GatewayServices } from './gateway-services.ts';
import { newApiKey } from './new-api-key.ts';
import { type Quickstart, readQuickstart, writeQuickstart } from './quickstart.ts';

const generatedKeyBytes = 24;
const demoUserName = 'demo';

/** Settings of `npm start`: what the operator left open comes from the first start, or is made now (decisions §1.2). */
export function quickstartSettings(settings: Settings): Settings {
  const earlier = readQuickstart(settings.FILMGATE_DATA_DIR);
  const made = (prefix: string): string =>
    `${prefix}_${randomBytes(generatedKeyBytes).toString('base64url')}`;
  return {
    ...settings,
    FILMGATE_ADMIN_PASSWORD:
      settings.FILMGATE_ADMIN_PASSWORD ?? earlier?.admin.password ?? made('admin'),
    FILMGATE_SERVICE_API_KEY:
      settings.FILMGATE_SERVICE_API_KEY ?? earlier?.service_api_key ?? made('service'),
    FILMGATE_UPSTREAM_API_KEY:
      settings.FILMGATE_UPSTREAM_API_KEY ?? earlier?.upstream_api_key ?? made('upstream'),
  };
}

/** Makes the demo data once per data directory and notes how to reach everything. */
export async function ensureQuickstart(
  settings: Settings,
  services: GatewayServices,
  urls: { readonly localUrl: string; readonly tasksUrl: string },
): Promise<Quickstart> {
  const { ports, secretBox } = services.composed;
  await ensureDemoAccounts(ports, secretBox);
  const earlier = readQuickstart(settings.FILMGATE_DATA_DIR);
  const quickstart: Quickstart = {
    local_url: urls.localUrl,
    tasks_url: urls.tasksUrl,
    admin: {
      username: settings.FILMGATE_ADMIN_USERNAME,
      password: settings.FILMGATE_ADMIN_PASSWORD ?? '',
    },
    service_api_key: settings.FILMGATE_SERVICE_API_KEY ?? '',
    api_user: (await stillKnown(services, earlier)) ?? (await createDemoUser(services)),
    upstream_api_key: settings.FILMGATE_UPSTREAM_API_KEY ?? '',
  };
  writeQuickstart(settings.FILMGATE_DATA_DIR, quickstart);
  return quickstart;
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

async function createDemoUser(services: GatewayServices): Promise<Quickstart['api_user']> {
  const { ports } = services.composed;
  const { key, digest, hint } = newApiKey(services);
  const user = await ports.storage.apiUsers.create({
    id: `us_${ports.ids.next()}`,
    name: demoUserName,
    keyDigest: digest,
    keyHint: hint,
    totalLimit: null,
    now: ports.clock.now(),
  });
  return { id: user.id, name: user.name, key };
}
