import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

const host = '127.0.0.1';

export interface PathProxy {
  /** Base URL of the server behind the proxy, without a trailing slash. */
  readonly url: string;
  stop(): void;
}

/**
 * A reverse proxy that serves a server below a path, as nginx or Caddy would: the path is removed, the host is
 * forwarded.
 *
 * @param path - with a leading slash and without a trailing one; '' for a server at the root
 * @param targetPort - read at each request: the server needs the proxy's address before it listens. While it is
 *   undefined, the proxy resets connections
 */
export async function startPathProxy({
  path,
  targetPort,
}: {
  readonly path: string;
  readonly targetPort: () => number | undefined;
}): Promise<PathProxy> {
  const inner = ({ url = '' }: IncomingMessage): string | null =>
    url.startsWith(`${path}/`) ? url.slice(path.length) : null;
  const server = createServer((incoming, received) => {
    const url = inner(incoming);
    if (url === null) {
      received.writeHead(404).end('not of the mounted server');
      return;
    }
    const port = targetPort();
    if (port === undefined) {
      incoming.destroy();
      return;
    }
    const { method, headers } = incoming;
    // One connection for each request: the server may close a kept connection just as it is reused.
    const to = { host, port, path: url, method, headers, agent: false };
    const onward = request(to, (response) => {
      received.writeHead(response.statusCode ?? 502, response.headers);
      response.on('error', () => received.destroy());
      response.pipe(received);
    });
    onward.on('error', () => received.destroy());
    incoming.pipe(onward);
  });
  server.on('upgrade', (incoming, socket, head) => {
    const port = targetPort();
    if (port === undefined) {
      socket.destroy();
      return;
    }
    const onward = connect(port, host);
    const lines = incoming.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 ? [`${name}: ${all[index + 1] ?? ''}`] : [],
    );
    onward.write([`GET ${inner(incoming) ?? '/'} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    onward.write(head);
    onward.pipe(socket).pipe(onward);
    for (const end of [onward, socket]) end.on('error', () => end.destroy());
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}${path}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
