import { StorageUnavailable } from '@filmgate/core';
import type { Redis } from 'ioredis';
import type { NodeMemory, Remembered } from '../data-loss/node-memory.ts';
import type { StoreWatch } from '../data-loss/store-watch.ts';
import type { Baseline } from '../data-loss/baseline-file.ts';
import type { KeySpace } from '../keys/key-space.ts';
import type { RedisConnection } from './redis-connection.ts';
import type { RedisSettings } from './redis-settings.ts';

/** Fields of the fence that name a node. */
const nodeField = 'node:';

interface SignsOfLifeParts {
  readonly keys: KeySpace;
  readonly memory: NodeMemory;
  readonly settings: Pick<RedisSettings, 'nodeLivesMs'>;
}

/** What nodes let each other know of themselves: that they live, and in which history of the store they go on. */
export class SignsOfLife {
  readonly #keys: KeySpace;
  readonly #memory: NodeMemory;
  readonly #livesMs: number;

  constructor({ keys, memory, settings }: SignsOfLifeParts) {
    this.#livesMs = settings.nodeLivesMs;
    this.#keys = keys;
    this.#memory = memory;
  }

  /** Gives this node's own. To be called whenever it has looked at the fence. */
  async give(client: Redis): Promise<void> {
    const { node, historyIds } = this.#memory;
    await client.set(this.#keys.node(node), historyIds[0] ?? '', 'PX', this.#livesMs);
  }

  /** Takes this node's own back: no other node has to wait for it. */
  async takeBack(client: Redis): Promise<void> {
    const { node } = this.#memory;
    await client.del(this.#keys.node(node));
    await client.hdel(this.#keys.fence, `${nodeField}${node}`);
  }

  /**
   * Whether there is a node that lived a moment ago and has not looked at the store since it is on its present server: it may know of
   * changes that are missing here. One that is dead is waited for no longer than its last sign lasts.
   */
  async isSomebodyUnheard(client: Redis): Promise<boolean> {
    const fields = await client.hkeys(this.#keys.fence);
    const nodes = fields.filter((field) => field.startsWith(nodeField));
    if (nodes.length === 0) return false;
    const signs = await client.mget(
      nodes.map((field) => this.#keys.node(field.slice(nodeField.length))),
    );
    const [here] = this.#memory.historyIds;
    return signs.some((sign) => sign !== null && sign !== here);
  }
}

export interface StoreLifeParts {
  readonly connection: RedisConnection;
  readonly keys: KeySpace;
  readonly settings: RedisSettings;
  readonly memory: NodeMemory;
  readonly watch: StoreWatch;
  readonly signs: SignsOfLife;
  readonly baseline: Baseline | undefined;
}

/** What a node does for itself: it says that it lives, looks whether the store still knows everything, and writes down how far that goes. */
export class StoreLife {
  readonly #parts: StoreLifeParts;
  #written: Remembered | null = null;

  constructor(parts: StoreLifeParts) {
    this.#parts = parts;
  }

  /** One beat: look at the fence, sign of life, memory written down. */
  async beat(): Promise<void> {
    const { connection, settings, watch, signs } = this.#parts;
    const line = await connection.ready(settings.responseTimeoutMs);
    try {
      await watch.examine(line.client);
      await signs.give(line.client);
    } catch (error) {
      // A response that stays out is no error response: on such a connection nothing will come any more.
      if (!isErrorReply(error)) connection.drop(line);
      throw error;
    }
    // A full disk of this node says nothing about the store; the number is written with a later beat.
    await this.#writeDown().catch(() => undefined);
  }

  /** The first beat: a memory that can never be written down is told at once. */
  async begin(): Promise<void> {
    await this.beat();
    await this.#writeDown();
  }

  async ping(): Promise<void> {
    const { watch } = this.#parts;
    try {
      await this.beat();
    } catch (error) {
      throw asFault(error);
    }
    if (watch.halt !== null) throw watch.fault('no');
  }

  async livingNodes(nodes: readonly string[]): Promise<ReadonlySet<string>> {
    const { connection, keys, settings } = this.#parts;
    const { client } = await connection.ready(settings.responseTimeoutMs);
    const signs = await client.mget(nodes.map((node) => keys.node(node)));
    return new Set(nodes.filter((_, index) => (signs[index] ?? null) !== null));
  }

  async acknowledgeLoss(): Promise<boolean> {
    const { connection, settings, watch } = this.#parts;
    const { client } = await connection.ready(settings.responseTimeoutMs);
    return watch.acknowledge(client);
  }

  /** Takes the sign of life back and writes the memory down. A server that is gone does not keep the process from ending. */
  async end(): Promise<void> {
    const { connection, signs } = this.#parts;
    try {
      const { client } = await connection.ready(0);
      await signs.takeBack(client);
    } catch {
      // The sign of life ends by itself.
    }
    await this.#writeDown().catch(() => undefined);
  }

  async #writeDown(): Promise<void> {
    const { memory, baseline } = this.#parts;
    const { remembered } = memory;
    if (baseline === undefined || remembered === null) return;
    const { historyId, commits } = remembered;
    if (this.#written?.historyId === historyId && this.#written.commits === commits) return;
    await baseline.write(remembered);
    this.#written = remembered;
  }
}

function isErrorReply(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

function asFault(error: unknown): StorageUnavailable {
  if (error instanceof StorageUnavailable) return error;
  const detail = error instanceof Error ? error.message : 'unknown';
  return new StorageUnavailable(`Redis does not respond (${detail}).`, {
    applied: 'no',
    cause: error,
  });
}
