import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type AdminJob, type AdminView, adminView } from './admin-view.ts';
import {
  copyOf,
  type GatewayProcess,
  type MockProcess,
  startGatewayProcess,
  startMock,
  temporaryDirectory,
} from './crash-harness.ts';
import type { FailPoint } from './fail-point.ts';
import { RedisProcess } from './fleet/redis-process.ts';

const taskSchema = z.object({
  id: z.string(),
  status: z.string(),
  video_url: z.string().optional(),
});
const patienceMs = 90_000;
const checkEveryMs = 20;

export interface CreateResponse {
  readonly status: number;
  readonly id: string;
}

/** Store of the gateway of a scene. */
export type SceneStore = 'sqlite' | 'redis';

/** Folder of the files of a gateway's Redis. */
const redisFolder = (dataDirectory: string): string => join(dataDirectory, 'redis');

/**
 * Settings of the store of a gateway on this data. The shortest lease: leases of a dead process on Redis must expire.
 */
function storeEnvironment(
  store: SceneStore,
  dataDirectory: string,
): Readonly<Record<string, string>> {
  if (store === 'sqlite') return {};
  return {
    FILMGATE_STORAGE: 'redis',
    FILMGATE_REDIS_URL: `unix://${join(redisFolder(dataDirectory), 'redis.sock')}`,
    FILMGATE_MASTER_KEY: '0123456789abcdef'.repeat(4),
    FILMGATE_LEASE_SECONDS: '5',
  };
}

/** An API user, and its key. */
export interface SceneUser {
  readonly id: string;
  readonly key: string;
}

/** Quota of the second user of a scene, in credits: a few videos. */
export const poorLimit = 30;

/**
 * Setting of the crashes: a mock in its own process, and a data directory with one account and two users to begin from.
 */
export class CrashScene {
  readonly mock: MockProcess;
  readonly user: SceneUser;
  /** User with a small quota. */
  readonly poorUser: SceneUser;
  /** Gateways started here, so that a failing history leaves no process behind. */
  readonly #started: GatewayProcess[] = [];
  readonly #store: SceneStore;
  readonly #prepared: Awaited<ReturnType<typeof temporaryDirectory>>;

  private constructor(parts: {
    readonly mock: MockProcess;
    readonly user: SceneUser;
    readonly poorUser: SceneUser;
    readonly prepared: Awaited<ReturnType<typeof temporaryDirectory>>;
    readonly store: SceneStore;
  }) {
    this.mock = parts.mock;
    this.#store = parts.store;
    this.user = parts.user;
    this.poorUser = parts.poorUser;
    this.#prepared = parts.prepared;
  }

  /** Prepares everything; `concurrency` is the account's. */
  static async open(concurrency: number, store: SceneStore = 'sqlite'): Promise<CrashScene> {
    const mock = await startMock();
    const prepared = await temporaryDirectory();
    const { path } = prepared;
    if (store === 'redis') await mkdir(redisFolder(path));
    const redis = store === 'redis' ? await RedisProcess.at(redisFolder(path)) : undefined;
    const gateway = await startGatewayProcess({
      dataDirectory: path,
      mockUrl: mock.url,
      environment: storeEnvironment(store, path),
    });
    const admin = await adminView(gateway.localUrl);
    await admin.addAccount(concurrency);
    const user = await admin.createUser();
    const poorUser = await admin.createUser(poorLimit);
    await gateway.child.stop('SIGTERM');
    await redis?.kill();
    if (redis !== undefined) await rm(redis.socket, { force: true });
    return new CrashScene({ mock, user, poorUser, prepared, store });
  }

  async close(): Promise<void> {
    await Promise.all(this.#started.map(({ child }) => child.stop('SIGKILL')));
    await this.mock.stop();
    await this.#prepared.dispose();
  }

  /** A copy of the prepared data for one history, with its own Redis where needed. */
  async newData(): ReturnType<typeof temporaryDirectory> {
    const data = await copyOf(this.#prepared.path);
    if (this.#store === 'sqlite') return data;
    const redis = await RedisProcess.at(redisFolder(data.path));
    // Like the data directory it counts as the prepared one: it does not record its former server.
    await redis.ask('HDEL', '{filmgate}:fence', 'server');
    return {
      path: data.path,
      dispose: async () => {
        await redis.kill();
        await data.dispose();
      },
    };
  }

  /** Starts a gateway on this data; it fails at the point when one is given. */
  async start(
    dataDirectory: string,
    options: {
      readonly failPoint?: FailPoint;
      readonly environment?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<GatewayProcess> {
    const { failPoint, environment } = options;
    const gateway = await startGatewayProcess({
      dataDirectory,
      mockUrl: this.mock.url,
      environment: { ...storeEnvironment(this.#store, dataDirectory), ...environment },
      ...(failPoint !== undefined && { failPoint }),
    });
    this.#started.push(gateway);
    return gateway;
  }

  /** Creates a task; undefined when the process died before its response. A refusal is an error. */
  async create(
    tasksUrl: string,
    { prompt, key }: { readonly prompt: string; readonly key: string },
  ): Promise<CreateResponse | undefined> {
    try {
      const response = await fetch(`${tasksUrl}/v1/videos`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.user.key}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ prompt, seconds: 5, resolution: '720p' }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text}`);
      return { status: response.status, id: taskSchema.parse(JSON.parse(text)).id };
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  /** SHA-256 of a task's downloaded video, and the digest in its entity tag. */
  async download(tasksUrl: string, id: string) {
    const headers = { authorization: `Bearer ${this.user.key}` };
    const task = await fetch(`${tasksUrl}/v1/videos/${id}`, { headers });
    const { video_url: url = '' } = taskSchema.parse(await task.json());
    const content = await fetch(url);
    const bytes = new Uint8Array(await content.arrayBuffer());
    const digest = createHash('sha256').update(bytes).digest('hex');
    return { digest, named: content.headers.get('etag')?.slice(1, -1) };
  }
}

/** All jobs, once none of them changes any more. */
export async function settledJobs(admin: AdminView, count: number): Promise<readonly AdminJob[]> {
  const still = new Set(['completed', 'failed', 'outcome_unknown']);
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const jobs = await admin.jobs();
    if (jobs.length === count && jobs.every(({ state }) => still.has(state))) return jobs;
    if (performance.now() > deadline) {
      throw new Error(`after ${patienceMs} ms: ${jobs.map(({ state }) => state).join(', ')}`);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, checkEveryMs);
    });
  }
}
