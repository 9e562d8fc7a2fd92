import { once } from 'node:events';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A server on a free port that records its connections. */
export interface Listener {
  readonly port: number;
  /** Connections so far, open or not. */
  connections(): number;
  /** Resolves when every connection seen so far is closed. */
  allClosed(): Promise<void>;
  close(): Promise<void>;
}

/** Starts any server on a free port of an address of this machine. */
export async function listen(server: Server, address = '127.0.0.1'): Promise<Listener> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, address);
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('not a TCP server');
  return {
    port: bound.port,
    connections: () => sockets.length,
    async allClosed() {
      await Promise.all(
        sockets.map(
          (socket) =>
            new Promise<void>((resolve) => {
              if (socket.closed) resolve();
              else socket.once('close', () => resolve());
            }),
        ),
      );
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A plain TCP server that responds with fixed bytes and then leaves the connection open or ends it. */
export function createRawServer(response: string, end: 'leave-open' | 'close'): Server {
  return createTcpServer((socket) => {
    socket.once('data', () => {
      socket.write(response);
      if (end === 'close') socket.end();
    });
  });
}
