import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startPeer } from '../harness/peer-process.ts';
import type { RedisAddress } from '../servers/messages.ts';
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
  return {
    port,
    pid: peer.pid,
    clear: () => forgetAll(port),
    stop,
  };
}

/** How a gateway reaches it, and what it may demand of it. */
export function addressOn({ port }: RedisServer, mode: SyncMode): RedisAddress {
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
