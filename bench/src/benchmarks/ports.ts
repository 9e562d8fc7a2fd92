import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A port without a listener, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  server.close();
  await once(server, 'close');
  return address.port;
}

const tries = 100;
const betweenTriesMs = 50;

/** Resolves once something listens on the port. */
export async function untilListening(port: number): Promise<void> {
  for (let left = tries; left > 0; left -= 1) {
    const socket = connect({ port, host: '127.0.0.1' });
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await sleep(betweenTriesMs);
    } finally {
      socket.destroy();
    }
  }
  throw new Error(`nothing listens on port ${port}`);
}
