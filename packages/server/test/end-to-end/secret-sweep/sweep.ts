import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { openLive } from '../../http/live-client.ts';
import type { OperatorEndpoint } from '../../http/personality-endpoints.ts';
import { linkSignature } from '../../http/image-server.ts';
import type { WorldOptions } from '../gateway-world.ts';
import { compare } from './allowed-places.ts';
import type { Heard } from './heard.ts';
import { SecretSearch } from './secret-search.ts';
import { proxyLogin, type SweptProviders, startSweptProviders } from './swept-providers.ts';
import { startSweptGateway, type SweptGateway } from './swept-gateway.ts';
import { useCommands } from './use-commands.ts';
import { readRoutes, refuseEverywhere } from './use-routes.ts';
import { useWires } from './use-wires.ts';

export interface SweepOptions {
  /** Endpoints to use; absent = all. */
  readonly only?: (endpoint: OperatorEndpoint) => boolean;
  /** Breaks the gateway. */
  readonly wrapPorts?: (providers: SweptProviders) => NonNullable<WorldOptions['wrapPorts']>;
  /** True if the routes and commands are left out. */
  readonly wiresOnly?: boolean;
}

/** Everything that a gateway kept or said while it was used in every way, and the secrets of that time. */
export interface Sweep extends ReturnType<typeof compare> {
  readonly search: SecretSearch;
  readonly heard: readonly Heard[];
}

/** Uses one gateway in every way, and searches what it kept and said for secrets. */
export async function sweep(options: SweepOptions = {}): Promise<Sweep> {
  const search = new SecretSearch();
  const started = await startSweptProviders();
  const { only = () => true } = options;
  const providers = {
    ...started,
    endpoints: started.endpoints.filter((one) => one.name === 'keyed' || only(one)),
  };
  try {
    const heard = await useProviders(providers, search, options);
    addSecretsOf(providers, search);
    return { ...compare(search, heard), search, heard };
  } finally {
    await providers.close();
  }
}

async function useProviders(
  providers: SweptProviders,
  search: SecretSearch,
  options: SweepOptions,
): Promise<readonly Heard[]> {
  const gateway = await startSweptGateway(providers, search, options.wrapPorts?.(providers));
  try {
    const heard = await useGateway(gateway, options);
    addLinks(gateway);
    return heard;
  } finally {
    await gateway.dispose();
  }
}

async function useGateway(
  gateway: SweptGateway,
  { wiresOnly = false }: SweepOptions,
): Promise<readonly Heard[]> {
  const { world, listener, userKey, dataDir } = gateway;
  const { tasksUrl, localUrl } = world.running;
  const bearer = { authorization: `Bearer ${userKey}` };
  const [tasks, bench] = [
    await openLive(`${tasksUrl}/v1/videos/events`, bearer),
    await openLive(`${localUrl}/local-video/events`, { cookie: await gateway.logIn() }),
  ];
  const jobs = await useWires(gateway);
  const whileRunning = filesIn(dataDir);
  if (!wiresOnly) {
    await readRoutes(gateway, jobs);
    await refuseEverywhere(gateway);
    await useCommands(gateway, jobs.slice(0, 1), true);
  }
  listener.hear('live events of tasks', JSON.stringify(tasks.messages));
  listener.hear('live events of the workbench', JSON.stringify(bench.messages));
  for (const { socket } of [tasks, bench]) socket.terminate();
  const atTheEnd = filesIn(dataDir);
  await gateway.stop();
  if (!wiresOnly) await useCommands(gateway, jobs.slice(-1), false);
  const log = { place: 'log', bytes: Buffer.from(world.log.join('')) };
  return [...listener.all(), log, ...whileRunning, ...atTheEnd, ...filesIn(dataDir)];
}

/** Every file of the gateway as stored, the database's log included. */
function filesIn(dataDir: string): readonly Heard[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((path) => {
      const bytes = readUnlessMoved(path);
      return bytes === undefined ? [] : [{ place: `file ${relative(dataDir, path)}`, bytes }];
    });
}

/** A video that is found while the files are listed moves from its temporary name to its final one. */
function readUnlessMoved(name: string): Buffer | undefined {
  try {
    return readFileSync(name);
  } catch (error) {
    if (z.object({ code: z.literal('ENOENT') }).safeParse(error).success) return undefined;
    throw error;
  }
}

/** Adds what providers and the proxy know. */
function addSecretsOf({ endpoints, talkative }: SweptProviders, search: SecretSearch): void {
  for (const { secrets } of endpoints)
    for (const secret of Object.values(secrets)) search.add('account secret', secret);
  // Of a signed token the last part is its signature; the others are no secret.
  for (const credential of talkative.credentials)
    search.add('account secret', credential.split('.').at(-1) ?? '');
  for (const signature of talkative.signatures) search.add('link of a provider', signature);
  for (const token of talkative.noticeTokens) search.add('notice token', token);
  search.add('link of a provider', linkSignature);
  search.add('login at the proxy', proxyLogin.password);
  const login = Buffer.from(`${proxyLogin.user}:${proxyLogin.password}`).toString('base64');
  search.add('login at the proxy', login);
}

/** Adds the signatures of the links that were handed out. */
function addLinks({ listener, search }: SweptGateway): void {
  for (const text of listener.texts())
    for (const [, signature] of text.matchAll(/signature=([\w-]{43})\b/g))
      if (signature !== undefined) search.add('signed link', signature);
}
