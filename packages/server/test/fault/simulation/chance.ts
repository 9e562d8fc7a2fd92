import { createSeededRandom } from '@filmgate/conformance';

/** Draws of one place of a history. Each place has a stream of its own, so that an act left out leaves the draws of the others as they were. */
export interface Chance {
  /** 0..1, 1 excluded. */
  share(): number;
  /** Whether something that befalls this share of cases befalls this one. */
  befalls(share: number): boolean;
  /** A number of ms from `least` up to `most`. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** The stream of a place, by the seed of the history and the name of the place. */
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
