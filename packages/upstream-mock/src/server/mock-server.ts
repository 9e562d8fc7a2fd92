import { createServer, type RequestListener, type Server } from 'node:http';
import {
  loadPersonalities,
  type OpenPersonalities,
  type PersonalityName,
} from '../personalities/known-personalities.ts';
import { createMockSpace } from '../space/mock-space.ts';
import { createMockSpaces, type MockSpaces } from '../space/mock-spaces.ts';
import { defaultSpace } from '../space/space-name.ts';
import type { ChaosPlan, ChaosSource } from '../scenario/chaos.ts';
import type { ReadScenario, Scenario } from '../scenario/scenario.ts';
import { createResultFiles } from '../wire/job-results.ts';
import type { LedgerFile } from '../world/ledger-file.ts';
import type { MockAccountSettings } from '../world/mock-account.ts';
import { createMockClock } from '../world/mock-clock.ts';
import { ownWire } from '../world/mock-job.ts';
import { type LedgerView, viewLedger } from '../world/ledger-view.ts';
import type { MockWorld } from '../world/mock-world.ts';
import { createVolatileLedger } from '../world/volatile-ledger.ts';
import { tokenProblem } from './control-token.ts';
import { createInProcessFetch } from './in-process-fetch.ts';
import { Lures } from './lure.ts';
import { type MockFault, printFault } from './mock-fault.ts';
import type { RequestLine } from './request-line.ts';
import { type RequestTarget, serveRequest } from './serve-request.ts';

/** A mock provider listening on its own port. */
export interface MockServer {
  /** Its origin. */
  readonly url: string;
  /** Calls it from this process without a connection, and nothing else. */
  readonly fetch: typeof fetch;
  /**
   * What was accepted in a space, as of now. `contains`: only jobs whose prompt has this text.
   *
   * @throws Error when there is no such space, and no room for one
   */
  ledger(space: string, contains?: string): LedgerView;
  /** Listens no more, finishes the responses it is giving and cuts the ones it will never give, and after a grace all others. */
  close(): Promise<void>;
}

export interface MockServerOptions {
  readonly host: string;
  /** 0 = any free one. */
  readonly port: number;
  /** 20 = twenty times faster. */
  readonly speed: number;
  /** Outcomes, ids and bytes follow from it; absent = that of the scenario, else `filmgate`. */
  readonly seed?: string;
  /** File that keeps the ledger of the default space over restarts; absent = memory only. */
  readonly ledgerFile?: string;
  /** Whether the `/_mock/…` routes exist. */
  readonly control: boolean;
  /** Names those routes are reached under besides `host` and the loopback ones; pages of other names are refused. */
  readonly controlHosts?: readonly string[];
  /** Hosts that callbacks may go to; for callers on this machine also loopback ones. */
  readonly callbackHosts?: readonly string[];
  /** What those routes ask for as `Authorization: Bearer`, 8 to 200 visible ASCII characters; absent = nothing. */
  readonly controlToken?: string;
  /** What account keys start as, in every space. */
  readonly accounts?: { readonly [key: string]: Partial<MockAccountSettings> };
  /** How every space begins, and what happens in it. */
  readonly scenario?: Scenario;
  /** Faults drawn for each submission, in the place of those of the scenario. */
  readonly chaos?: Scenario['chaos'];
  /** What chaos drew before, as `GET /_mock/plan` gives it: it happens again, and nothing is drawn. */
  readonly plan?: ChaosPlan;
  /** Providers whose wires are spoken too, each below `/<name>`; absent = none. */
  readonly personalities?: readonly PersonalityName[];
  /** A recording whose upstreams are replayed, each below `/<name>`: by the time of a space. */
  readonly cassette?: { readonly folder: string; readonly mode: 'lockdown' | 'once' };
  /** Wall clock in ms. */
  readonly now: () => number;
  /** How long a space may be unused before it is dropped, in ms of the wall clock; 0 = for ever, 10 minutes unless given. */
  readonly spaceIdleMs?: number;
  /** Most spaces at once, the default one included; 10,000 unless given. */
  readonly mostSpaces?: number;
  /** Told every exception inside the mock; absent = stderr. */
  readonly onFault?: (fault: MockFault) => void;
  /** Told every request that has ended, without credentials and values of its query. */
  readonly onRequest?: (line: RequestLine) => void;
  /** How long `close` waits for requests that came in half and responses that are on their way, in ms; 2000 unless given. */
  readonly closeGraceMs?: number;
}

/**
 * How long a connection without a request is kept, in ms: longer than a test. One that ended just as a busy caller sends its next request
 * would look like a lost response.
 */
const idleConnectionMs = 10 * 60_000;
const usualSeed = 'filmgate';
const usualCloseGraceMs = 2_000;
const usualSpaceIdleMs = 10 * 60_000;
const usualMostSpaces = 10_000;

/**
 * Starts the mock provider as an HTTP server.
 *
 * @throws RangeError for an impossible speed, control token, scenario or plan; Error of the system when the port cannot be had or the
 *   ledger cannot be read
 */
