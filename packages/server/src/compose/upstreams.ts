import { join } from 'node:path';
import type { UpstreamClient } from '@filmgate/core';
import { createHttpTransport } from '@filmgate/upstream-http';
import { createMockClient, createMockUpstream, type LedgerView } from '@filmgate/upstream-mock';
import type { Settings } from '../settings/settings-schema.ts';

/** The configured upstream clients by provider, and how to let go of them. */
export interface Upstreams {
  readonly clients: ReadonlyMap<string, UpstreamClient>;
  /** The in-process mock's truth; undefined when the mock is another process. */
  readonly ledger: ((contains?: string) => LedgerView) | undefined;
  close(): Promise<void>;
}

/** Connects the mock: in process with its ledger in the data directory, or at `FILMGATE_MOCK_URL`. */
export function openUpstreams(settings: Settings, now: () => number): Upstreams {
  const speed = settings.FILMGATE_MOCK_SPEED;
  const url = settings.FILMGATE_MOCK_URL;
  if (url !== undefined) {
    const transport = createHttpTransport(url);
    const client = createMockClient({ transport, speed, now });
    return {
      clients: new Map([['mock', client]]),
      ledger: undefined,
      close: () => transport.close(),
    };
  }
  const mock = createMockUpstream({
    now,
    speed,
    seed: settings.FILMGATE_MOCK_SEED,
    ledgerFile: join(settings.FILMGATE_DATA_DIR, 'mock-ledger.ndjson'),
    accounts: { mk_demo_one: { concurrency: 8 }, mk_demo_two: { concurrency: 8 } },
  });
  return {
    clients: new Map([['mock', mock.client]]),
    ledger: (contains) => mock.ledger(contains),
    close: async () => mock.close(),
  };
}
