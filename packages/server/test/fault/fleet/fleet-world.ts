import { join } from 'node:path';
import { eventually } from '../../http/eventually.ts';
import { type AdminJob, type AdminView, adminView } from '../admin-view.ts';
import {
  type GatewayProcess,
  type MockProcess,
  startGatewayProcess,
  startMock,
  temporaryDirectory,
} from '../crash-harness.ts';
import { brokenPromises } from './broken-promises.ts';
import { Line } from './line.ts';
import { RedisProcess } from './redis-process.ts';

/** Maximum wait for a condition on a busy machine, in ms. */
const patienceMs = 120_000;
/** The minimum lease. */
const leaseSeconds = '5';
const still: ReadonlySet<string> = new Set(['completed', 'failed', 'outcome_unknown']);

type TemporaryDirectory = Awaited<ReturnType<typeof temporaryDirectory>>;

/** Options of a node beside the common ones. */
export interface NodeOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Line between the node and Redis. */
  readonly redisLine?: Line;
  /** Line between the node and the mock. */
  readonly mockLine?: Line;
}

/** Response to a caller; `refused` by a 5xx, `cut`: none, since the connection ended. */
export type Reported =
  | { readonly kind: 'created'; readonly status: number; readonly id: string }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string }
  | { readonly kind: 'cut' };

export interface Wish {
  readonly prompt: string;
  readonly key: string;
}

/** Wishes, each with its own key; `tokens` control the mock. */
export function wishes(name: string, count: number, tokens: string): readonly Wish[] {
  return Array.from({ length: count }, (_, index) => ({
    prompt: `${name} ${index} [[mock:${tokens}]]`,
    key: `${name}-${index}`,
  }));
}

/** Gateway processes on one Redis, and a mock in its own process: the targets of faults, and the oracle. */
export class FleetWorld {
  readonly redis: RedisProcess;
  readonly mock: MockProcess;
  /** Slots of the only account. */
  readonly cap: number;
  /** Ids in responses to callers, by idempotency key. */
  readonly promised = new Map<string, Set<string>>();
  readonly #folder: TemporaryDirectory;
  readonly #nodes: GatewayProcess[] = [];
  readonly #lines: Line[] = [];
  #user: { readonly id: string; readonly key: string } | undefined;

  private constructor(parts: {
    readonly redis: RedisProcess;
    readonly mock: MockProcess;
    readonly folder: TemporaryDirectory;
    readonly cap: number;
  }) {
    this.redis = parts.redis;
    this.mock = parts.mock;
    this.cap = parts.cap;
    this.#folder = parts.folder;
  }

  static async open({ cap }: { readonly cap: number }): Promise<FleetWorld> {
    const [redis, mock, folder] = await Promise.all([
      RedisProcess.open(),
      startMock(),
      temporaryDirectory(),
    ]);
    return new FleetWorld({ redis, mock, folder, cap });
  }

