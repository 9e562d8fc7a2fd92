import type { UpstreamClient } from '@filmgate/core';
import { createInProcessTransport } from './in-process-transport.ts';
import { createMockClient } from './create-mock-client.ts';
import { createResultCache } from '../results/result-cache.ts';
import { createMockSpace } from '../space/mock-space.ts';
import { defaultSpace } from '../space/space-name.ts';
import { openLedgerFile } from '../state/ledger-file.ts';
import type { LedgerView } from '../state/ledger.ts';
import { viewLedger } from '../state/ledger-view.ts';
import type { MockAccountSettings } from '../job/mock-account.ts';
import { MockClock } from '../job/mock-clock.ts';

/** A mock provider in this process. */
export interface MockUpstream {
  readonly client: UpstreamClient;
  /** The true state of all accepted submissions whose prompt contains the text. */
  ledger(contains?: string): LedgerView;
  /** Sets the limits of an account key from now on. */
  describeAccount(key: string, settings: Partial<MockAccountSettings>): void;
  /** Moves the mock's clock ahead by unscaled ms. Throws a RangeError beyond the year 9999. */
  advanceClock(ms: number): void;
  /** Deletes all jobs and accounts, and puts the clock back. */
  reset(): void;
  /** Closes the ledger file. */
  close(): Promise<void>;
}

export interface MockUpstreamOptions {
  /** Wall clock in ms. */
  readonly now: () => number;
  /** 20 = twenty times faster; default 1. */
  readonly speed?: number;
  /** Outcomes, ids and bytes follow from the seed; default `filmgate`. */
  readonly seed?: string;
  /** File that keeps the ledger across restarts; absent = memory only. */
  readonly ledgerFile?: string;
  readonly accounts?: { readonly [key: string]: Partial<MockAccountSettings> };
}

/**
 * Creates a mock provider in process, with the same behaviour as `filmgate-mock serve`, without a socket.
 *
 * @throws RangeError for an invalid speed; Error if the ledger file cannot be read
 */
export function createMockUpstream(options: MockUpstreamOptions): MockUpstream {
  const { now, speed = 1, seed = 'filmgate', ledgerFile, accounts } = options;
  const clock = new MockClock({ now, speed });
  const ledger = ledgerFile === undefined ? undefined : openLedgerFile(ledgerFile);
  const space = createMockSpace({
    name: defaultSpace,
    clock,
    ledger,
    seed,
    scenario: {},
    openPersonalities: () => new Map(),
    files: createResultCache(),
    ...(accounts !== undefined && { accounts }),
  });
  const { hung, world } = space;
  const transport = createInProcessTransport(space);
  return {
    client: createMockClient({ transport, speed, now }),
    ledger: (contains = '') => viewLedger(world, { contains }),
    describeAccount: (key, settings) => world.describeAccount(key, settings),
    advanceClock: (ms) => {
      world.advanceClock(ms);
      void hung.settle();
    },
    reset: () => {
      world.reset();
      void hung.endAll();
    },
    close: async () => {
      await hung.endAll();
      ledger?.close();
    },
  };
}
