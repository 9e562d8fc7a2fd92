import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { LiveEventsSettings } from './live-events-settings.ts';

/** Why a live connection was closed by us (RFC 6455 §7.4): `resume` by the last event id, or `stop`. */
export const liveCloseCodes = {
  /** The server is going away: resume, elsewhere or later. */
  goingAway: 1001,
  /** The caller sends too much: stop. */
  inboundFlood: 1008,
  /** The store could not be asked: resume later. */
  serverFault: 1011,
  /** The caller reads too slowly: resume. */
  tooSlow: 1013,
  /** The key or the session is no longer accepted: stop. */
  credentialEnded: 4401,
} as const;

/** One message about one job, framed, ready to be written to any number of connections. */
export interface LiveMessage {
  readonly jobId: string;
  readonly bytes: Buffer;
}

/**
 * A WebSocket and the connection under it. Frames are written to the connection itself, each as a whole: a frame made
 * once for thousands costs one write each, and without compression the WebSocket never holds one back.
 */
export interface LiveSocket {
  readonly socket: Pick<WebSocket, 'ping' | 'close' | 'terminate' | 'on' | 'readyState'>;
  readonly wire: Pick<
    Socket,
    'write' | 'cork' | 'uncork' | 'writableLength' | 'writableNeedDrain' | 'on'
  >;
}

/**
 * One live connection. While it catches up or its peer reads slowly, changes wait outside the socket's buffers, of each
 * job only the last: what a caller folds by job id loses nothing by that, and what waits stays bounded.
 */
export class LiveConnection {
  /** Spreads pings over time. */
  readonly number: number;
  readonly #socket: LiveSocket['socket'];
  readonly #wire: LiveSocket['wire'];
  readonly #settings: LiveEventsSettings;
  readonly #waiting = new Map<string, LiveMessage>();
  readonly #closed: Promise<void>;
  #waitingBytes = 0;
  #isCatchingUp = true;
  #isClosing = false;
  #isAlive = true;
  #inbound = 0;
  #roomMade: (() => void) | null = null;

  constructor({ socket, wire }: LiveSocket, number: number, settings: LiveEventsSettings) {
    this.#socket = socket;
    this.#wire = wire;
    this.number = number;
    this.#settings = settings;
    this.#closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.#isClosing = true;
        this.#forgetWaiting();
        this.#roomMade?.();
        resolve();
      });
    });
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    socket.on('message', () => this.#onMessage());
    wire.on('drain', () => this.#onDrain());
    // Followed by 'close', which is all that matters.
    socket.on('error', () => undefined);
  }

  /** Resolves when the connection is over. */
  get closed(): Promise<void> {
    return this.#closed;
  }

  /** Tells changes, by one write now or as soon as the peer has read what came before. */
  tell(messages: Iterable<LiveMessage>): void {
    this.#wire.cork();
    for (const message of messages) this.#tellOne(message);
    this.#wire.uncork();
  }

  #tellOne(message: LiveMessage): void {
    if (this.#isClosing) return;
    if (!this.#isCatchingUp && this.#waiting.size === 0 && this.#hasRoom())
      this.#send(message.bytes);
    else this.#wait(message);
  }

  /**
   * Sends what was missed, then what changed meanwhile, then `ready`; from there on it sends changes as they come. If a
   * newer change overtook a missed one, it sends only the newer one.
   */
  async catchUp(missed: AsyncIterable<LiveMessage>, ready: Buffer): Promise<void> {
    for await (const message of missed) {
      if (this.#waiting.has(message.jobId)) continue;
      await this.#sendWithRoom(message.bytes);
    }
    for (let next = this.#takeWaiting(); next !== undefined; next = this.#takeWaiting())
      await this.#sendWithRoom(next.bytes);
    if (this.#isClosing) return;
    this.#send(ready);
    this.#isCatchingUp = false;
  }

  /** Drops a peer that has not answered the ping before; pings the others. */
  ping(): void {
    if (this.#isClosing) return;
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#inbound = 0;
    this.#socket.ping();
  }

  /** Says goodbye and sends nothing more. */
  close(code: number, reason: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#forgetWaiting();
    this.#roomMade?.();
    this.#socket.close(code, reason);
  }

  /** Cuts the connection. */
  cut(): void {
    this.#socket.terminate();
  }

  #send(bytes: Buffer): void {
    // While it closes, nothing may follow the frame that says so.
    if (this.#socket.readyState === WebSocket.OPEN) this.#wire.write(bytes);
  }

  async #sendWithRoom(bytes: Buffer): Promise<void> {
    while (!this.#isClosing && !this.#hasRoom())
      await new Promise<void>((resolve) => {
        this.#roomMade = resolve;
      });
    this.#roomMade = null;
    if (!this.#isClosing) this.#send(bytes);
  }

  #wait(message: LiveMessage): void {
    const { mostWaiting, mostWaitingBytes } = this.#settings;
    const former = this.#waiting.get(message.jobId);
    // At the end again: the order is that of the last changes.
    this.#waiting.delete(message.jobId);
    this.#waiting.set(message.jobId, message);
    this.#waitingBytes += message.bytes.length - (former?.bytes.length ?? 0);
    if (this.#waiting.size > mostWaiting || this.#waitingBytes > mostWaitingBytes)
      this.close(liveCloseCodes.tooSlow, 'reads too slowly');
  }

  #takeWaiting(): LiveMessage | undefined {
    const [message] = this.#waiting.values();
    if (message === undefined) return undefined;
    this.#waiting.delete(message.jobId);
    this.#waitingBytes -= message.bytes.length;
    return message;
  }

  #onDrain(): void {
    if (this.#roomMade === null && this.#waiting.size === 0) return;
    if (!this.#hasRoom()) return;
    this.#roomMade?.();
    if (this.#isCatchingUp || this.#isClosing) return;
    while (this.#hasRoom()) {
      const next = this.#takeWaiting();
      if (next === undefined) return;
      this.#send(next.bytes);
    }
  }

  #onMessage(): void {
    this.#inbound += 1;
    if (this.#inbound > this.#settings.mostInbound)
      this.close(liveCloseCodes.inboundFlood, 'sends too much');
  }

  #hasRoom(): boolean {
    const { writableNeedDrain, writableLength } = this.#wire;
    // Only what the stream itself calls full is followed by 'drain'.
    return !writableNeedDrain || writableLength < this.#settings.bufferedBytes;
  }

  #forgetWaiting(): void {
    this.#waiting.clear();
    this.#waitingBytes = 0;
  }
}