  async close(): Promise<void> {
    await Promise.all(this.#nodes.map(({ child }) => child.stop('SIGKILL')));
    await Promise.all(this.#lines.map((line) => line.close()));
    await Promise.all([this.mock.stop(), this.redis.dispose()]);
    await this.#folder.dispose();
  }

  get user(): { readonly id: string; readonly key: string } {
    if (this.#user === undefined) throw new Error('no API user was made yet');
    return this.#user;
  }

  /** Environment of a node of this fleet, for programs that are not nodes. */
  get environment(): Readonly<Record<string, string>> {
    return {
      FILMGATE_STORAGE: 'redis',
      FILMGATE_REDIS_URL: this.redis.url,
      FILMGATE_MASTER_KEY: '0123456789abcdef'.repeat(4),
      FILMGATE_DATA_DIR: join(this.#folder.path, 'shared'),
      FILMGATE_LEASE_SECONDS: leaseSeconds,
    };
  }

  async node({ environment, redisLine, mockLine }: NodeOptions = {}): Promise<GatewayProcess> {
    const node = await startGatewayProcess({
      dataDirectory: join(this.#folder.path, 'shared'),
      mockUrl: mockLine === undefined ? this.mock.url : `http://127.0.0.1:${mockLine.port}`,
      environment: {
        ...this.environment,
        ...(redisLine !== undefined && {
          FILMGATE_REDIS_URL: `redis://127.0.0.1:${redisLine.port}`,
        }),
        ...environment,
      },
    });
    this.#nodes.push(node);
    return node;
  }

  /** Creates the account and the user of every job, over any node that responds. */
  async furnish(node: GatewayProcess): Promise<AdminView> {
    const admin = await adminView(node.localUrl);
    await admin.addAccount(this.cap);
    this.#user = await admin.createUser();
    return admin;
  }

  async lineToRedis(): Promise<Line> {
    return this.#keep(await Line.open({ path: this.redis.socket }));
  }

  async lineToMock(): Promise<Line> {
    return this.#keep(
      await Line.open({ host: '127.0.0.1', port: Number(new URL(this.mock.url).port) }),
    );
  }

  /** Creates a task at a node, and records its response. A refusal of the wish itself is an error. */
  async create({ tasksUrl }: GatewayProcess, { prompt, key }: Wish): Promise<Reported> {
    const received = await fetch(`${tasksUrl}/v1/videos`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.user.key}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ prompt, seconds: 5, resolution: '720p' }),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => undefined);
    if (received === undefined) return { kind: 'cut' };
    const { status, text } = received;
    if (status >= 500) return { kind: 'refused', status, text };
    if (status >= 300) throw new Error(`${status} ${text}`);
    const id = idOf(text);
    this.promised.set(key, (this.promised.get(key) ?? new Set()).add(id));
    return { kind: 'created', status, id };
  }

  /** Sends the wishes to each of the nodes in turn, all at once. */
  createAll(nodes: readonly GatewayProcess[], all: readonly Wish[]): Promise<readonly Reported[]> {
    return Promise.all(
      all.flatMap((wish, index) => {
        const node = nodes[index % nodes.length];
        return node === undefined ? [] : [this.create(node, wish)];
      }),
    );
  }

  /** Waits until the jobs in the administrator's view fulfil the condition; fails with their states. */
  async jobs(
    admin: AdminView,
    what: string,
    condition: (jobs: readonly AdminJob[]) => boolean,
  ): Promise<readonly AdminJob[]> {
    let seen: readonly AdminJob[] = [];
    const look = async () => {
      seen = await admin.jobs();
      return condition(seen) ? seen : undefined;
    };
    try {
      return await this.until(what, look);
    } catch (cause) {
      throw new Error(`${what}: ${seen.map(({ state }) => state).join(', ')}`, { cause });
    }
  }

  /** All jobs, once `count` exist and none changes any more. */
  settled(admin: AdminView, count: number): Promise<readonly AdminJob[]> {
    return this.jobs(
      admin,
      `the end of ${count} jobs`,
      (jobs) => jobs.length === count && jobs.every(({ state }) => still.has(state)),
    );
  }

  /** Waits until the mock has accepted `count` submissions of prompts that contain the text. */
  async accepted(contains: string, count: number): Promise<void> {
    await this.until(`${count} submissions of ${contains}`, async () =>
      (await this.mock.ledger(contains)).accepted >= count ? true : undefined,
    );
  }

  until<T>(what: string, probe: () => Promise<T | undefined>): Promise<T> {
    return eventually(probe, { what, timeoutMs: patienceMs, intervalMs: 50 });
  }

  /** Waits until a node reports ready (200) or not ready (503); returns the body. */
  readiness({ tasksUrl }: GatewayProcess, status: number): Promise<string> {
    return this.until(`${status} of /readyz`, async () => {
      const response = await fetch(`${tasksUrl}/readyz`);
      const text = await response.text();
      return response.status === status ? text : undefined;
    });
  }

  /**
   * Returns every broken promise as a sentence, from the mock's ledger and the administrator's view. Precondition: no
   * job is changing. `runMs`: time the mock worked on each job, where known.
   */
  async check(admin: AdminView, { runMs }: { readonly runMs?: number } = {}) {
    const [jobs, truth, user] = await Promise.all([
      admin.jobs(),
      this.mock.ledger(''),
      admin.user(this.user.id),
    ]);
    const { cap, promised } = this;
    return brokenPromises({ jobs, truth, usage: user.usage, promised, cap, runMs });
  }

  #keep(line: Line): Line {
    this.#lines.push(line);
    return line;
  }
}

function idOf(text: string): string {
  const read: unknown = JSON.parse(text);
  if (typeof read !== 'object' || read === null || !('id' in read)) throw new Error(text);
  return String(read.id);
}
