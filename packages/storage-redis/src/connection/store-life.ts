import { StorageUnavailable } from '@filmgate/core';
import type { Redis } from 'ioredis';
import type { NodeMemory, Remembered } from '../data-loss/node-memory.ts';
import type { StoreWatch } from '../data-loss/store-watch.ts';
import type { Baseline } from '../data-loss/baseline-file.ts';
import type { KeySpace } from '../keys/key-space.ts';
import type { RedisConnection } from './redis-connection.ts';
import type { RedisSettings } from './redis-settings.ts';

/** Prefix of the fence's fields that name a node. */
const nodeField = 'node:';

interface SignsOfLifeParts {
  readonly keys: KeySpace;
  readonly memory: NodeMemory;
  readonly settings: Pick<RedisSettings, 'nodeLivesMs'>;
}

/** Information nodes publish about themselves: that they are alive, and the history of the store they continue in. */
export class SignsOfLife {
  readonly #keys: KeySpace;
  readonly #memory: NodeMemory;
  readonly #livesMs: number;

  constructor({ keys, memory, settings }: SignsOfLifeParts) {
    this.#livesMs = settings.nodeLivesMs;
    this.#keys = keys;
    this.#memory = memory;
  }

  /** Gives this node's sign of life. To be called after every check of the fence. */
  async give(client: Redis): Promise<void> {
    const { node, historyIds } = this.#memory;
    await client.set(this.#keys.node(node), historyIds[0] ?? '', 'PX', this.#livesMs);
  }

  /** Removes this node's sign of life: no other node has to wait for it. */
  async takeBack(client: Redis): Promise<void> {
    const { node } = this.#memory;
    await client.del(this.#keys.node(node));
    await client.hdel(this.#keys.fence, `${nodeField}${node}`);
  }

  /**
   * True when a node was alive a moment ago and has not checked the store since it is on its current server: that node
   * may know of changes that are missing here. A dead node is waited for no longer than its last sign lasts.
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

/** Recurring work of a node: checks that the store has everything, gives the sign of life, writes the baseline. */
export class StoreLife {
  readonly #parts: StoreLifeParts;
  #written: Remembered | null = null;

  constructor(parts: StoreLifeParts) {
    this.#parts = parts;
  }

  /** One beat: checks the fence, gives the sign of life, and writes the memory to the baseline. */
  async beat(): Promise<void> {
    const { connection, settings, watch, signs } = this.#parts;
    const line = await connection.ready(settings.responseTimeoutMs);
    try {
      await watch.examine(line.client);
      await signs.give(line.client);
    } catch (error) {
      // A missing response is no error response: on such a connection nothing will arrive any more.
      if (!isErrorReply(error)) connection.drop(line);
      throw error;
    }
    // A full disk of this node says nothing about the store; a later beat writes the number.
    await this.#writeDown().catch(() => undefined);
  }

  /** The first beat: a memory that can never be written is reported immediately. */
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

  /** Removes the sign of life and writes the baseline. An unreachable server does not keep the process from ending. */
  async end(): Promise<void> {
    const { connection, signs } = this.#parts;
    try {
      const { client } = await connection.ready(0);
      await signs.takeBack(client);
    } catch {
      // The sign of life expires automatically.
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
