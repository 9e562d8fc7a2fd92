import { createSeededRandom } from '@filmgate/conformance';

/**
 * Random draws at one position of a history. Each position has its own stream, so that removing an act leaves the draws
 * of the others unchanged.
 */
export interface Chance {
  /** 0..1, 1 excluded. */
  share(): number;
  /** True for this share of cases. */
  befalls(share: number): boolean;
  /** Returns a number of ms from `least` to `most`. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** Returns the stream of a position, by the seed of the history and the name of the position. */
export function chanceOf(seed: number, position: string): Chance {
  const share = createSeededRandom(hashOf(seed, position));
  return {
    share,
    befalls: (part) => share() < part,
    between: (least, most) => least + share() * (most - least),
    pick: (items) => items[Math.floor(share() * items.length)] ?? items[0],
  };
}

function hashOf(seed: number, position: string): number {
  let hash = 2_166_136_261 ^ seed;
  for (let index = 0; index < position.length; index += 1)
    hash = Math.imul(hash ^ position.charCodeAt(index), 16_777_619);
  return (hash ^ (hash >>> 15)) >>> 0;
}
