import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 200;
const LOWEST_PORT = 20_000;
const PORTS = 10_000;

/**
 * An address that the system grants to one process, and releases when the process ends in any way, so that no lock is
 * left behind. It is in no folder, so that nothing has to be writable.
 *
 * @param {string} name
 * @returns {import('node:net').ListenOptions}
 */
function holdOf(name) {
  const digest = createHash('sha256').update(name).digest();
  const id = `filmgate-${digest.toString('hex')}`;
  if (process.platform === 'linux') return { path: `\0${id}` };
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\${id}` };
  return { host: '127.0.0.1', port: LOWEST_PORT + (digest.readUInt16BE() % PORTS) };
}

/**
 * @param {import('node:net').ListenOptions} hold
 * @returns {Promise<import('node:net').Server | undefined>} `undefined` while another process has it
 */
function take(hold) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.on('error', (error) => {
      if ('code' in error && error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(hold, () => resolve(server));
  });
}

/**
 * Runs an action while no other process on this machine runs one under the same name. An owner that died, by any
 * signal, no longer counts.
 *
 * @template Result
 * @param {{ readonly name: string, readonly onWait: () => void }} options `onWait` is called once, when it has to wait
 * @param {() => Promise<Result>} action
 * @returns {Promise<Result>}
 */
export async function withLock({ name, onWait }, action) {
  const hold = holdOf(name);
  let held = await take(hold);
  if (held === undefined) onWait();
  while (held === undefined) {
    await sleep(RETRY_MS);
    held = await take(hold);
  }
  try {
    return await action();
  } finally {
    held.close();
  }
}
