import { defineNamedScript } from '../script/named-script.ts';

/** The last place given, and the block that is to be packed next. */
export const packingScript = defineNamedScript({
  name: 'read-packing',
  kind: 'read',
  keys: ['counters'],
  arguments: [],
  lua: `return redis.call('HMGET', K.counters, 'seq', 'packing')`,
});

/** Rows of places; nil for one that has none. More arguments: the places. */
export const readRowsScript = defineNamedScript({
  name: 'read-signatures',
  kind: 'read',
  keys: ['signatures'],
  arguments: [],
  lua: `return redis.call('HMGET', K.signatures, unpack(ARGV, 1, argumentCount))`,
});

/**
 * Puts a block in the place of its rows, and goes on to the next; without places its rows stay as they are. More arguments:
 * the places of the rows. Outcomes: `packed` · `left` · `passed`, where another node was faster.
 */
export const packScript = defineNamedScript({
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
