import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Listens on a free loopback port. */
export async function listen(app: FastifyInstance): Promise<number> {
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  return Number(address.port);
}

/** A connection for raw bytes. */
export interface RawConnection {
  readonly socket: Socket;
  send(bytes: string | Uint8Array): void;
  /** The received bytes so far, as Latin-1. */
  text(): string;
  /** Resolves when the received bytes contain `wanted`. */
  until(wanted: string): Promise<string>;
  /** Resolves when the other side has closed. */
  closed(): Promise<string>;
}

export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  const watchers = new Set<() => void>();
  const notify = (): void => {
    for (const watch of watchers) watch();
  };
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += String(chunk);
    notify();
  });
  let isClosed = false;
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
    notify();
  });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  const when = (done: () => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const watch = (): void => {
        if (done()) resolve(received);
        else if (isClosed) reject(new Error(`closed after: ${received}`));
        else return;
        watchers.delete(watch);
      };
      watchers.add(watch);
      watch();
    });
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    text: () => received,
    until: (wanted) => when(() => received.includes(wanted)),
    closed: () => when(() => isClosed),
  };
}
