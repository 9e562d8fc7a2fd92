import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { pngBytes } from './sample-media.ts';

/** Signature of every link. */
export const linkSignature = 'Zt7xW2-of-the-link-9Qa4Lm';

/** A server of OpenAI's images API whose responses link to another host. */
export interface ImageServer {
  /** Base URL for an endpoint. */
  readonly url: string;
  /** Entry for the host of the links in `result_hosts`. */
  readonly linkedHost: string;
  /** Prompts of the images made so far. */
  readonly made: readonly string[];
  /** Reads of links so far. */
  reads: number;
  /** Status of a read of a link that does not open; null = each opens. */
  fails: number | null;
  close(): Promise<void>;
}

export async function startImageServer(): Promise<ImageServer> {
  const made: string[] = [];
  const files = createServer((_, response) => {
    server.reads += 1;
    response.writeHead(server.fails ?? 200, { 'content-type': 'image/png' });
    response.end(server.fails === null ? pngBytes(1) : 'not now');
  });
  const linked = `http://localhost:${await portOf(files)}`;
  const api = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    void text(request).then((body) => {
      if (body !== '') made.push(body);
      const url = `${linked}/${made.length}.png?signature=${linkSignature}`;
      response.end(JSON.stringify({ created: 1, data: body === '' ? [] : [{ url }] }));
    });
  });
  const server: ImageServer = {
    url: `http://127.0.0.1:${await portOf(api)}/v1`,
    linkedHost: `private:${linked}`,
    made,
    reads: 0,
    fails: null,
    close: async () => {
      for (const one of [api, files]) {
        one.closeAllConnections();
        one.close();
        await once(one, 'close');
      }
    },
  };
  return server;
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
