import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export type SendOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  /** No byte of the request left: proof that nothing was ordered. */
  | { readonly kind: 'not-sent'; readonly detail: string };

export interface SendOnceOptions {
  readonly url: URL;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly signal: AbortSignal;
  /** Asked when the connection stands and nothing has been sent. */
  readonly mayStart: () => boolean;
}

/**
 * POSTs once, over a connection of its own: no pool that resends, no redirect that repeats the body. Connecting first keeps
 * "never sent" apart from "sent, and no answer".
 *
 * @throws Error when bytes may have left and no whole answer came: nobody knows what became of it
 */
export async function sendOnce(options: SendOnceOptions): Promise<SendOutcome> {
  const { url, headers, body, signal, mayStart } = options;
  const socket = connect({ host: url.hostname, port: Number(url.port) });
  try {
    await once(socket, 'connect', { signal });
  } catch {
    socket.destroy();
    return { kind: 'not-sent', detail: 'no connection' };
  }
  if (!mayStart()) {
    socket.destroy();
    return { kind: 'not-sent', detail: 'the time to send ran out while connecting' };
  }
  const { status, content } = await exchange(socket, { url, headers, body, signal });
  return { kind: 'answered', status, text: content };
}

async function exchange(
  socket: Socket,
  { url, headers, body, signal }: Omit<SendOnceOptions, 'mayStart'>,
): Promise<{ readonly status: number; readonly content: string }> {
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sending = request(url, {
        method: 'POST',
        headers: { ...headers, connection: 'close' },
        createConnection: () => socket,
        signal,
      });
      sending.once('response', resolve);
      sending.on('error', reject);
      sending.end(body);
    });
    return { status: response.statusCode ?? 0, content: await text(response) };
  } finally {
    socket.destroy();
  }
}
