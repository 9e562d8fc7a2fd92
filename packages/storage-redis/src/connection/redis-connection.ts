import { StorageUnavailable } from '@filmgate/core';
import { Redis } from 'ioredis';
import { closedStore } from '../script/script-faults.ts';
import { clientOptions, type RedisSettings } from './redis-settings.ts';

/** The present state of one connection. */
export interface Line {
  readonly client: Redis;
  /** Which of the connections made one after another this is. */
  readonly number: number;
}

interface Waiter {
  readonly resolve: (line: Line) => void;
  readonly reject: (fault: StorageUnavailable) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * The connection to Redis, made again whenever it is lost. No command uses it before `greet` has checked the server:
 * after a reconnection that may be another one, or one with less in it.
 */
export class RedisConnection {
  readonly #client: Redis;
  readonly #greet: (client: Redis) => Promise<void>;
  readonly #waiters = new Set<Waiter>();
  #line: Line | null = null;
  #number = 0;
  #fault: unknown = null;
  #closed = false;

  constructor(settings: RedisSettings, greet: (client: Redis) => Promise<void>) {
    this.#greet = greet;
    this.#client = new Redis(clientOptions(settings));
    this.#client.on('error', (error) => {
      this.#fault = error;
    });
    this.#client.on('ready', () => void this.#welcome());
    this.#client.on('close', () => {
      this.#line = null;
    });
  }

  /** Connects for the first time; rejects with what stands in the way, a server found unfit included. */
  async open(withinMs: number): Promise<void> {
    this.#client.connect().catch((error: unknown) => {
      this.#fault = error;
    });
    await this.ready(withinMs);
  }

  /** The greeted connection, waited for at most so long. Rejects with `applied: 'no'`: nothing was sent. */
  ready(withinMs: number): Promise<Line> {
    if (this.#closed) return Promise.reject(closedStore());
    if (this.#line !== null) return Promise.resolve(this.#line);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiters.delete(waiter);
        reject(unreachable(this.#fault));
      };
      const waiter = { resolve, reject, timer: setTimeout(giveUp, withinMs) };
      this.#waiters.add(waiter);
    });
  }

  /** Gives up a connection on which a response stayed out; a newer one is left alone. */
  drop(line: Line): void {
    if (this.#line?.number !== line.number) return;
    this.#line = null;
    this.#client.disconnect(true);
  }

  /** Lets go of the connection. Safe to repeat. */
  close(): void {
    this.#closed = true;
    this.#line = null;
    this.#client.disconnect();
    this.#settle((waiter) => waiter.reject(closedStore()));
  }

  async #welcome(): Promise<void> {
    this.#number += 1;
    const number = this.#number;
    try {
      await this.#greet(this.#client);
      if (this.#number !== number || this.#client.status !== 'ready' || this.#closed) return;
      const line = { client: this.#client, number };
      this.#line = line;
      this.#fault = null;
      this.#settle((waiter) => waiter.resolve(line));
    } catch (error) {
      this.#fault = error;
      if (this.#number !== number || this.#closed) return;
      if (error instanceof StorageUnavailable) this.#settle((waiter) => waiter.reject(error));
      this.#client.disconnect(true);
    }
  }

  #settle(how: (waiter: Waiter) => void): void {
    for (const waiter of this.#waiters) {
      clearTimeout(waiter.timer);
      how(waiter);
    }
    this.#waiters.clear();
  }
}

function unreachable(cause: unknown): StorageUnavailable {
  if (cause instanceof StorageUnavailable) return cause;
  const detail = cause instanceof Error ? ` (${cause.message})` : '';
  return new StorageUnavailable(`Redis cannot be reached${detail}.`, { applied: 'no', cause });
}
