import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** A Redis that keeps every write, on a socket in the folder. */
export async function startRedis(
  folder: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const socket = join(folder, 'redis.sock');
  const settings = {
    port: '0',
    unixsocket: socket,
    dir: folder,
    appendonly: 'yes',
    appendfsync: 'always',
    'maxmemory-policy': 'noeviction',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn('redis-server', args, { stdio: 'ignore' });
  const ended = once(child, 'close');
  child.on('error', (error) => process.stderr.write(`redis-server: ${error.message}\n`));
  for (let tries = 0; !(await responses(socket)); tries += 1) {
    if (tries === 1_200) throw new Error('redis-server does not respond; is it installed?');
    await setTimeout(50);
  }
  return {
    url: `unix://${socket}`,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

function responses(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
