import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';

/**
 * A reverse proxy that has a server below a path of its own, as nginx or Caddy would: the path is taken off, the host
 * is handed on.
 *
 * @param path - with a slash at its beginning, and none at its end
 */
export async function startPathProxy(
  port: number,
  { path, target }: { readonly path: string; readonly target: URL },
): Promise<Server> {
  const inner = ({ url = '' }: IncomingMessage): string | null =>
    url.startsWith(`${path}/`) ? url.slice(path.length) : null;
  const server = createServer((incoming, answer) => {
    const url = inner(incoming);
    if (url === null) {
      answer.writeHead(404).end('not of the mounted server');
      return;
    }
    const { method, headers } = incoming;
    const { hostname: host, port: targetPort } = target;
    const onward = request({ host, port: targetPort, path: url, method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  server.on('upgrade', (incoming, socket, head) => {
    const onward = connect(Number(target.port), target.hostname);
    const lines = incoming.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 ? [`${name}: ${all[index + 1] ?? ''}`] : [],
    );
    onward.write([`GET ${inner(incoming) ?? '/'} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    onward.write(head);
    onward.pipe(socket).pipe(onward);
    for (const end of [onward, socket]) end.on('error', () => end.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
