import { WebSocket } from 'ws';
import { z } from 'zod';

const messageSchema = z.strictObject({
  id: z.string().min(1),
  type: z.enum(['ready', 'resync', 'video.updated', 'job.updated']),
  data: z.looseObject({ id: z.string(), status: z.string() }).optional(),
});
type LiveMessage = z.infer<typeof messageSchema>;

/** A client of live events that merges events by id, as a page would. */
export interface LiveClient {
  readonly socket: WebSocket;
  readonly messages: readonly LiveMessage[];
  /** Last status of each job. */
  readonly statuses: ReadonlyMap<string, string>;
  /** Id of the last event. */
  lastId(): string;
  /** Waits until the events fulfil a condition; fails when the connection ends first. */
  until(condition: (client: LiveClient) => boolean): Promise<void>;
  /** Close code of the connection. */
  readonly ended: Promise<number>;
}

/** Connects to `ws://…` and waits for live events. */
export async function openLive(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<LiveClient> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers: { ...headers } });
  const messages: LiveMessage[] = [];
  const statuses = new Map<string, string>();
  const watchers = new Set<() => void>();
  let isOver = false;
  const notify = (): void => {
    for (const watch of watchers) watch();
  };
  socket.on('message', (bytes) => {
    if (!Buffer.isBuffer(bytes)) throw new TypeError('a message came in parts');
    const message = messageSchema.parse(JSON.parse(bytes.toString()));
    messages.push(message);
    if (message.data !== undefined) statuses.set(message.data.id, message.data.status);
    notify();
  });
  const ended = new Promise<number>((resolve) => {
    socket.on('close', (code) => {
      isOver = true;
      notify();
      resolve(code);
    });
  });
  const client: LiveClient = {
    socket,
    messages,
    statuses,
    ended,
    lastId: () => messages.at(-1)?.id ?? '',
    until: (condition) =>
      new Promise((resolve, reject) => {
        const watch = (): void => {
          if (condition(client)) resolve();
          else if (isOver) reject(new Error(`over after message ${String(messages.length)}`));
          else return;
          watchers.delete(watch);
        };
        watchers.add(watch);
        watch();
      }),
  };
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  await client.until(() => messages.some(({ type }) => type === 'ready' || type === 'resync'));
  return client;
}

/** Returns status and body of an upgrade that the server refuses. */
export async function refusedUpgrade(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers: { ...headers } });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () => {
      socket.terminate();
      reject(new Error('the upgrade was granted'));
    });
    socket.once('unexpected-response', (_request, response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += String(chunk);
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }),
      );
    });
  });
}
