import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

const START_WITHIN_MS = 40_000;

/**
 * Below the ports systems assign automatically (ip(7), `ip_local_port_range`): while a server is down between two
 * starts, no connection and no other listener gets its port. Ten thousand more, the port of a cluster's bus, is below
 * it too.
 */
const PORTS = { from: 10_000, below: 22_000 } as const;

/** The server that tests start: `redis-server`, or the one given by the test project, such as `valkey-server`. */
export const serverProgram = process.env['FILMGATE_TEST_REDIS_SERVER'] ?? 'redis-server';

/** Settings that a durable store requires of its server; those of a test follow them. */
const DURABLE = {
  appendonly: 'yes',
  appendfsync: 'always',
  'maxmemory-policy': 'noeviction',
  save: '',
} as const;

/** A Redis server for these tests, in a separate folder. */
export interface RedisServer {
  readonly port: number;
  readonly host: string;
  readonly url: string;
  readonly folder: string;
  readonly pid: () => number;
  /** A plain client, for checks from outside; closed with the server. */
  admin(): Promise<Redis>;
  /** Ends the process like a power cut: SIGKILL. */
  kill(): Promise<void>;
  /** SIGSTOP and SIGCONT: connections stay open and the server does not respond. */
  pause(): void;
  resume(): void;
  /** Starts the server again on the same port, with its file or with an empty folder; kills it first when it runs. */
  restart(data: 'kept' | 'lost', config?: ServerConfig): Promise<void>;
  /** Ends the server for good and removes its folder. */
  stop(): Promise<void>;
}

/** Settings as in redis.conf, by name. */
export type ServerConfig = Readonly<Record<string, string>>;

/** Starts a server on a free port of the loopback address and waits until it responds. */
export async function startRedisServer(config: ServerConfig = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-redis-'));
  const first = await launchAnywhere({ folder, config });
  const { port } = first;
  let running = first.child;
  const admins = new Set<Redis>();
  const closeAdmins = () => {
    for (const admin of admins) admin.disconnect();
    admins.clear();
  };
  const kill = async () => {
    closeAdmins();
    await end(running);
  };
  return {
    port,
    host: '127.0.0.1',
    url: `redis://127.0.0.1:${String(port)}`,
    folder,
    pid: () => running.pid ?? -1,
    admin: async () => {
      const admin = new Redis({ port, lazyConnect: true, retryStrategy: () => null });
      admin.on('error', () => undefined);
      await admin.connect();
      admins.add(admin);
      return admin;
    },
    kill,
    pause: () => void running.kill('SIGSTOP'),
    resume: () => void running.kill('SIGCONT'),
    restart: async (data, changed = config) => {
      await kill();
      if (data === 'lost') rmSync(join(folder, 'appendonlydir'), { recursive: true, force: true });
      if (data === 'lost') rmSync(join(folder, 'dump.rdb'), { force: true });
      running = await launch({ port, folder, config: changed });
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Launch {
  readonly port: number;
  readonly folder: string;
  readonly config: ServerConfig;
}

/** Ports are tried until one is free. */
async function launchAnywhere(
  location: Omit<Launch, 'port'>,
): Promise<{ readonly port: number; readonly child: ChildProcess }> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.below);
    try {
      return { port, child: await launch({ ...location, port }) };
    } catch (error) {
      if (!String(error).includes('Address already in use')) throw error;
    }
  }
}

async function launch({ port, folder, config }: Launch): Promise<ChildProcess> {
  const settings = { port: String(port), bind: '127.0.0.1', dir: folder, ...DURABLE, ...config };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(serverProgram, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += String(chunk)));
  const deadline = performance.now() + START_WITHIN_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    if ((await answering(port, config)) === child.pid) return child;
    await sleep(20);
  }
  await end(child);
  throw new Error(`${serverProgram} did not start:\n${output}`);
}

/** Process id of the server that responds on the port, also while it reads its file; undefined when none does. */
async function answering(port: number, config: ServerConfig): Promise<number | undefined> {
  const { requirepass: password } = config;
  const probe = new Redis({
    port,
    ...(password !== undefined && { password }),
    lazyConnect: true,
    enableReadyCheck: false,
    retryStrategy: () => null,
    protocol: 2,
    disableClientInfo: true,
  });
  probe.on('error', () => undefined);
  try {
    await probe.connect();
    return Number(/^process_id:(\d+)/mu.exec(await probe.info('server'))?.[1]);
  } catch {
    return undefined;
  } finally {
    probe.disconnect();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.kill('SIGKILL');
  await ended;
}
