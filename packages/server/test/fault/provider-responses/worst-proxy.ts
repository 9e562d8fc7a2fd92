import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { JsonValue } from '@filmgate/core';
import { z } from 'zod';

/** Response of the provider; the body of a video is null. */
export interface Said {
  readonly status: number;
  readonly body: JsonValue;
}

/** Request whose next response is replaced. */
export interface Replaced {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
}

/**
 * A provider between the gateway and the mock: it replaces the response to one request, and otherwise passes on the
 * mock's.
 */
export interface WorstProxy {
  readonly url: string;
  /**
   * Replaces one response; resolves with the mock's original after the gateway has received all of it.
   *
   * @throws Error if no such response was replaced within `longestMs`
   */
  replaceNext(
    replaced: Replaced,
    body: (said: Said) => string | Buffer,
    longestMs: number,
  ): Promise<Said>;
  close(): Promise<void>;
}

interface Wish {
  readonly replaced: Replaced;
  readonly body: (said: Said) => string | Buffer;
  readonly done: (said: Said) => void;
  readonly failed: (error: unknown) => void;
}

const json = z.json();

export async function startWorstProxy(mockUrl: string): Promise<WorstProxy> {
  let wish: Wish | undefined;
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming;
    const onward = request(mockUrl + url, { method, headers, agent: false });
    onward.on('error', () => outgoing.destroy());
    onward.on('response', (response) => {
      const meant = wish;
      if (
        meant === undefined ||
        meant.replaced.method !== method ||
        !meant.replaced.path.test(url)
      ) {
        outgoing.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(outgoing);
        return;
      }
      wish = undefined;
      replace(response, outgoing, meant.body).then(meant.done, (error: unknown) => {
        outgoing.destroy();
        meant.failed(error);
      });
    });
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    replaceNext(replaced, body, longestMs) {
      const { promise, resolve: done, reject: failed } = Promise.withResolvers<Said>();
      wish = { replaced, body, done, failed };
      const { method, path } = replaced;
      const late = setTimeout(
        () => failed(new Error(`No ${method} ${path} came in ${longestMs} ms.`)),
        longestMs,
      );
      return promise.finally(() => clearTimeout(late));
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function replace(
  response: IncomingMessage,
  outgoing: ServerResponse,
  body: (said: Said) => string | Buffer,
): Promise<Said> {
  const status = response.statusCode ?? 500;
  const type = response.headers['content-type'] ?? 'application/json';
  const bytes = await buffer(response);
  const isJson = type.startsWith('application/json');
  const said = { status, body: isJson ? json.parse(JSON.parse(bytes.toString())) : null };
  outgoing.writeHead(status, { 'content-type': type, connection: 'close' });
  outgoing.end(body(said));
  // The gateway closes the connection when it has read to the end.
  await once(outgoing, 'close');
  return said;
}
