import { defineNamedScript } from '../script/named-script.ts';
import { receiptLua, receiptNames } from './lua/receipt-lua.ts';

/**
 * Keeps an upstream's handle under its mark, once; a fact, kept also while the store is halted. Outcomes: those of the port, the
 * job that holds the handle on a line of its own.
 */
export const receiptScript = defineNamedScript({
  name: 'record-receipt',
  kind: 'change',
  whileHalted: 'allowed',
  keys: ['job', 'correlations', 'handles'],
  arguments: ['id', ...receiptNames],
  lua: `
${receiptLua}
local receipt, try, isLost = judgeReceipt()
if receipt ~= 'recorded' then return receipt, NOTHING_WRITTEN end
saveReceipt(try, isLost)
return receipt
`,
});

/** Likewise a proven refusal. */
export const refusalScript = defineNamedScript({
  name: 'record-refusal',
  kind: 'change',
  whileHalted: 'allowed',
  keys: ['job', 'correlations'],
  arguments: ['id', 'correlation', 'refusal'],
  lua: `
local marked = redis.call('HGET', K.correlations, A.correlation)
if not marked then return 'contradicted', NOTHING_WRITTEN end
local id, try = string.match(marked, '^(.*)\\n(%d+)$')
if id ~= A.id then return 'contradicted', NOTHING_WRITTEN end
local known = redis.call('HMGET', K.job, 'r' .. try, 'x' .. try)
if known[1] then return 'contradicted', NOTHING_WRITTEN end
if known[2] then return known[2] == A.refusal and 'repeated' or 'contradicted', NOTHING_WRITTEN end
redis.call('HSET', K.job, 'x' .. try, A.refusal)
return 'recorded'
`,
});
