import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP relay in front of a mock. Its count of submissions is independent of the mock's. */
export interface Relay {
  readonly url: string;
  /** Paths of all POST requests so far. */
  posts(): readonly string[];
  /** Breaks all connections, and accepts no more. */
  close(): Promise<void>;
}

const postLine = /POST (\/\S*) HTTP\/1\.1\r\n/g;

export async function startRelay(mockUrl: string): Promise<Relay> {
  const { hostname, port } = new URL(mockUrl);
  const connections: { readonly client: Socket; received: string }[] = [];
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const mock = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const connection = { client, received: '' };
    connections.push(connection);
    client.on('data', (bytes) => {
      connection.received += bytes.toString('latin1');
    });
    client.pipe(mock).pipe(client);
    // A reset on one side is a reset on the other.
    mock.on('error', () => client.resetAndDestroy());
    client.on('error', () => mock.resetAndDestroy());
    client.on('close', () => mock.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    posts: () =>
      connections.flatMap(({ received }) =>
        [...received.matchAll(postLine)].map(([, path = '']) => path),
      ),
    close: async () => {
      const closed = once(server.close(), 'close');
      for (const { client } of connections) client.destroy();
      await closed;
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new TypeError('no TCP port');
  return address.port;
}
