import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { LiveEventsSettings } from './live-events-settings.ts';

/** Close codes of live connections (RFC 6455 §7.4), after which clients resume by the last event id, or stop. */
export const liveCloseCodes = {
  /** The server is shutting down: resume, elsewhere or later. */
  goingAway: 1001,
  /** The caller sends too much: stop. */
  inboundFlood: 1008,
  /** The store is unreachable: resume later. */
  serverFault: 1011,
  /** The caller reads too slowly: resume. */
  tooSlow: 1013,
  /** The key or the session is no longer valid: stop. */
  credentialEnded: 4401,
} as const;

/** One message about one job, framed, ready to be written to any number of connections. */
export interface LiveMessage {
  readonly jobId: string;
  readonly bytes: Buffer;
}

/**
 * A WebSocket and the connection under it. Frames are written whole to the connection: one frame for thousands of
 * connections costs one write each, and without compression the WebSocket never holds one back.
 */
export interface LiveSocket {
  readonly socket: Pick<WebSocket, 'ping' | 'close' | 'terminate' | 'on' | 'readyState'>;
  readonly wire: Pick<
    Socket,
    'write' | 'cork' | 'uncork' | 'writableLength' | 'writableNeedDrain' | 'on'
  >;
}

/**
 * One live connection. While it catches up or its peer reads slowly, changes wait outside the socket's buffers, only
 * the last one of each job: a caller that folds by job id misses nothing, and the waiting data stays bounded.
 */
export class LiveConnection {
  /** Index that spreads pings over time. */
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
    // A 'close' event follows; no other handling is needed.
    socket.on('error', () => undefined);
  }

  /** Resolves when the connection is closed. */
  get closed(): Promise<void> {
    return this.#closed;
  }

  /** Sends changes, in one write now or as soon as the peer has read the data before. */
  report(messages: Iterable<LiveMessage>): void {
    this.#wire.cork();
    for (const message of messages) this.#reportOne(message);
    this.#wire.uncork();
  }

  #reportOne(message: LiveMessage): void {
    if (this.#isClosing) return;
    if (!this.#isCatchingUp && this.#waiting.size === 0 && this.#hasRoom())
      this.#send(message.bytes);
    else this.#wait(message);
  }

  /**
   * Sends the missed changes, then those that came meanwhile, then `ready`; from then on it sends changes as they come.
   * If a newer change overtook a missed one, it sends only the newer one.
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

  /** Drops a peer that has not answered the last ping; pings the others. */
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

  /** Sends a close frame and nothing more. */
  close(code: number, reason: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#forgetWaiting();
    this.#roomMade?.();
    this.#socket.close(code, reason);
  }

  cut(): void {
    this.#socket.terminate();
  }

  #send(bytes: Buffer): void {
    // Nothing may follow the close frame.
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
    // Reinserted at the end: the order is that of the last changes.
    this.#waiting.delete(message.jobId);
    this.#waiting.set(message.jobId, message);
    this.#waitingBytes += message.bytes.length - (former?.bytes.length ?? 0);
    if (this.#waiting.size > mostWaiting || this.#waitingBytes > mostWaitingBytes)
      this.close(liveCloseCodes.tooSlow, 'client reads too slowly');
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
      this.close(liveCloseCodes.inboundFlood, 'client sends too much');
  }

  #hasRoom(): boolean {
    const { writableNeedDrain, writableLength } = this.#wire;
    // A 'drain' event follows only when the stream itself reports a full buffer.
    return !writableNeedDrain || writableLength < this.#settings.bufferedBytes;
  }

  #forgetWaiting(): void {
    this.#waiting.clear();
    this.#waitingBytes = 0;
  }
}