export async function startMockServer(options: MockServerOptions): Promise<MockServer> {
  const { controlToken } = options;
  const problem = controlToken === undefined ? undefined : tokenProblem(controlToken);
  if (problem !== undefined) throw new RangeError(problem);
  const ledger = await openLedger(options);
  try {
    return await openServer(options, await openSpaces(options, ledger), ledger);
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

async function openLedger({ ledgerFile }: MockServerOptions): Promise<LedgerFile> {
  if (ledgerFile === undefined) return createVolatileLedger();
  const { openLedgerFile } = await import('../world/ledger-file.ts');
  return openLedgerFile(ledgerFile);
}

async function openServer(
  options: MockServerOptions,
  spaces: MockSpaces,
  ledger: LedgerFile,
): Promise<MockServer> {
  const { host, control, now, onRequest, onFault = printFault } = options;
  const { closeGraceMs = usualCloseGraceMs } = options;
  const server = createServer({ keepAliveTimeout: idleConnectionMs });
  const handle: RequestListener = (request, response) =>
    void serveRequest(request, response, target);
  const lures = new Lures(handle);
  const target: RequestTarget = {
    spaces,
    lures,
    control,
    controlHosts: [host, ...(options.controlHosts ?? [])],
    controlToken: options.controlToken ?? null,
    closing: () => !server.listening,
    onFault,
    onRequest,
    now,
  };
  server.on('request', handle);
  await listen(server, options);
  const url = originOf(server, host);
  return {
    url,
    fetch: createInProcessFetch(url, target),
    ledger: (name, contains) => viewLedger(worldOf(spaces, name), { contains }),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await letGo(spaces);
      const cut = setTimeout(() => server.closeAllConnections(), closeGraceMs);
      await closed;
      clearTimeout(cut);
      await lures.close();
      await ledger.close();
    },
  };
}

/** Of all who wait in them, and of callbacks that are still to come. */
async function letGo(spaces: MockSpaces): Promise<void> {
  for (const { space } of spaces.all()) space.callbacks.close();
  await Promise.all(spaces.all().map(({ space }) => space.hung.endAll()));
}

function worldOf(spaces: MockSpaces, name: string): MockWorld {
  const use = spaces.use(name);
  if (use.kind === 'full') throw new Error(use.message);
  return use.space.world;
}

/** The spaces of a mock. The ledger is the default one's; all others live as long as the process at most. */
async function openSpaces(options: MockServerOptions, ledger: LedgerFile): Promise<MockSpaces> {
  const { now, speed, personalities = [], callbackHosts = [], onFault = printFault } = options;
  const { scenario, plan } = await readScript(options);
  const accounts = { ...options.accounts, ...options.scenario?.accounts };
  const seed = options.seed ?? scenario.seed ?? usualSeed;
  const speak = await loadPersonalities(personalities);
  const replay = await loadReplay(options);
  const files = createResultFiles();
  return createMockSpaces({
    create: (name) =>
      createMockSpace({
        name,
        seed,
        clock: createMockClock({ now, speed }),
        ledger: name === defaultSpace ? ledger : createVolatileLedger(),
        openPersonalities: (context) => new Map([...speak(context), ...replay(context)]),
        files,
        accounts,
        scenario,
        plan,
        callbackHosts,
        onFault: (error) => onFault({ method: 'POST', path: 'a callback', error }),
      }),
    now,
    idleMs: options.spaceIdleMs ?? usualSpaceIdleMs,
    most: options.mostSpaces ?? usualMostSpaces,
  });
}

/** What happens in every space. What reads it is loaded where it was given: a start does not pay for it. */
async function readScript({
  scenario,
  chaos,
  plan,
  personalities = [],
}: MockServerOptions): Promise<{ scenario: ReadScenario; plan?: ChaosSource }> {
  if (scenario === undefined && chaos === undefined && plan === undefined) return { scenario: {} };
  const { readPlan, readScenario } = await import('../scenario/read-scenario.ts');
  const asked = { ...scenario, ...(chaos !== undefined && { chaos }) };
  return {
    scenario: readScenario(asked, [ownWire, ...personalities]),
    ...(plan !== undefined && { plan: readPlan(plan) }),
  };
}

/** @throws Error when there is no cassette, or when an upstream of it has the name of a wire that is spoken, too */
async function loadReplay(options: MockServerOptions): Promise<OpenPersonalities> {
  const { cassette, personalities = [] } = options;
  if (cassette === undefined) return () => new Map();
  const { replayPersonalities } = await import('../cassettes/replay-personality.ts');
  const wires = replayPersonalities(cassette.folder, cassette.mode);
  const twice = personalities.find((name) => wires.has(name));
  if (twice !== undefined) throw new Error(`the cassette has an upstream ${twice}, as --as has`);
  return (context) => new Map([...wires].map(([name, create]) => [name, create(context)]));
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
