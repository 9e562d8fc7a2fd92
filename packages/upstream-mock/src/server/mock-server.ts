import { createServer, type Server, type ServerResponse } from 'node:http';
import { openPersonalities, type PersonalityName } from '../personalities/known-personalities.ts';
import { createJobResults } from '../wire/job-results.ts';
import { createMockProvider } from '../wire/provider.ts';
import { createVolatileLedger, openLedgerFile } from '../world/ledger-file.ts';
import type { MockAccountSettings } from '../world/mock-account.ts';
import { createMockClock } from '../world/mock-clock.ts';
import { createMockWorld, type MockWorldOptions } from '../world/mock-world.ts';
import { type MockFault, printFault } from './mock-fault.ts';
import { type RequestTarget, serveRequest } from './serve-request.ts';

/** A mock provider listening on its own port. */
export interface MockServer {
  /** Its origin. */
  readonly url: string;
  /** Listens no more, finishes the responses it is giving and cuts the ones it will never give, and after a grace all others. */
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
  /** Told every exception inside the mock; absent = stderr. */
  readonly onFault?: (fault: MockFault) => void;
  /** How long `close` waits for requests that came in half and responses that are on their way, in ms; 2000 unless given. */
  readonly closeGraceMs?: number;
}

const usualCloseGraceMs = 2_000;

/**
 * Starts the mock provider as an HTTP server.
 *
 * @throws RangeError for an impossible speed; Error of the system when the port cannot be had or the
 *   ledger cannot be read
 */
export async function startMockServer(options: MockServerOptions): Promise<MockServer> {
  const { ledgerFile } = options;
  const clock = createMockClock({ now: options.now, speed: options.speed });
  const ledger = ledgerFile === undefined ? createVolatileLedger() : openLedgerFile(ledgerFile);
  const hanging = new Set<ServerResponse>();
  const server = createServer();
  try {
    const target = await openTarget(options, { clock, ledger });
    const closing = () => !server.listening;
    const hang = (response: ServerResponse) => keepOpen(response, hanging);
    server.on('request', (request, response) => {
      void serveRequest(request, response, { ...target, closing, hang });
    });
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
      const graceMs = options.closeGraceMs ?? usualCloseGraceMs;
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(cut);
      await ledger.close();
    },
  };
}

/** What answers requests, over the world of a ledger. */
async function openTarget(
  options: MockServerOptions,
  { clock, ledger }: Pick<MockWorldOptions, 'clock' | 'ledger'>,
): Promise<Omit<RequestTarget, 'closing' | 'hang'>> {
  const { seed, accounts, control, onFault = printFault } = options;
  const settings = accounts === undefined ? {} : { accounts };
  const world = createMockWorld({ clock, ledger, seed, ...settings });
  const results = createJobResults(world, seed);
  const wanted = options.personalities ?? [];
  return {
    world,
    provider: createMockProvider(world, results),
    personalities: await openPersonalities(wanted, { world, seed, results }),
    control,
    controlHosts: [options.host, ...(options.controlHosts ?? [])],
    onFault,
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
