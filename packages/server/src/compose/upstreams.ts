import { join } from 'node:path';
import type { AccountLoad, ModelCatalog, UpstreamClient } from '@filmgate/core';
import type { AssetLinks } from '@filmgate/http-adapter';
import { createHttpTransport, type LinkSeal } from '@filmgate/upstream-http';
import type { LedgerView } from '@filmgate/upstream-mock';
import { type ClientParts, openClient } from '../providers/open-client.ts';
import { mockEndpoint, type Endpoints } from '../providers/endpoints.ts';
import { connectorsBy } from '../providers/outbound-proxy.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** Clients of the endpoints in use, and a function that closes them. */
export interface Upstreams {
  /** By endpoint; grows when an endpoint is opened. */
  readonly clients: ReadonlyMap<string, UpstreamClient>;
  readonly endpoints: Endpoints;
  /** Opens the client of an endpoint that has its first account; does nothing for one that is open, or unknown. */
  open(endpoint: string): Promise<void>;
  /** Ledger of the in-process mock; undefined when the mock is another process, or not in use. */
  ledger(): ((contains?: string) => LedgerView) | undefined;
  close(): Promise<void>;
}

/** Accounts and routes that decide which endpoints are in use at the start. */
export interface UpstreamNeeds {
  readonly catalog: Pick<ModelCatalog, 'families'>;
  readonly endpoints: Endpoints;
  readonly loads: readonly AccountLoad[];
  readonly links: LinkSeal;
  /** Undefined where no URL is configured. */
  readonly assetLinks: Pick<AssetLinks, 'linkTo'> | undefined;
}

/**
 * Opens the endpoints that have accounts or routes. The mock, which is for trials, is not loaded where accounts exist
 * and no mock account is enabled or in use: a gateway for real providers runs without its code.
 */
export async function openUpstreams(
  settings: Settings,
  now: () => number,
  needs: UpstreamNeeds,
): Promise<Upstreams> {
  const upstreams = new OpenedUpstreams(settings, now, needs);
  try {
    for (const endpoint of endpointsInUse(settings, needs)) await upstreams.open(endpoint);
  } catch (error) {
    await upstreams.close();
    throw error;
  }
  return upstreams;
}

function endpointsInUse(
  settings: Settings,
  { catalog, loads }: UpstreamNeeds,
): ReadonlySet<string> {
  const routed = catalog.families.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint));
  const held = loads.map(({ account }) => account.endpoint);
  const inUse = new Set([...routed, ...held]);
  if (!needsMock(settings, loads)) inUse.delete(mockEndpoint);
  return inUse;
}

function needsMock(settings: Settings, loads: readonly AccountLoad[]): boolean {
  if (settings.FILMGATE_MOCK_URL !== undefined || loads.length === 0) return true;
  return loads.some(
    ({ account, busy, takenCredits, heldCredits }) =>
      account.endpoint === mockEndpoint &&
      (account.enabled || busy + takenCredits + heldCredits > 0),
  );
}

class OpenedUpstreams implements Upstreams {
  readonly clients = new Map<string, UpstreamClient>();
  readonly endpoints: Endpoints;
  readonly #settings: Settings;
  readonly #now: () => number;
  readonly #shared: ClientParts;
  readonly #closes: (() => Promise<void>)[] = [];
  #ledger: ((contains?: string) => LedgerView) | undefined;

  constructor(
    settings: Settings,
    now: () => number,
    { endpoints, links, assetLinks }: UpstreamNeeds,
  ) {
    this.#settings = settings;
    this.#now = now;
    this.endpoints = endpoints;
    this.#shared = { now, settings, links, linkAsset: assetLinks?.linkTo };
  }

  async open(endpoint: string): Promise<void> {
    if (this.clients.has(endpoint)) return;
    if (endpoint === mockEndpoint) await this.#openMock();
    if (this.endpoints.protocolOf(endpoint) === undefined) return;
    const described = await this.endpoints.describe(endpoint);
    if (this.clients.has(endpoint)) return;
    const opened = openClient(described, this.#shared);
    this.clients.set(endpoint, opened.client);
    this.#closes.push(() => opened.close());
  }

  ledger(): ((contains?: string) => LedgerView) | undefined {
    return this.#ledger;
  }

  async close(): Promise<void> {
    await Promise.all(this.#closes.splice(0).map((close) => close()));
  }

  /** Opens the mock in process with its ledger in the data directory, or at `FILMGATE_MOCK_URL`. */
  async #openMock(): Promise<void> {
    const { createMockClient, createMockUpstream } = await import('@filmgate/upstream-mock/client');
    if (this.clients.has(mockEndpoint)) return;
    const now = this.#now;
    const { FILMGATE_MOCK_SPEED: speed, FILMGATE_MOCK_URL: url } = this.#settings;
    if (url !== undefined) {
      const transport = createHttpTransport(url, {}, connectorsBy(this.#settings));
      this.clients.set(mockEndpoint, createMockClient({ transport, speed, now }));
      this.#closes.push(() => transport.close());
      return;
    }
    // A mock inside one node does not know the jobs of the others.
    if (this.#settings.FILMGATE_STORAGE !== 'sqlite') return;
    const mock = createMockUpstream({
      now,
      speed,
      seed: this.#settings.FILMGATE_MOCK_SEED,
      ledgerFile: join(this.#settings.FILMGATE_DATA_DIR, 'mock-ledger.ndjson'),
      accounts: { mk_demo_one: { concurrency: 8 }, mk_demo_two: { concurrency: 8 } },
    });
    this.clients.set(mockEndpoint, mock.client);
    this.#ledger = (contains) => mock.ledger(contains);
    this.#closes.push(async () => mock.close());
  }
}
