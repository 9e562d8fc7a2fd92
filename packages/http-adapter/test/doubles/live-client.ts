import { type RawData, WebSocket } from 'ws';
import { z } from 'zod';

const messageSchema = z.strictObject({
  id: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
});

/** A message as it arrived. */
export type LiveMessage = z.infer<typeof messageSchema>;

/** The end of a connection. */
export interface LiveEnd {
  readonly code: number;
  readonly reason: string;
}

/** An upgrade the server did not grant. */
export interface RefusedUpgrade {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly body: string;
}

export interface LiveRequest {
  readonly url: string;
  readonly headers?: { readonly [name: string]: string };
}

/** A caller of live events. */
export class LiveClient {
  readonly messages: LiveMessage[] = [];
  /** Number of pings that arrived, answered or not. */
  pings = 0;
  readonly ended: Promise<LiveEnd>;
  readonly socket: WebSocket;
  readonly #watchers = new Set<() => void>();
  #isOver = false;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (bytes) => {
      this.messages.push(messageSchema.parse(JSON.parse(textOf(bytes))));
      this.#notify();
    });
    socket.on('ping', () => {
      this.pings += 1;
      this.#notify();
    });
    this.ended = new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        this.#isOver = true;
        this.#notify();
        resolve({ code, reason: String(reason) });
      });
    });
  }

  /** Connects; fails when the upgrade is refused. */
  static async open(
    request: LiveRequest,
    options: { autoPong?: boolean } = {},
  ): Promise<LiveClient> {
    const outcome = await connect(request, options);
    if (outcome instanceof LiveClient) return outcome;
    throw new Error(`refused with ${outcome.status}: ${outcome.body}`);
  }

  /** The response of a server that refuses; fails when it does not. */
  static async refused(request: LiveRequest): Promise<RefusedUpgrade> {
    const outcome = await connect(request, {});
    if (!(outcome instanceof LiveClient)) return outcome;
    outcome.socket.terminate();
    throw new Error('the upgrade was granted');
  }

  static of(socket: WebSocket): LiveClient {
    return new LiveClient(socket);
  }

  /** Resolves when the messages so far fulfil a condition; fails when the connection ends before. */
  until(condition: (client: this) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const watch = (): void => {
        if (condition(this)) resolve();
        else if (this.#isOver) reject(new Error(`over after ${JSON.stringify(this.messages)}`));
        else return;
        this.#watchers.delete(watch);
      };
      this.#watchers.add(watch);
      watch();
    });
  }

  /** Resolves with the first message of this type. */
  async message(type: string): Promise<LiveMessage> {
    await this.until(({ messages }) => messages.some((message) => message.type === type));
    const found = this.messages.find((message) => message.type === type);
    if (found === undefined) throw new Error(`no ${type}`);
    return found;
  }

  #notify(): void {
    for (const watch of this.#watchers) watch();
  }
}

function connect(
  { url, headers = {} }: LiveRequest,
  options: { autoPong?: boolean },
): Promise<LiveClient | RefusedUpgrade> {
  const socket = new WebSocket(url, { headers: { ...headers }, ...options });
  const client = LiveClient.of(socket);
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(client));
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        body += String(chunk);
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
  });
}

function textOf(bytes: RawData): string {
  // The default of `ws`.
  if (!Buffer.isBuffer(bytes)) throw new TypeError('a message came in parts');
  return bytes.toString();
}
