import { defineScript } from '../script/script.ts';

/*
 * KEYS of all: calls (hash: row as JSON by id), call-order (sorted set: id by position), open-calls (hash: node by id
 * of a row that has not ended). The request log works while the store is halted: nothing depends on it.
 */
const whileHalted = 'allowed';

/**
 * ARGV: node, positions per ms, then of each row: id, first position of its ms, first slot to try among them, whether
 * it is open, the row. Outcome: number of rows without a free position.
 */
export const writeRequests = defineScript({
  name: 'calls.write',
  kind: 'change',
  whileHalted,
  lua: `
local positions = tonumber(ARGV[2])
local function freePosition(first, start)
  for step = 0, positions - 1 do
    local position = string.format('%.0f', first + (start + step) % positions)
    if redis.call('ZCOUNT', KEYS[2], position, position) == 0 then return position end
  end
end
local misfits = 0
for index = 3, argumentCount, 5 do
  local id, isOpen, row = ARGV[index], ARGV[index + 3] == '1', ARGV[index + 4]
  local isKnown = redis.call('HEXISTS', KEYS[1], id) == 1
  local position = not isKnown and freePosition(tonumber(ARGV[index + 1]), tonumber(ARGV[index + 2]))
  if position then redis.call('ZADD', KEYS[2], position, id) end
  if not isKnown and not position then
    misfits = misfits + 1
  else
    redis.call('HSET', KEYS[1], id, row)
    if isOpen then redis.call('HSET', KEYS[3], id, ARGV[1]) else redis.call('HDEL', KEYS[3], id) end
  end
end
return tostring(misfits)`,
});

/** ARGV: lowest position, position below which, count. Returns pairs of position and row, highest first. */
export const readRequests = defineScript({
  name: 'calls.read',
  kind: 'read',
  whileHalted,
  lua: `
local found = redis.call('ZREVRANGEBYSCORE', KEYS[2], '(' .. ARGV[2], ARGV[1], 'WITHSCORES', 'LIMIT', 0, ARGV[3])
local rows = {}
for index = 1, #found, 2 do rows[#rows + 1] = { found[index + 1], redis.call('HGET', KEYS[1], found[index]) } end
return rows`,
});

/** ARGV: position below which, limit. Outcome: number of removed rows. */
export const removeRows = defineScript({
  name: 'calls.removeBefore',
  kind: 'change',
  whileHalted,
  lua: `
local old = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[1], 'LIMIT', 0, ARGV[2])
for _, id in ipairs(old) do
  redis.call('ZREM', KEYS[2], id)
  redis.call('HDEL', KEYS[1], id)
  redis.call('HDEL', KEYS[3], id)
end
return tostring(#old), #old == 0`,
});

/** Memory of rows and order, in bytes, estimated from a few rows. The key of open rows is left out: they are few. */
const memoryInLua = `
local function memory()
  local bytes = 0
  for index = 1, 2 do bytes = bytes + (redis.call('MEMORY', 'USAGE', KEYS[index], 'SAMPLES', 50) or 0) end
  return bytes
end`;

/** Returns the approximate size of the log in bytes. */
export const measureRequests = defineScript({
  name: 'calls.measure',
  kind: 'read',
  whileHalted,
  lua: `${memoryInLua}
return tostring(memory())`,
});

/** ARGV: bytes, limit. Outcome: number of removed rows, the oldest, when the log exceeds the bytes. */
export const removeRequestsBeyond = defineScript({
  name: 'calls.removeBeyond',
  kind: 'change',
  whileHalted,
  lua: `${memoryInLua}
if memory() <= tonumber(ARGV[1]) then return '0', true end
local old = redis.call('ZRANGE', KEYS[2], 0, tonumber(ARGV[2]) - 1)
for _, id in ipairs(old) do
  redis.call('ZREM', KEYS[2], id)
  redis.call('HDEL', KEYS[1], id)
  redis.call('HDEL', KEYS[3], id)
end
return tostring(#old), #old == 0`,
});

/** Returns id and node of every row that has not ended, one after the other. */
export const openRequests = defineScript({
  name: 'calls.open',
  kind: 'read',
  whileHalted,
  lua: `return redis.call('HGETALL', KEYS[3])`,
});

/** ARGV: ids. Returns the row of each, or nothing. */
export const rowsOfRequests = defineScript({
  name: 'calls.rows',
  kind: 'read',
  whileHalted,
  lua: `
local rows = {}
for index = 1, argumentCount do rows[index] = redis.call('HGET', KEYS[1], ARGV[index]) end
return rows`,
});

/** ARGV: a node that is gone, then pairs of id and ended row. Ends rows that are still open and belong to the node. */
export const endRequests = defineScript({
  name: 'calls.end',
  kind: 'change',
  whileHalted,
  lua: `
local ended = 0
for index = 2, argumentCount, 2 do
  if redis.call('HGET', KEYS[3], ARGV[index]) == ARGV[1] then
    redis.call('HSET', KEYS[1], ARGV[index], ARGV[index + 1])
    redis.call('HDEL', KEYS[3], ARGV[index])
    ended = ended + 1
  end
end
return tostring(ended), ended == 0`,
});

/** ARGV: id, row as read and new text, of each row. Outcome: number of rows that were still as read. */
export const rewriteRequests = defineScript({
  name: 'calls.rewrite',
  kind: 'change',
  whileHalted,
  lua: `
local rewritten = 0
for index = 1, argumentCount, 3 do
  if redis.call('HGET', KEYS[1], ARGV[index]) == ARGV[index + 1] then
    redis.call('HSET', KEYS[1], ARGV[index], ARGV[index + 2])
    rewritten = rewritten + 1
  end
end
return tostring(rewritten), rewritten == 0`,
});
