import type { Redis } from 'ioredis';
import type { NodeMemory } from '../amnesia/node-memory.ts';
import type { KeySpace } from '../keys/key-space.ts';
import type { RedisSettings } from './redis-settings.ts';

/** Fields of the fence that name a node. */
const nodeField = 'node:';

export interface SignsOfLifeParts {
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
    const { node, lineages } = this.#memory;
    await client.set(this.#keys.node(node), lineages[0] ?? '', 'PX', this.#livesMs);
  }

  /** Takes this node's own back: nobody has to wait for it. */
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
    const [here] = this.#memory.lineages;
    return signs.some((sign) => sign !== null && sign !== here);
  }
}
