import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { pngBytes } from './sample-media.ts';

/** A host of pictures that counts requests by path. */
export interface ImageServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Number of requests for a path. */
  requests(path: string): number;
  stop(): Promise<void>;
}

/** Serves `/<anything>.png`, `/page.html`, `/missing` and `/away` (a redirect to `elsewhere`). */
export async function startImageServer(elsewhere = 'https://example.com/'): Promise<ImageServer> {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    counts.set(path, (counts.get(path) ?? 0) + 1);
    reply(path, response, elsewhere);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests: (path) => counts.get(path) ?? 0,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function reply(path: string, response: ServerResponse, elsewhere: string): void {
  if (path.endsWith('.png')) {
    response.writeHead(200, { 'content-type': 'image/png' }).end(pngBytes());
  } else if (path === '/page.html') {
    response.writeHead(200, { 'content-type': 'image/png' }).end('<!doctype html><p>no picture');
  } else if (path === '/away') {
    response.writeHead(302, { location: elsewhere }).end();
  } else {
    response.writeHead(404).end();
  }
}
