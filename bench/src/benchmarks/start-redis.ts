import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startPeer } from '../harness/peer-process.ts';
import type { RedisPlace } from '../servers/messages.ts';
import { freePort, untilListening } from './ports.ts';

/** How often Redis brings its file to the disk: once a second, or before it answers. */
export const syncModes = ['everysec', 'always'] as const;
export type SyncMode = (typeof syncModes)[number];

export interface RedisOrder {
  readonly mode: SyncMode;
  /** The core it is kept on; null leaves it to the system. */
  readonly core: number | null;
  /** Where it makes a folder of its own, removed with it. */
  readonly directory: string;
}

/** A Redis of a benchmark's own that keeps every write. */
export interface RedisServer {
  readonly port: number;
  readonly pid: number;
  /** Memory its data takes, in bytes; INFO's `used_memory`. */
  usedBytes(): Promise<number>;
  /** Resolves when what it keeps only for a while is gone: a store's outcomes of its latest changes. */
  settled(): Promise<void>;
  /** Forgets everything, so that the next one finds it as it was. */
  clear(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

export async function startRedis({ mode, core, directory }: RedisOrder): Promise<RedisServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(directory, 'redis-'));
  const peer = startPeer({ command: redisCommand({ port, folder, mode }), core });
  const stop = async (): Promise<void> => {
    await peer.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilListening(port);
  } catch (error) {
    await stop();
    throw error;
  }
  const ask = <Answer>(question: (client: Redis) => Promise<Answer>): Promise<Answer> =>
    askOnce(port, question);
  return {
    port,
    pid: peer.pid,
    usedBytes: () => ask(async (client) => readUsedBytes(await client.info('memory'))),
    settled: () => ask(untilSettled),
    clear: () => ask(async (client) => void (await client.flushall())),
    stop,
  };
}

/** How a gateway reaches it, and what it may demand of it. */
export function placeOn({ port }: RedisServer, mode: SyncMode): RedisPlace {
  const durability = mode === 'always' ? 'every-write' : 'every-second';
  return { url: `redis://127.0.0.1:${port}`, durability };
}

/** Whether there is a Redis on this machine. */
export function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function redisCommand(place: {
  readonly port: number;
  readonly folder: string;
  readonly mode: SyncMode;
}): readonly string[] {
  const { port, folder, mode } = place;
  const address = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const durability = ['--save', '', '--appendonly', 'yes', '--appendfsync', mode];
  return ['redis-server', ...address, ...durability, '--maxmemory-policy', 'noeviction'];
}

async function askOnce<Answer>(
  port: number,
  question: (client: Redis) => Promise<Answer>,
): Promise<Answer> {
  const client = new Redis({ port, lazyConnect: true });
  try {
    await client.connect();
    return await question(client);
  } finally {
    client.disconnect();
  }
}

/** A store that is open always has a few keys that end: its nodes' signs of life. */
const fewExpiring = 50;
const settleLooks = 120;

async function untilSettled(client: Redis): Promise<void> {
  for (let look = 0; look < settleLooks; look += 1) {
    const expiring = Number(/expires=(\d+)/.exec(await client.info('keyspace'))?.[1] ?? 0);
    if (expiring <= fewExpiring) return;
    await sleep(1_000);
  }
  throw new Error('Redis keeps what it was to keep for a while only');
}

function readUsedBytes(info: string): number {
  return Number(/^used_memory:(\d+)/m.exec(info)?.[1] ?? Number.NaN);
}
