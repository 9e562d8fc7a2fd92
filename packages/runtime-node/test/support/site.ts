import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';
import { afterEach } from 'vitest';
import {
  createGuardedFetch,
  type FetchedBytes,
  type GuardedFetch,
} from '../../src/guarded-fetch/guarded-fetch.ts';
import type { GuardedFetchRefusal } from '../../src/guarded-fetch/guarded-fetch-refusal.ts';
import type { GuardedFetchOptions } from '../../src/guarded-fetch/open-guarded.ts';
import { createRawServer, type Listener, listen } from './listen.ts';

/** Host name of every test site; the injected resolver resolves it. */
export const HOST = 'files.example.com';
export const MAX_BYTES = 100_000;
const listeners: Listener[] = [];

afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()));
});

/** Starts a server that is closed after the test. */
export async function start(server: Server): Promise<Listener> {
  const listener = await listen(server);
  listeners.push(listener);
  return listener;
}

/** A server with its URL. */
export interface Site extends Listener {
  readonly url: string;
}

export async function site(reply: RequestListener): Promise<Site> {
  const listener = await start(createServer(reply));
  return { ...listener, url: `http://${HOST}:${listener.port}/image.png?size=2` };
}

/** A server that sends fixed bytes. */
export async function rawSite(response: string, end: 'leave-open' | 'close'): Promise<Site> {
  const listener = await start(createRawServer(response, end));
  return { ...listener, url: `http://${HOST}:${listener.port}/` };
}

/** Options that allow the site on a port. */
export function optionsFor(
  port: number,
  changes: Partial<GuardedFetchOptions> = {},
): GuardedFetchOptions {
  return {
    allowedHosts: [{ scheme: 'http', host: HOST, subdomains: false, port, admitsPrivate: true }],
    maxBytes: MAX_BYTES,
    timeoutMs: 20_000,
    idleTimeoutMs: 20_000,
    resolveHost: async () => ['127.0.0.1'],
    ...changes,
  };
}

/** A guarded fetch that may access the site on a port. */
export function guard(port: number, changes: Partial<GuardedFetchOptions> = {}): GuardedFetch {
  return createGuardedFetch(optionsFor(port, changes));
}

export async function fetchFrom(
  { port, url }: Site,
  changes: Partial<GuardedFetchOptions> = {},
): Promise<FetchedBytes | GuardedFetchRefusal> {
  return await guard(port, changes)(url);
}

/** Reason why a fetch from a site was refused; `fetched` when it was not. */
export async function reasonFrom(
  where: Site,
  changes: Partial<GuardedFetchOptions> = {},
): Promise<string> {
  const found = await fetchFrom(where, changes);
  return found.kind === 'refused' ? found.reason : found.kind;
}
