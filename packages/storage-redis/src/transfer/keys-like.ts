import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';
import { scanKeysScript } from './import-scripts.ts';

const piece = z.tuple([z.string(), z.array(z.string())]);

/** Every key of that pattern, once. What is written meanwhile may be missed: only for a store nobody works on. */
export async function keysLike(
  { scripts }: OpenStore,
  pattern: string,
): Promise<readonly string[]> {
  const found = new Set<string>();
  let cursor = '0';
  do {
    const call = scanKeysScript.call({}, { cursor, pattern });
    const [next, names] = piece.parse(await scripts.read(scanKeysScript.script, call));
    for (const name of names) found.add(name);
    cursor = next;
  } while (cursor !== '0');
  return [...found];
}
