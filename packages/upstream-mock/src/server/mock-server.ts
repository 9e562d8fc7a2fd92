import { createServer, type Server, type ServerResponse } from 'node:http';
import { openPersonalities, type PersonalityName } from '../personalities/known-personalities.ts';
import { createJobResults } from '../wire/job-results.ts';
import { createMockProvider } from '../wire/provider.ts';
import { createVolatileLedger, openLedgerFile } from '../world/ledger-file.ts';
import type { MockAccountSettings } from '../world/mock-account.ts';
import { createMockClock } from '../world/mock-clock.ts';
import { createMockWorld } from '../world/mock-world.ts';
import { serveRequest } from './serve-request.ts';

/** A mock provider listening on its own port. */
export interface MockServer {
  /** Its origin. */
  readonly url: string;
  /** Listens no more, finishes the responses it is giving and cuts the ones it will never give. */
  close(): Promise<void>;
}

export interface MockServerOptions {
  readonly host: string;
  /** 0 = any free one. */
  readonly port: number;
  /** 20 = twenty times faster. */
  readonly speed: number;
  /** Outcomes, ids and bytes follow from it. */
  readonly seed: string;
  /** File that keeps the ledger over restarts; absent = memory only. */
  readonly ledgerFile?: string;
  /** Whether the `/_mock/…` routes exist. */
  readonly control: boolean;
  /** Names those routes are reached under besides `host` and the loopback ones; pages of other names are refused. */
  readonly controlHosts?: readonly string[];
  readonly accounts?: { readonly [key: string]: Partial<MockAccountSettings> };
  /** Providers whose wires are spoken too, each below `/<name>`; absent = none. */
  readonly personalities?: readonly PersonalityName[];
  /** Wall clock in ms. */
  readonly now: () => number;
}

/**
 * Starts the mock provider as an HTTP server.
 *
 * @throws RangeError for an impossible speed; Error of the system when the port cannot be had or the
 *   ledger cannot be read
 */
export async function startMockServer(options: MockServerOptions): Promise<MockServer> {
  const { seed, accounts, control, ledgerFile } = options;
  const clock = createMockClock({ now: options.now, speed: options.speed });
  const ledger = ledgerFile === undefined ? createVolatileLedger() : openLedgerFile(ledgerFile);
  const world = createMockWorld({
    clock,
    ledger,
    seed,
    ...(accounts !== undefined && { accounts }),
  });
  const hanging = new Set<ServerResponse>();
  const hang = (response: ServerResponse) => keepOpen(response, hanging);
  const closing = () => !server.listening;
  const controlHosts = [options.host, ...(options.controlHosts ?? [])];
  const results = createJobResults(world, seed);
  const provider = createMockProvider(world, results);
  const wanted = options.personalities ?? [];
  const personalities = await openPersonalities(wanted, { world, seed, results });
  const target = { world, provider, personalities, control, controlHosts, closing, hang };
  const server = createServer((request, response) => {
    serveRequest(request, response, target).catch(() => response.destroy());
  });
  try {
    await listen(server, options);
  } catch (error) {
    await ledger.close();
    throw error;
  }
  return {
    url: originOf(server, options.host),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const response of hanging) response.destroy();
      await closed;
      await ledger.close();
    },
  };
}

function keepOpen(response: ServerResponse, hanging: Set<ServerResponse>): void {
  hanging.add(response);
  response.once('close', () => hanging.delete(response));
}

function listen(server: Server, { host, port }: MockServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function originOf(server: Server, host: string): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
