import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';
import { callKeys } from './call-keys.ts';
import { abandonedCall, readCallRow, writeCallRow } from './call-row.ts';
import { endCalls, openCalls, rowsOfCalls } from './call-scripts.ts';

/** Rows ended by one script: others wait meanwhile. */
const ROWS_PER_STEP = 250;

const rows = z.array(z.string().nullable());

/** Ends the open rows of a node that is gone, or is about to go. */
export async function endCallsOf(store: OpenStore, node: string): Promise<void> {
  const open = await readOpenCalls(store);
  const ids = open.get(node) ?? [];
  for (let start = 0; start < ids.length; start += ROWS_PER_STEP)
    await endStep(store, node, ids.slice(start, start + ROWS_PER_STEP));
}

/** Ends the open rows of every node that has given no sign of life for a while. */
export async function sweepAbandonedCalls(store: OpenStore): Promise<void> {
  const nodes = [...(await readOpenCalls(store)).keys()].filter((node) => node !== store.node);
  if (nodes.length === 0) return;
  const living = await store.livingNodes(nodes);
  for (const node of nodes) if (!living.has(node)) await endCallsOf(store, node);
}

async function readOpenCalls(store: OpenStore): Promise<ReadonlyMap<string, readonly string[]>> {
  const reply = await store.scripts.read(openCalls, { keys: callKeys(store), args: [] });
  const cells = z.array(z.string()).parse(reply);
  const byNode = new Map<string, string[]>();
  for (let index = 0; index + 1 < cells.length; index += 2) {
    const [id = '', node = ''] = cells.slice(index, index + 2);
    const ids = byNode.get(node);
    if (ids === undefined) byNode.set(node, [id]);
    else ids.push(id);
  }
  return byNode;
}

async function endStep(store: OpenStore, node: string, ids: readonly string[]): Promise<void> {
  const keys = callKeys(store);
  const found = rows.parse(await store.scripts.read(rowsOfCalls, { keys, args: ids }));
  const ended = ids.flatMap((id, index) => {
    const row = found[index] ?? null;
    return row === null ? [] : [id, writeCallRow(abandonedCall(readCallRow(row)))];
  });
  if (ended.length > 0) await store.scripts.change(endCalls, { keys, args: [node, ...ended] });
}
