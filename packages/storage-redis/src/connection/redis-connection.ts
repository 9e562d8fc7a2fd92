import { StorageUnavailable } from '@filmgate/core';
import { Redis } from 'ioredis';
import { closedStore } from '../script/script-faults.ts';
import { clientOptions, type RedisSettings } from './redis-settings.ts';

/** The current state of one connection. */
export interface Line {
  readonly client: Redis;
  /** Number of the connection, counted from the first one. */
  readonly number: number;
}

interface Waiter {
  readonly resolve: (line: Line) => void;
  readonly reject: (fault: StorageUnavailable) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * The connection to Redis, reestablished whenever it is lost. No command uses it before `greet` has checked the server:
 * after a reconnection that may be a different one, or one with less data.
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

  /** Connects for the first time; rejects with the obstacle, an unfit server included. */
  async open(withinMs: number): Promise<void> {
    this.#client.connect().catch((error: unknown) => {
      this.#fault = error;
    });
    await this.ready(withinMs);
  }

  /** Resolves with the checked connection within `withinMs`. Rejects with `applied: 'no'`: nothing was sent. */
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

  /** Closes a connection on which a response did not arrive; a newer connection is kept. */
  drop(line: Line): void {
    if (this.#line?.number !== line.number) return;
    this.#line = null;
    this.#client.disconnect(true);
  }

  /** Closes the connection. Safe to repeat. */
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
