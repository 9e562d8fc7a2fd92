import type { UpstreamClient } from '@filmgate/core';
import { NotSent, type Transport } from '@filmgate/upstream-http';
import { createMockClient } from './create-mock-client.ts';
import { callInProcess } from '../server/in-process-call.ts';
import { printFault } from '../server/mock-fault.ts';
import type { CallTarget } from '../server/serve-call.ts';
import { SsrfCanaries } from '../server/ssrf-canary.ts';
import { createResultCache } from '../results/result-cache.ts';
import { createMockSpace, type MockSpace } from '../space/mock-space.ts';
import { MockSpaces } from '../space/mock-spaces.ts';
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
  const { now, speed = 1, seed = 'filmgate', ledgerFile, accounts = {} } = options;
  const clock = new MockClock({ now, speed });
  const ledger = ledgerFile === undefined ? undefined : openLedgerFile(ledgerFile);
  const space = createMockSpace({
    name: defaultSpace,
    clock,
    ledger,
    seed,
    accounts,
    scenario: {},
    openPersonalities: () => new Map(),
    files: createResultCache(),
  });
  const { hung, world } = space;
  const transport = createInProcessTransport(targetOf(space, now));
  return {
    client: createMockClient({ transport, speed, now }),
    ledger: (contains = '') => viewLedger(world, { contains }),
    describeAccount: (key, settings) => world.accounts.describe(key, settings),
    advanceClock: (ms) => {
      world.control.advanceClock(ms);
      void hung.settle();
    },
    reset: () => {
      world.control.reset();
      void hung.endAll();
    },
    close: async () => {
      await hung.endAll();
      ledger?.close();
    },
  };
}

/** A mock that has only the default space, and no control routes. */
function targetOf(space: MockSpace, now: () => number): CallTarget {
  const create = () => space;
  return {
    spaces: new MockSpaces({ create, outcomeOf: () => 'clean', now, idleMs: 0, most: 1 }),
    ssrfCanaries: new SsrfCanaries(() => undefined),
    control: null,
    controlHosts: [],
    controlToken: null,
    closing: () => false,
    onFault: printFault,
    onRequest: undefined,
    now,
  };
}

/** Calls a mock of this process, with the same behaviour as over HTTP, including resets and hangs. */
function createInProcessTransport(target: CallTarget): Transport {
  return {
    async send({ method, path: url, headers, body: content, range = null, signal, mayStart }) {
      if (signal.aborted || mayStart?.() === false) throw new NotSent('aborted before sending');
      const asked = range !== null && { range: `bytes=${range.from}-`, 'if-range': range.ifRange };
      const sent = content === null ? null : Buffer.from(content);
      const call = { method, url, headers: { ...headers, ...asked }, body: sent, signal };
      const reply = await callInProcess(call, target);
      const header = (name: string) => reply.headers[name] ?? null;
      return {
        status: reply.status,
        contentType: header('content-type'),
        contentEncoding: null,
        contentLength: Number(header('content-length')),
        etag: header('etag'),
        contentRange: header('content-range'),
        location: header('location'),
        retryAfter: header('retry-after'),
        body: reply.body,
      };
    },
  };
}
