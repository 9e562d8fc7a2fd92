import type { UpstreamAccount, UpstreamClient } from '@filmgate/core';
import { createHttpTransport } from '@filmgate/upstream-http';
import { createMockClient } from '../../src/client/create-mock-client.ts';
import { createMockUpstream } from '../../src/client/create-mock-upstream.ts';
import { startMockServer } from '../../src/server/mock-server.ts';
import type { LedgerView } from '../../src/state/ledger.ts';
import type { MockAccountSettings } from '../../src/job/mock-account.ts';
import { limitedAccounts } from './limited-accounts.ts';
import { beginning } from './open-world.ts';
import { readLedger } from './read-ledger.ts';

/** A mock with a client for it, on a clock that is stopped until it is advanced. */
export interface OpenMock {
  readonly client: UpstreamClient;
  /** The client of a mock at that URL; null in process. */
  readonly clientAt: ((baseUrl: string) => UpstreamClient) | null;
  now(): number;
  advance(ms: number): void;
  ledger(contains?: string): Promise<LedgerView>;
  describeAccount(key: string, settings: Partial<MockAccountSettings>): Promise<void>;
  close(): Promise<void>;
}

export const speed = 10;

const limits = { accounts: limitedAccounts };

/** An account of the mock. */
export function accountOf(secret: string): UpstreamAccount {
  return { id: 'account-1', label: 'label-1', secret };
}

async function openInProcess(): Promise<OpenMock> {
  let now = beginning;
  const mock = createMockUpstream({ ...limits, now: () => now, speed, seed: 'seed' });
  return {
    client: mock.client,
    clientAt: null,
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    ledger: async (contains) => mock.ledger(contains),
    describeAccount: async (key, settings) => mock.describeAccount(key, settings),
    close: () => mock.close(),
  };
}

async function openOverHttp(): Promise<OpenMock> {
  let now = beginning;
  const clock = { now: () => now, speed };
  const address = { host: '127.0.0.1', port: 0, control: true };
  const server = await startMockServer({ ...address, ...clock, ...limits, seed: 'seed' });
  const transport = createHttpTransport(server.url);
  const control = async (path: string, body?: unknown) => {
    const post = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${server.url}/_mock/${path}`, body === undefined ? {} : post);
    if (!response.ok)
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return await response.json();
  };
  return {
    client: createMockClient({ transport, ...clock }),
    clientAt: (baseUrl) => createMockClient({ transport: createHttpTransport(baseUrl), ...clock }),
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    ledger: async (contains = '') =>
      readLedger(await control(`ledger?contains=${encodeURIComponent(contains)}`)),
    describeAccount: async (key, settings) =>
      void (await control('accounts', { key, ...settings })),
    close: async () => {
      await transport.close();
      await server.close();
    },
  };
}

/** The two ways to reach a mock. */
export const waysToOpen = [
  { way: 'in process', open: openInProcess },
  { way: 'over HTTP', open: openOverHttp },
] as const;
