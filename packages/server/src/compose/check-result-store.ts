import { randomUUID } from 'node:crypto';
import type { KeyValueStore } from '@filmgate/core';
import type { StoreMark } from './open-blobs.ts';

const markName = 'result-store-mark';

/**
 * Refuses a node whose results lie elsewhere than those of the other nodes on its store: it would find nothing of theirs,
 * and they nothing of its own (decisions §7a). The same text lies in the store and with the results.
 *
 * @throws Error with a sentence for the operator
 */
export async function checkResultStore(values: KeyValueStore, mark: StoreMark): Promise<void> {
  const known = await values.get(markName);
  const found = await mark.read();
  if (known !== undefined) {
    if (found !== known) throw new Error(elsewhere);
    return;
  }
  const own = found ?? `filmgate ${randomUUID()}\n`;
  // Before the store names it: a node killed in between leaves a mark that the next one takes up.
  if (found === undefined) await mark.write(own);
  const inForce = await values.putIfAbsent(markName, own);
  if (inForce !== (await mark.read())) throw new Error(elsewhere);
}

const elsewhere =
  'The results of this store lie elsewhere than where this node looks for them; give every node the same FILMGATE_RESULT_STORE: one shared folder as FILMGATE_DATA_DIR, or one bucket and FILMGATE_S3_PREFIX.';
