import type { JobKeys } from '../keys/job-keys.ts';
import { defineNamedScript } from '../script/named-script.ts';
import { readList } from '../script/read-list.ts';
import type { ScriptRunner } from '../script/script-runner.ts';
import { packBlock, positionsPerBlock } from './signature-block.ts';
import { readSignatureRow, type SignatureRow } from './signature.ts';

/** The last position given, and the block to be packed next. */
const packingScript = defineNamedScript({
  name: 'read-packing',
  kind: 'read',
  keys: ['counters'],
  arguments: [],
  lua: `return redis.call('HMGET', K.counters, 'seq', 'packing')`,
});

/** Rows of positions; nil for a missing one. More arguments: the positions. */
const readRowsScript = defineNamedScript({
  name: 'read-signatures',
  kind: 'read',
  keys: ['signatures'],
  arguments: [],
  lua: `return redis.call('HMGET', K.signatures, unpack(ARGV, 1, argumentCount))`,
});

/**
 * Replaces rows by their block, and advances to the next; without positions the rows stay unchanged. More arguments:
 * the positions of the rows. Outcomes: `packed` · `left` · `passed`, where another node was faster.
 */
const packScript = defineNamedScript({
  name: 'pack-signatures',
  kind: 'change',
  keys: ['counters', 'signatures', 'blocks', 'bits', 'ids'],
  arguments: ['block', 'bits', 'ids', 'first', 'last'],
  lua: `
if (redis.call('HGET', K.counters, 'packing') or '0') ~= A.block then return 'passed', NOTHING_WRITTEN end
redis.call('HINCRBY', K.counters, 'packing', 1)
if REST > argumentCount then return 'left' end
local live = redis.call('HDEL', K.signatures, unpack(ARGV, REST, argumentCount))
if live == 0 then return 'left' end
redis.call('SET', K.bits, A.bits)
redis.call('SET', K.ids, A.ids)
redis.call('HSET', K.blocks, A.block, A.first .. ' ' .. A.last .. ' ' .. live)
return 'packed'
`,
});

/** Maximum number of blocks packed by one call: each takes some milliseconds of this process. */
const blocksPerCall = 16;

/** Minimum number of rows of a block; fewer stay rows, since a block takes the same space however few rows it has. */
const fewestRows = positionsPerBlock / 4;

interface Store {
  readonly scripts: ScriptRunner;
  readonly keys: JobKeys;
}

/** Packs blocks of which every position is given. Safe on several nodes at once: the slower one changes nothing. */
export async function packSignatures(store: Store): Promise<void> {
  const { scripts, keys } = store;
  const call = packingScript.call({ counters: keys.counters }, {});
  const reply = readList(await scripts.read(packingScript.script, call), 'read-packing');
  const [given, next] = reply.map(Number);
  const end = Math.floor(((given ?? 0) + 1) / positionsPerBlock);
  for (let block = next ?? 0; block < Math.min(end, (next ?? 0) + blocksPerCall); block += 1)
    await pack(store, block);
}

async function pack({ scripts, keys }: Store, block: number): Promise<void> {
  const { counters, signatures, signatureBlocks: blocks } = keys;
  const rows = await readRows({ scripts, keys }, block);
  const isPacked = rows.size >= fewestRows;
  const { bits, ids, from, until } = isPacked ? packBlock(rows) : nothing;
  const call = packScript.call(
    { counters, signatures, blocks, ...keys.signatureBlock(block) },
    { block, bits, ids, first: from, last: until },
    { arguments: isPacked ? [...rows.keys()] : [] },
  );
  await scripts.change(packScript.script, call);
}

const nothing = { bits: '', ids: '', from: '', until: '' } as const;

async function readRows(
  { scripts, keys }: Store,
  block: number,
): Promise<ReadonlyMap<number, SignatureRow>> {
  const positions = Array.from(
    { length: positionsPerBlock },
    (_, at) => block * positionsPerBlock + at,
  );
  const { signatures } = keys;
  const call = readRowsScript.call({ signatures }, {}, { arguments: positions });
  const texts = readList(await scripts.read(readRowsScript.script, call), 'read-signatures');
  return new Map(
    positions.flatMap((position, at) => {
      const text = texts[at];
      return typeof text === 'string' ? [[position, readSignatureRow(text)] as const] : [];
    }),
  );
}
