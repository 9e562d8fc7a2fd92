import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { composeGateway, type RunningGateway } from '../../../src/compose.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import { send } from '../response.ts';
import { type Gateway, type GatewayOptions, startGateway } from '../start-gateway.ts';
import { startRedis } from './redis-process.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const ledgerSchema = z.object({ accepted: z.number() });

/** One Redis and one mock, for the nodes of a test file. */
export interface Fleet {
  /** Environment of a node of this fleet. */
  readonly env: Readonly<Record<string, string>>;
  /** A folder that all nodes share unless a test sets another one. */
  readonly dataDir: string;
  /** A node; the first one also creates an account with unlimited credits. */
  node(options?: GatewayOptions): Promise<Gateway>;
  /** A composed node without any request to it: for roles without a login, and starts that fail. */
  bareNode(env?: Environment): Promise<RunningGateway>;
  /** Number of submissions the mock accepted, of prompts that contain the text. */
  accepted(contains: string): Promise<number>;
}

const masterKey = '0123456789abcdef'.repeat(4);
const mockSpeed = 500;

/** A fleet for the enclosing file or `describe` block; every node ends with it. */
export function useFleet(): Fleet {
  const began: { env?: Fleet['env']; dataDir?: string; mockUrl?: string } = {};
  const ends: (() => Promise<void>)[] = [];
  const nodes: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const redis = await startRedis();
    ends.push(() => redis.stop());
    const mock = await startMockServer({
      host: '127.0.0.1',
      port: 0,
      speed: mockSpeed,
      seed: 'fleet',
      control: true,
      now: Date.now,
    });
    ends.push(() => mock.close());
    const dataDir = await mkdtemp(join(tmpdir(), 'filmgate-fleet-'));
    ends.push(() => rm(dataDir, { recursive: true, force: true }));
    Object.assign(began, {
      dataDir,
      mockUrl: mock.url,
      env: {
        FILMGATE_STORAGE: 'redis',
        FILMGATE_REDIS_URL: redis.url,
        FILMGATE_MOCK_URL: mock.url,
        FILMGATE_MASTER_KEY: masterKey,
      },
    });
  }, 60_000);
  afterAll(async () => {
    await Promise.all(nodes.splice(0).map((stop) => stop()));
    for (const end of ends.splice(0).toReversed()) await end();
  }, 60_000);

  const env = (): Fleet['env'] => known(began.env);
  return {
    get env() {
      return env();
    },
    get dataDir() {
      return known(began.dataDir);
    },
    async node(options = {}) {
      const gateway = await startGateway({
        dataDir: known(began.dataDir),
        ...(nodes.length > 0 && { accounts: [] }),
        ...options,
        env: { ...env(), ...options.env },
      });
      nodes.push(() => gateway.stop());
      return gateway;
    },
    async bareNode(changes = {}) {
      const read = readSettings({
        FILMGATE_LOCAL_PORT: '0',
        FILMGATE_TASKS_PORT: '0',
        FILMGATE_LOG_LEVEL: 'silent',
        FILMGATE_DATA_DIR: known(began.dataDir),
        ...env(),
        ...changes,
      });
      if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
      const running = await composeGateway(read.settings);
      nodes.push(() => running.stop());
      return running;
    },
    async accepted(contains) {
      const url = new URL('/_mock/ledger', known(began.mockUrl));
      url.searchParams.set('contains', contains);
      return ledgerSchema.parse(JSON.parse((await send(url.href)).text)).accepted;
    },
  };
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the fleet has not started');
  return value;
}
