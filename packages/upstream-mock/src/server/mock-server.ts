import { createServer, type RequestListener } from 'node:http';
import type { PersonalityName } from '../wires/personality-names.ts';
import { loadPersonalities, type OpenPersonalities } from '../wires/known-personalities.ts';
import type { RuledWires } from '../faults/rule-problem.ts';
import { createOwnWire } from '../wires/mock/own-wire.ts';
import { createMockSpace } from '../space/mock-space.ts';
import { MockSpaces, type SpaceUse } from '../space/mock-spaces.ts';
import { defaultSpace } from '../space/space-name.ts';
import type { ChaosPlan, ChaosSource } from '../faults/chaos.ts';
import type { Scenario } from '../faults/scenario.ts';
import type { ReadScenario } from '../faults/read-scenario.ts';
import { createResultCache } from '../results/result-cache.ts';
import type { LedgerFile } from '../state/ledger-file.ts';
import type { MockAccountSettings } from '../job/mock-account.ts';
import { MockClock } from '../job/mock-clock.ts';
import { ownWire } from '../job/mock-job.ts';
import type { LedgerView } from '../state/ledger.ts';
import { viewLedger } from '../state/ledger-view.ts';
import { checkClients } from '../verdict/check-clients.ts';
import { tokenProblem } from '../input/control-token.ts';
import { createInProcessFetch } from './in-process-fetch.ts';
import { SsrfCanaries } from './ssrf-canary.ts';
import { type MockFault, printFault } from './mock-fault.ts';
import type { RequestLine } from './request-line.ts';
import { addressOf, listen } from './listen.ts';
import type { CallTarget } from './serve-call.ts';
import { serveRequest } from './serve-request.ts';

/** A mock provider listening on its own port. */
export interface MockServer {
  readonly url: string;
  /** Calls it from this process without a connection, and nothing else. */
  readonly fetch: typeof fetch;
  /**
   * Accepted jobs of a space, as of now. `contains`: only jobs whose prompt has this text.
   *
   * @throws Error if there is no such space, and no room for one
   */
  ledger(space: string, contains?: string): LedgerView;
  /** Closes the port and finishes current responses; after a grace period, or if one would never end, cuts them. */
  close(): Promise<void>;
}

export interface MockServerOptions {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** 20 = twenty times faster. */
  readonly speed: number;
  /** Outcomes, ids and bytes follow from the seed; absent = that of the scenario, else `filmgate`. */
  readonly seed?: string;
  /** File that keeps the ledger of the default space across restarts; absent = memory only. */
  readonly ledgerFile?: string | undefined;
  /** True to serve the `/_mock/…` routes. */
  readonly control: boolean;
  /** Host names of those routes besides `host` and the loopback ones; pages of other names are refused. */
  readonly controlHosts?: readonly string[];
  /** Hosts allowed as receivers of callbacks; for callers on this machine also loopback ones. */
  readonly callbackHosts?: readonly string[];
  /** Token of those routes, sent as `Authorization: Bearer`, 8 to 200 visible ASCII characters; absent = none. */
  readonly controlToken?: string | undefined;
  /** Initial state of account keys, in every space. */
  readonly accounts?: { readonly [key: string]: Partial<MockAccountSettings> };
  /** Initial state and timeline of every space. */
  readonly scenario?: Scenario | undefined;
  /** Faults drawn for each submission, instead of those of the scenario. */
  readonly chaos?: Scenario['chaos'] | undefined;
  /** Faults from `GET /_mock/plan` that are repeated; nothing is drawn then. */
  readonly plan?: ChaosPlan | undefined;
  /** Providers whose APIs are also served, each below `/<name>`; absent = none. */
  readonly personalities?: readonly PersonalityName[];
  /** A recording whose upstreams are replayed, each below `/<name>`, by the clock of a space. */
  readonly cassette?:
    | {
        readonly folder: string;
        /** Called while a long cassette is read, with numbers of lines. */
        readonly onProgress?: (done: number, all: number) => void;
      }
    | undefined;
  /** `data`: responses contain files instead of links, for clients that refuse loopback addresses; default `links`. */
  readonly results?: 'links' | 'data';
  /** Wall clock in ms. */
  readonly now: () => number;
  /** Idle time after which a space is dropped, in ms of the wall clock; 0 = never, default 10 minutes. */
  readonly spaceIdleMs?: number;
  /** Maximum spaces, including the default one; default 10,000. */
  readonly mostSpaces?: number;
  /** Called with every exception inside the mock; absent = stderr. */
  readonly onFault?: (fault: MockFault) => void;
  /** Called with every request that has ended, without credentials and query values. */
  readonly onRequest?: ((line: RequestLine) => void) | undefined;
  /** Time for which `close` waits for incomplete requests and current responses, in ms; default 2000. */
  readonly closeGraceMs?: number;
}

/** Idle timeout in ms, longer than a test: a close just as a caller sends a request looks like a lost response. */
const idleConnectionMs = 10 * 60_000;
const usualSeed = 'filmgate';
const usualCloseGraceMs = 2_000;
const usualSpaceIdleMs = 10 * 60_000;
const usualMostSpaces = 10_000;

/**
 * Starts the mock provider as an HTTP server.
 *
 * @throws RangeError for an invalid speed, control token, scenario or plan; Error of the system if the port is
 *   unavailable or the ledger cannot be read
 */
