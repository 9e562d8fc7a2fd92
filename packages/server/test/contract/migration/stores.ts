import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  moveStore,
  type MoveStoreInput,
  type MoveStoreResult,
  type StorageBundle,
} from '@filmgate/core';
import { createDigest, createSystemClock } from '@filmgate/runtime-node';
import { createRedisStorage, openRedisImport } from '@filmgate/storage-redis';
import { createSqliteStorage, openSqliteExport } from '@filmgate/storage-sqlite';
import { afterAll, beforeAll } from 'vitest';
import { type RedisProcess, startRedis } from '../../http/fleet/redis-process.ts';

const run = promisify(execFile);

type Wrapped = Partial<Pick<MoveStoreInput, 'bringBytes' | 'interrupted' | 'onProgress'>> & {
  /** Wraps the target of the move. */
  readonly wrapTarget?: (target: MoveStoreInput['target']) => MoveStoreInput['target'];
  readonly prefix?: string;
};

/** An SQLite file and a store on Redis of one test. */
export interface Pair {
  readonly file: string;
  readonly prefix: string;
  sqlite(): Promise<StorageBundle>;
  redis(prefix?: string): Promise<StorageBundle>;
  move(how?: Wrapped): Promise<MoveStoreResult>;
  /** Empties the Redis of the test file. */
  empty(): Promise<void>;
  /** Closes everything open, and removes the file. */
  dispose(): Promise<void>;
}

/** One Redis for a test file; each pair has its own folder and prefix. */
export function usePairs(): () => Pair {
  const began: { redis?: RedisProcess } = {};
  let pairs = 0;
  beforeAll(async () => {
    began.redis = await startRedis();
  }, 60_000);
  afterAll(async () => began.redis?.stop());
  return () => {
    if (began.redis === undefined) throw new Error('Redis has not started');
    pairs += 1;
    return newPair(began.redis.url, `pair-${pairs}`);
  };
}

function newPair(url: string, prefix: string): Pair {
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-move-'));
  const file = join(folder, 'filmgate.db');
  const opened: StorageBundle[] = [];
  const kept = async (opening: Promise<StorageBundle>) => {
    const bundle = await opening;
    opened.push(bundle);
    return bundle;
  };
  return {
    file,
    prefix,
    sqlite: () => kept(createSqliteStorage({ file })),
    redis: (other = prefix) => kept(createRedisStorage({ url, prefix: other })),
    move: ({ prefix: other = prefix, ...how } = {}) => move({ file, url, prefix: other }, how),
    empty: async () => void (await run('redis-cli', ['-s', new URL(url).pathname, 'FLUSHALL'])),
    dispose: async () => {
      for (const bundle of opened) await bundle.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function move(
  { file, url, prefix }: { readonly file: string; readonly url: string; readonly prefix: string },
  { wrapTarget = (target) => target, ...how }: Omit<Wrapped, 'prefix'>,
): Promise<MoveStoreResult> {
  const source = await openSqliteExport({ file });
  try {
    const target = await openRedisImport({ url, prefix });
    try {
      return await moveStore({
        source,
        target: wrapTarget(target),
        targetName: `redis ${prefix}`,
        digest: createDigest(),
        clock: createSystemClock(),
        onProgress: () => undefined,
        bringBytes: async () => undefined,
        interrupted: new AbortController().signal,
        ...how,
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
