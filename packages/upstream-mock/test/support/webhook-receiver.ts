import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

/** A webhook as it arrived. */
export interface Received {
  readonly headers: Headers;
  readonly body: string;
}

/** A real server that webhooks are sent to. */
export interface WebhookReceiver {
  readonly url: string;
  /** In the order of arrival. */
  readonly received: readonly Received[];
  /** Resolves once `count` have arrived. */
  arrived(count: number): Promise<readonly Received[]>;
  close(): Promise<void>;
}

/** @param reply - status of the n-th response, from 1; default 204 */
export async function openWebhookReceiver(
  reply = (response: ServerResponse, _nth: number): void => void response.writeHead(204).end(),
): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
      received.push({ headers, body });
      reply(response, received.length);
      for (const wake of waiting) wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    arrived: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
