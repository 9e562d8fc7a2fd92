import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';

/** A durable Redis of one test, reached over a socket in its own folder. */
export interface RedisProcess {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startRedis(): Promise<RedisProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'filmgate-fleet-redis-'));
  const socket = join(folder, 'redis.sock');
  const settings = {
    port: '0',
    unixsocket: socket,
    dir: folder,
    appendonly: 'yes',
    appendfsync: 'always',
    'maxmemory-policy': 'noeviction',
    save: '',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn('redis-server', args, { stdio: 'ignore' });
  const ended = once(child, 'close');
  await eventually(() => responses(socket), { what: 'an answer of redis-server' });
  return {
    url: `unix://${socket}`,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function responses(path: string): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('error', () => resolve(undefined));
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('connect', () => socket.write('PING\r\n'));
  });
}
