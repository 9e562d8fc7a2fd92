import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const betweenTriesMs = 1;
const patienceMs = 60_000;

/** Asks again and again until a server answers with success. */
export async function firstReply(port: number, path: string): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (!(await answers(port, path))) {
    if (performance.now() > giveUpAt) throw new Error(`port ${port} does not answer ${path}`);
    await sleep(betweenTriesMs);
  }
}

async function answers(port: number, path: string): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
  try {
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
    const received: unknown[] = await once(socket, 'data');
    return String(received[0]).startsWith('HTTP/1.1 200 ');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
