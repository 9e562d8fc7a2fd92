import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startPeer } from '../harness/peer-process.ts';
import type { RedisAddress } from '../servers/messages.ts';
import { freePort, untilListening } from './ports.ts';

/** Interval at which Redis syncs its file: every second, or before each response. */
export const syncModes = ['everysec', 'always'] as const;
export type SyncMode = (typeof syncModes)[number];

export interface RedisOrder {
  readonly mode: SyncMode;
  /** Core to run on; null = the system chooses. */
  readonly core: number | null;
  /** Parent of its data folder, which is removed at the end. */
  readonly directory: string;
}

/** A Redis server for one benchmark, which keeps every write. */
export interface RedisServer {
  readonly port: number;
  readonly pid: number;
  /** Deletes all data, so that the next benchmark starts with an empty server. */
  clear(): Promise<void>;
  /** Stops the server and removes its folder. */
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
  return {
    port,
    pid: peer.pid,
    clear: () => forgetAll(port),
    stop,
  };
}

/** Connection of a gateway to it, and the durability that the gateway may require. */
export function addressOn({ port }: RedisServer, mode: SyncMode): RedisAddress {
  const durability = mode === 'always' ? 'every-write' : 'every-second';
  return { url: `redis://127.0.0.1:${port}`, durability };
}

/** True if Redis is installed on this machine. */
export function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function redisCommand(location: {
  readonly port: number;
  readonly folder: string;
  readonly mode: SyncMode;
}): readonly string[] {
  const { port, folder, mode } = location;
  const address = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const durability = ['--save', '', '--appendonly', 'yes', '--appendfsync', mode];
  return ['redis-server', ...address, ...durability, '--maxmemory-policy', 'noeviction'];
}

async function forgetAll(port: number): Promise<void> {
  const client = new Redis({ port, lazyConnect: true });
  try {
    await client.connect();
    await client.flushall();
  } finally {
    client.disconnect();
  }
}
