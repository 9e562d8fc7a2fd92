import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderVideo } from '@filmgate/upstream-mock';

/** An order received by the server. */
export interface KlingOrder {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** A server that speaks the part of Kling's present interface that one video needs; every video is ready at once. */
export async function startKlingServer(): Promise<{
  readonly url: string;
  readonly orders: readonly KlingOrder[];
  /** Holds videos back, or makes them ready. */
  hold(isHeld: boolean): void;
  stop(): Promise<void>;
}> {
  const orders: KlingOrder[] = [];
  let isHeld = false;
  const video = Buffer.from(await collect(renderVideo(scene)));
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '';
      const { authorization } = request.headers;
      const say = (data: unknown): void => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ code: 0, message: 'SUCCEED', request_id: 'r', data }));
      };
      if (path === '/film.mp4') {
        response.setHeader('content-type', 'video/mp4');
        response.end(video);
      } else if (request.method === 'POST') {
        const body: unknown = JSON.parse(await textOf(request));
        orders.push({ path, authorization, body });
        say({ id: `task-${orders.length}`, status: 'submitted' });
      } else {
        const outputs = [{ type: 'video', url: `${url()}/film.mp4`, duration: '3.04' }];
        const billing = [{ charge_type: 'unit', amount: '1.8', package_type: 'video' }];
        const status = isHeld ? 'processing' : 'succeeded';
        say(orders.map((_, index) => ({ id: `task-${index + 1}`, status, outputs, billing })));
      }
    })();
  });
  const url = () => `http://127.0.0.1:${portOf(server.address())}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: url(),
    orders,
    hold: (held) => {
      isHeld = held;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const scene = {
  width: 1280,
  height: 720,
  prompt: 'a fox',
  model: 'kling-3.0',
  aspectRatio: '16:9',
  resolution: '720p',
  seed: 'seed',
  jobId: 'task-1',
  accountLabel: 'kling',
  durationSeconds: 3,
  audio: false,
} as const;

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}

async function collect(bytes: unknown): Promise<Uint8Array> {
  const settled: unknown = await bytes;
  if (settled instanceof Uint8Array) return settled;
  throw new Error('The video is no bytes.');
}