export async function startMockServer(options: MockServerOptions): Promise<MockServer> {
  const { controlToken } = options;
  const problem = controlToken === undefined ? undefined : tokenProblem(controlToken);
  if (problem !== undefined) throw new RangeError(problem);
  const ledger = await openLedger(options);
  try {
    return await openServer(options, await openSpaces(options, ledger), ledger);
  } catch (error) {
    ledger?.close();
    throw error;
  }
}

async function openLedger({ ledgerFile }: MockServerOptions): Promise<LedgerFile | undefined> {
  if (ledgerFile === undefined) return undefined;
  const { openLedgerFile } = await import('../state/ledger-file.ts');
  return openLedgerFile(ledgerFile);
}

async function openServer(
  options: MockServerOptions,
  spaces: MockSpaces,
  ledger: LedgerFile | undefined,
): Promise<MockServer> {
  const { host, control, now, onRequest, onFault = printFault } = options;
  const { closeGraceMs = usualCloseGraceMs } = options;
  const server = createServer({ keepAliveTimeout: idleConnectionMs });
  const handle: RequestListener = (request, response) =>
    void serveRequest(request, response, target);
  const ssrfCanaries = new SsrfCanaries(handle);
  const target: CallTarget = {
    spaces,
    ssrfCanaries,
    control: control ? async () => (await import('./handle-control.ts')).handleControl : null,
    controlHosts: [host, ...(options.controlHosts ?? [])],
    controlToken: options.controlToken ?? null,
    closing: () => !server.listening,
    onFault,
    onRequest,
    now,
  };
  server.on('request', handle);
  await listen(server, options);
  const url = addressOf(server, host);
  return {
    url,
    fetch: createInProcessFetch(url, target),
    ledger: (name, contains) => ledgerOf(spaces.use(name), contains),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await letGo(spaces);
      const cut = setTimeout(() => server.closeAllConnections(), closeGraceMs);
      await closed;
      clearTimeout(cut);
      await ssrfCanaries.close();
      ledger?.close();
    },
  };
}

/** Ends all waiting calls, and callbacks that are still pending. */
async function letGo(spaces: MockSpaces): Promise<void> {
  for (const { space } of spaces.all()) space.callbacks.close();
  await Promise.all(spaces.all().map(({ space }) => space.hung.endAll()));
}

function ledgerOf(use: SpaceUse, contains: string | undefined): LedgerView {
  if (use.kind === 'full') throw new Error(use.message);
  return viewLedger(use.space.world, { contains });
}

/** Opens the spaces of a mock. The ledger is that of the default one; all others end with the process. */
async function openSpaces(
  options: MockServerOptions,
  ledger: LedgerFile | undefined,
): Promise<MockSpaces> {
  const { now, speed, personalities = [], callbackHosts = [], onFault = printFault } = options;
  const known = await loadPersonalities(personalities);
  const { scenario, plan } = await readScript(options, known.wires);
  const accounts = { ...options.accounts, ...options.scenario?.accounts };
  const seed = options.seed ?? scenario.seed ?? usualSeed;
  const replay = await loadReplay(options);
  const files = createResultCache();
  return new MockSpaces({
    create: (name) =>
      createMockSpace({
        name,
        seed,
        clock: new MockClock({ now, speed }),
        ledger: name === defaultSpace ? ledger : undefined,
        openPersonalities: (context) => new Map([...known.open(context), ...replay(context)]),
        files,
        accounts,
        scenario,
        plan,
        callbackHosts,
        hasDataLinks: options.results === 'data',
        onFault: (error) => onFault({ method: 'POST', path: 'a callback', error }),
      }),
    outcomeOf: (space) => checkClients(space, { limit: 1 }).verdict.outcome,
    now,
    idleMs: options.spaceIdleMs ?? usualSpaceIdleMs,
    most: options.mostSpaces ?? usualMostSpaces,
  });
}

/** Reads the timeline of every space. Its code is loaded only if needed, to keep the start fast. */
async function readScript(
  { scenario, chaos, plan }: MockServerOptions,
  wires: RuledWires,
): Promise<{ scenario: ReadScenario; plan?: ChaosSource }> {
  if (scenario === undefined && chaos === undefined && plan === undefined) return { scenario: {} };
  const { readPlan, readScenario } = await import('../faults/read-scenario.ts');
  const asked = { ...scenario, ...(chaos !== undefined && { chaos }) };
  return {
    scenario: readScenario(asked, new Map([[ownWire, createOwnWire([])], ...wires])),
    ...(plan !== undefined && { plan: readPlan(plan) }),
  };
}

/** @throws Error if there is no cassette, or if an upstream of it has the name of a provider API */
async function loadReplay(options: MockServerOptions): Promise<OpenPersonalities> {
  const { cassette, personalities = [] } = options;
  if (cassette === undefined) return () => new Map();
  const { replayPersonalities } = await import('../replay/replay-personality.ts');
  const wires = replayPersonalities(cassette.folder, cassette.onProgress);
  const twice = personalities.find((name) => wires.has(name));
  if (twice !== undefined)
    throw new Error(`the cassette has an upstream ${twice}, and so does --as`);
  return (context) => new Map([...wires].map(([name, create]) => [name, create(context)]));
}
