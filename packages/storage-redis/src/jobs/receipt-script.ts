import { defineNamedScript } from '../script/named-script.ts';

/** Keeps an upstream's handle under its mark, once; a fact, kept also while the store is halted. Outcomes: those of the port. */
export const receiptScript = defineNamedScript({
  name: 'record-receipt',
  kind: 'change',
  whileHalted: 'allowed',
  keys: ['job', 'correlations'],
  arguments: ['id', 'correlation', 'handle'],
  lua: `
local marked = redis.call('HGET', K.correlations, A.correlation)
if not marked then return 'contradicted', NOTHING_WRITTEN end
local id, try = string.match(marked, '^(.*)\\n(%d+)$')
if id ~= A.id then return 'contradicted', NOTHING_WRITTEN end
local known = redis.call('HGET', K.job, 'r' .. try)
if known then return known == A.handle and 'repeated' or 'contradicted', NOTHING_WRITTEN end
redis.call('HSET', K.job, 'r' .. try, A.handle)
return 'recorded'
`,
});
