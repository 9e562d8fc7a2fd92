import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Duration of a chained video, in seconds. */
export const seconds = 5;
/** Price of a second at each gateway, in credits: all different, so that one charge cannot be mistaken for another. */
const perSecond = { front: 7, middle: 4, bottom: 3 } as const;
/** Price of a video at each gateway, in credits. */
export const prices = {
  front: seconds * perSecond.front,
  middle: seconds * perSecond.middle,
  bottom: seconds * perSecond.bottom,
} as const;

/** Model of a gateway with a single one. */
const onlyModel = 'film';

interface Endpoint {
  readonly id: string;
  /** URL of the next gateway. */
  readonly url: string;
  /** Variable with the key for it. */
  readonly key: string;
}

type Settings = Readonly<Record<string, string>>;

/** Settings of the bottom gateway: the mock makes its videos. */
export async function bottomSettings(folder: string): Promise<Settings> {
  const route = { endpoint: 'mock', model: 'vm_std-2.0' };
  const families = [family(onlyModel, perSecond.bottom, route)];
  return { FILMGATE_CATALOG_FILE: await write(folder, 'bottom-catalog.json', { families }) };
}

/** Settings of a gateway whose videos the one below makes. */
export async function middleSettings(folder: string, bottom: Endpoint): Promise<Settings> {
  const families = [family(onlyModel, perSecond.middle, routeTo(bottom, perSecond.bottom))];
  return await settingsOver(folder, { name: 'middle', endpoints: [bottom], families });
}

/** Settings of the front gateway: an endpoint and a model for each middle one, of its name. */
export async function frontSettings(
  folder: string,
  endpoints: readonly Endpoint[],
): Promise<Settings> {
  const families = endpoints.map((endpoint) =>
    family(endpoint.id, perSecond.front, routeTo(endpoint, perSecond.middle)),
  );
  return await settingsOver(folder, { name: 'front', endpoints, families });
}

async function settingsOver(
  folder: string,
  given: {
    readonly name: string;
    readonly endpoints: readonly Endpoint[];
    readonly families: readonly object[];
  },
): Promise<Settings> {
  const { name, endpoints, families } = given;
  const providers = endpoints.map(({ id, url }) => [
    id,
    { protocol: 'openai-videos', dialect: 'filmgate', base_url: `${url}/v1` },
  ]);
  const accounts = endpoints.map(({ id, key }) => ({ label: id, endpoint: id, secret_env: key }));
  return {
    FILMGATE_CATALOG_FILE: await write(folder, `${name}-catalog.json`, { families }),
    FILMGATE_PROVIDERS_FILE: await write(
      folder,
      `${name}-providers.json`,
      Object.fromEntries(providers),
    ),
    FILMGATE_ACCOUNTS_FILE: await write(folder, `${name}-accounts.json`, { accounts }),
  };
}

function routeTo({ id }: Endpoint, credits: number) {
  return { endpoint: id, model: onlyModel, cost: { perSecond: { '720p': credits } } };
}

function family(id: string, credits: number, route: object) {
  return {
    id,
    mediaType: 'video',
    surfaces: ['tasks'],
    displayName: id,
    description: 'A video that is handed on.',
    ownedBy: 'filmgate',
    durationsSeconds: [seconds],
    aspectRatios: ['16:9'],
    resolutions: ['720p'],
    audio: 'optional',
    negativePrompt: false,
    references: { kinds: [], roles: [], minimum: 0, maximum: 0 },
    promptLimit: 4000,
    creditsPerSecond: { '720p': credits },
    routes: [route],
    waitSeconds: 900,
  };
}

async function write(folder: string, name: string, value: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, JSON.stringify(value));
  return file;
}

/**
 * A free port, different from the taken ones, and never assigned to an outgoing connection while its server is down.
 */
export async function lastingPort(taken: readonly number[]): Promise<number> {
  const belowGivenOnes = { first: 20_000, end: 30_000 };
  for (;;) {
    const port = randomInt(belowGivenOnes.first, belowGivenOnes.end);
    if (taken.includes(port)) continue;
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]).catch(() => false);
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
