import { Redis } from 'ioredis';
import { clientOptions, type RedisSettings } from './redis-settings.ts';

/** A listener on a channel. */
export interface ChannelListener {
  /** Called with each message; must not throw. */
  readonly onMessage: (message: string) => void;
  /** Called whenever messages may have been missed: initially, and after each reconnection. Must not throw. */
  readonly onGap: () => void;
}

/** Interval at which the connection is probed, in ms: nothing else is ever sent on it. */
const PROBE_EVERY_MS = 1000;

/** Connection for listening, made for the first listener. Messages published while it is down are lost; see `onGap`. */
export class Subscriber {
  readonly #settings: RedisSettings;
  readonly #channels = new Map<string, Set<ChannelListener>>();
  #client: Redis | null = null;
  #probe: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(settings: RedisSettings) {
    this.#settings = settings;
  }

  /** Adds a listener on a channel; the returned function removes it. */
  listen(channel: string, listener: ChannelListener): () => void {
    const listeners = this.#channels.get(channel) ?? new Set();
    const isFirst = listeners.size === 0;
    listeners.add(listener);
    this.#channels.set(channel, listeners);
    const client = this.#connected();
    if (isFirst && client?.status === 'ready') this.#subscribe(client, [channel]);
    else if (!isFirst && client?.status === 'ready') listener.onGap();
    return () => {
      listeners.delete(listener);
    };
  }

  /** Removes all listeners and disconnects. Safe to repeat. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#probe);
    this.#channels.clear();
    this.#client?.disconnect();
  }

  #connected(): Redis | null {
    if (this.#isClosed || this.#client !== null) return this.#client;
    const client = new Redis({ ...clientOptions(this.#settings), autoResubscribe: false });
    this.#client = client;
    client.on('error', () => undefined);
    client.on('ready', () => this.#subscribe(client, [...this.#channels.keys()]));
    client.on('message', (channel, message) => {
      for (const listener of this.#channels.get(channel) ?? []) listener.onMessage(message);
    });
    client.connect().catch(() => undefined);
    this.#probe = setInterval(() => this.#askForLife(client), PROBE_EVERY_MS).unref();
    return client;
  }

  /** Listeners read the current state only once nothing can be missed any more. */
  #subscribe(client: Redis, channels: readonly string[]): void {
    if (channels.length === 0) return;
    client.subscribe(...channels).then(
      () => {
        for (const channel of channels)
          for (const listener of this.#channels.get(channel) ?? []) listener.onGap();
      },
      () => client.disconnect(true),
    );
  }

  #askForLife(client: Redis): void {
    if (client.status === 'ready') client.ping().catch(() => client.disconnect(true));
  }
}
