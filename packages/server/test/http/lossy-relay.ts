import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A response that the gateway gave and its caller does not get: none, or another one in its place. */
export type Loss = 'lost' | { readonly status: number; readonly headers?: Record<string, string> };

/** A proxy in front of a gateway that passes every request on, and loses chosen responses. */
export interface LossyRelay {
  /** URL without a path. */
  readonly origin: string;
  /** Requests so far, as `POST /v1/videos`. */
  readonly requests: string[];
  /** Idempotency keys of the orders so far. */
  readonly keys: (string | undefined)[];
  /** Losses of the next responses to orders, reads and downloads, the first one first. */
  readonly losses: { readonly orders: Loss[]; readonly reads: Loss[]; readonly downloads: Loss[] };
  stop(): Promise<void>;
}

/** Starts a proxy on a loopback port of its own. */
export async function startLossyRelay(target: string): Promise<LossyRelay> {
  const requests: string[] = [];
  const keys: LossyRelay['keys'] = [];
  const losses: LossyRelay['losses'] = { orders: [], reads: [], downloads: [] };
  const relay = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = request.method === 'POST' ? 'POST' : 'GET';
    requests.push(`${method} ${request.url ?? ''}`);
    const { authorization = '', 'idempotency-key': key } = request.headers;
    if (method === 'POST') keys.push(typeof key === 'string' ? key : undefined);
    const body = await buffer(request);
    const passed = await fetch(`${target}${request.url ?? ''}`, {
      method,
      headers: {
        authorization,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...(typeof key === 'string' && { 'idempotency-key': key }),
      },
      ...(method === 'POST' && { body }),
    });
    const bytes = Buffer.from(await passed.arrayBuffer());
    const loss = losses[kindOf(method, request.url)].shift();
    if (loss === 'lost') response.destroy();
    else if (loss === undefined) response.writeHead(passed.status, sentOn(passed)).end(bytes);
    else response.writeHead(loss.status, loss.headers).end('<html>Bad gateway</html>');
  };
  const server = createServer((request, response) => void relay(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    keys,
    losses,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function kindOf(method: string, url = ''): keyof LossyRelay['losses'] {
  if (method === 'POST') return 'orders';
  return url.endsWith('/content') ? 'downloads' : 'reads';
}

function sentOn({ headers }: Response): Record<string, string> {
  const names = ['content-type', 'idempotency-replayed', 'retry-after', 'x-should-retry'];
  return Object.fromEntries([...headers].filter(([name]) => names.includes(name)));
}
