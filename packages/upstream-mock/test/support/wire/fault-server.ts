import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** One request as it came over the line. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly head: string;
  readonly body: string;
}

/** A client's connection, and the response of a well-behaved provider on it. */
export interface Line {
  readonly socket: Socket;
  readonly good: GoodResponse;
  /** The request; undefined before one was read. */
  readonly request: SeenRequest | undefined;
  /** Called when the provider does nothing more: only the client can end the call. */
  stuck(): void;
}

export interface GoodResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Behaviour of a provider, and its trigger: the connection, its first byte, or a complete request. */
export interface Behaviour {
  readonly on: 'connection' | 'first-byte' | 'request';
  readonly act: (line: Line) => void;
}

export interface FaultServer {
  readonly port: number;
  readonly requests: readonly SeenRequest[];
  readonly connections: () => number;
  /** Bytes written to clients. */
  readonly written: () => number;
  /** Resolves when the provider does nothing more and the client has to. */
  readonly stuck: Promise<void>;
  /** Resolves when no client is connected. */
  allGone(): Promise<void>;
  close(): Promise<void>;
}

/** Server key and certificate, in PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

const headEnd = '\r\n\r\n';

/** The first request in these bytes once its body is there too. */
function readRequest(text: string): SeenRequest | undefined {
  const end = text.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const length = Number(/^content-length: (?<length>\d+)$/im.exec(head)?.groups?.['length'] ?? 0);
  if (text.length < end + headEnd.length + length) return undefined;
  const [method = '', path = ''] = head.split(' ');
  return { method, path, head, body: text.slice(end + headEnd.length) };
}

/** A provider on a raw socket with a given behaviour, which keeps everything it receives. */
export async function startFaultServer(options: {
  readonly behaviour: Behaviour;
  readonly good: GoodResponse;
  readonly identity?: Identity;
}): Promise<FaultServer> {
  const { behaviour, good, identity } = options;
  const sockets = new Set<Socket>();
  const requests: SeenRequest[] = [];
  const counts = { connections: 0, written: 0 };
  const { promise: stuck, resolve: becomeStuck } = Promise.withResolvers<void>();

  const serve = (socket: Socket): void => {
    counts.connections += 1;
    sockets.add(socket);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(socket);
        counts.written += socket.bytesWritten;
      });
    const act = (request?: SeenRequest) =>
      behaviour.act({ socket, good, request, stuck: () => becomeStuck() });
    let text = '';
    socket.on('data', (bytes: Buffer) => {
      if (behaviour.on === 'first-byte' && text === '') act();
      text += bytes.toString('latin1');
      const request = readRequest(text);
      if (request === undefined) return;
      text = '';
      requests.push(request);
      if (behaviour.on === 'request') act(request);
    });
    if (behaviour.on === 'connection') act();
  };

  const server: Server =
    identity === undefined
      ? createServer(serve)
      : createTlsServer(identity, serve).on('tlsClientError', () => undefined);
  return {
    port: await listen(server),
    requests,
    connections: () => counts.connections,
    written: () => [...sockets].reduce((sum, one) => sum + one.bytesWritten, counts.written),
    stuck,
    allGone: async () => {
      for (const socket of sockets) await new Promise((resolve) => socket.once('close', resolve));
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('there is no port'));
      else resolve(address.port);
    });
  });
}
