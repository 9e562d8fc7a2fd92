import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { eventually } from '../../http/eventually.ts';
import { personalities, writeOperatorFiles } from '../../http/personality-endpoints.ts';
import { type AdminJob, type AdminUser, type AdminView, adminView } from '../admin-view.ts';
import {
  type GatewayProcess,
  type MockProcess,
  startGatewayProcess,
  startMock,
  temporaryDirectory,
} from '../crash-harness.ts';
import type { FailPoint } from '../fail-point.ts';
import type { SweepJob } from './sweep-jobs.ts';

type Folder = Awaited<ReturnType<typeof temporaryDirectory>>;

/** A gateway, and the number of acts frozen in it. */
type Running = GatewayProcess & { readonly admin: AdminView; readonly frozen: () => number };

/** Response to a request for a video. */
interface Taken {
  readonly status: number;
  readonly id: string;
}

/** Maximum time of an immediate action on a busy machine, in ms. */
const patienceMs = 60_000;
const checkEveryMs = 200;

const leaseSeconds = 5;
/** Time between two gateways, in ms: a lease expires. */
const restMs = (leaseSeconds + 1) * 1_000;

/** One data directory, and a mock that speaks the protocols of all providers, over all kills. */
export class ProtocolScene {
  readonly mock: MockProcess;
  readonly #folder: Folder;
  readonly #settings: Readonly<Record<string, string>>;
  #aheadMs = 0;
  #user: { readonly id: string; readonly key: string } | undefined;
  #gateway: Running | undefined;

  private constructor(
    mock: MockProcess,
    folder: Folder,
    settings: Readonly<Record<string, string>>,
  ) {
    this.mock = mock;
    this.#folder = folder;
    this.#settings = settings;
  }

  static async open(): Promise<ProtocolScene> {
    const [mock, folder] = await Promise.all([startMock(...personalities), temporaryDirectory()]);
    return new ProtocolScene(
      mock,
      folder,
      await writeOperatorFiles(`${folder.path}/operator`, mock.url),
    );
  }

  async close(): Promise<void> {
    await this.#gateway?.child.stop('SIGKILL');
    await this.mock.stop();
    await this.#folder.dispose();
  }

  /**
   * Starts a gateway; jobs with this prompt freeze at the point when one is given. Leases of a killed one are free at
   * once: the clocks of the gateway and the mock have moved on meanwhile.
   */
  async start(freeze?: { readonly point: FailPoint; readonly prompt: string }): Promise<void> {
    this.#aheadMs += restMs;
    await this.mock.advance(restMs);
    const gateway = await startGatewayProcess({
      program: './protocols/freezing-server.ts',
      dataDirectory: `${this.#folder.path}/data`,
      mockUrl: this.mock.url,
      environment: {
        ...this.#settings,
        FILMGATE_LEASE_SECONDS: String(leaseSeconds),
        FILMGATE_RESULT_COPIES: '64',
        CLOCK_AHEAD_MS: String(this.#aheadMs),
        ...(freeze !== undefined && {
          FREEZE_AT: JSON.stringify(freeze.point),
          FREEZE_PROMPT: freeze.prompt,
        }),
      },
    });
    let frozen = 0;
    const { stdout } = gateway.child.process;
    if (stdout !== null)
      createInterface({ input: stdout }).on('line', (line) => {
        if (line === 'frozen') frozen += 1;
      });
    const admin = await adminView(gateway.localUrl);
    this.#gateway = { ...gateway, admin, frozen: () => frozen };
    this.#user ??= await admin.createUser(1_000_000);
  }

  /** Waits until `count` acts are frozen, or have not changed for long, and kills the process with all of them. */
  async killWhenFrozen(
    count: number,
  ): Promise<{ readonly signal: NodeJS.Signals | null; readonly frozen: number }> {
    const { child, frozen } = this.#running();
    const deadline = performance.now() + patienceMs;
    while (frozen() < count && performance.now() < deadline) await pause(checkEveryMs);
    await child.stop('SIGKILL');
    const { signal } = await child.ended;
    return { signal, frozen: frozen() };
  }

  /**
   * Requests a video until it is accepted: accounts must first be probed. Undefined when the process died before its
   * response.
   */
  async create(job: SweepJob): Promise<Taken | undefined> {
    const taken = await eventually(
      async () => {
        const result = await this.#post(job);
        return result !== 'not-available' ? result : undefined;
      },
      { what: `${job.label} is taken`, timeoutMs: patienceMs, intervalMs: 100 },
    );
    return taken === 'gone' ? undefined : taken;
  }

  async #post({ body, key }: SweepJob): Promise<Taken | 'gone' | 'not-available'> {
    const result = await fetch(`${this.#running().tasksUrl}/v1/videos`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#user?.key ?? ''}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => undefined);
    if (result === undefined) return 'gone';
    if (result.status === 503) return 'not-available';
    if (result.status >= 300) throw new Error(`${result.status} ${result.text}`);
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(result.text));
    return { status: result.status, id };
  }

  /** The jobs of one step in their expected states; in their present ones when that takes too long. */
  async settled(
    expected: ReadonlyMap<string, SweepJob['expected']['state']>,
  ): Promise<ReadonlyMap<string, AdminJob>> {
    const { admin } = this.#running();
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const jobs = new Map((await admin.jobs()).map((job) => [job.id, job]));
      const isSettled = [...expected].every(([id, state]) => jobs.get(id)?.state === state);
      if (isSettled || performance.now() > deadline) return jobs;
      await pause(checkEveryMs);
    }
  }

  async trail(id: string): Promise<readonly string[]> {
    return (await this.#running().admin.trail(id)).map(({ what }) => what);
  }

  /** Credits of the one user of the scene: used, reserved and on hold. */
  async usage(): Promise<AdminUser['usage']> {
    return (await this.#running().admin.user(this.#user?.id ?? '')).usage;
  }

  async stop(): Promise<void> {
    await this.#running().child.stop('SIGTERM');
  }

  #running(): Running {
    if (this.#gateway === undefined) throw new Error('no gateway was started');
    return this.#gateway;
  }
}
