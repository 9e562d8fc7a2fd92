/*
 * The fence is one hash: `lineage` (names the history of the store), `server` (the server the history is written on), `commits` (changes
 * ever made), `node:<incarnation>` (changes made by one process), `ended:<lineage>` (commits at which a history passed whole into the
 * next one), `halted` (JSON, while a loss waits for an operator), `lost:<lineage>` (commits a node remembers of a history that is gone),
 * `forgiven:<lineage>` (histories whose end an operator has acknowledged) and `at:<address>` (where nodes reached the server).
 * These scripts look at it before anything else does, so they have no frame.
 */

/**
 * KEYS: fence. ARGV: this node, the id of a new history, the server's replication id or '', the id of the one it was promoted from or '',
 * the address it was reached at, '1' to begin a store that has none, and the histories the node remembers. Answers what `MetStore` says.
 *
 * On another server than it was written on the history ends where it stands and a new one begins, before any node can
 * add to it: a node that saw more of the ended one than was kept can tell for ever, whatever has been written since. A server at an address that
 * no node had used, and that was not promoted from the one before, has a copy, or was moved: then nothing is begun.
 */
export const meetScript = `#!lua
local found = redis.call('HMGET', KEYS[1], 'lineage', 'commits', 'node:' .. ARGV[1], 'halted', 'server')
local lineage, commits, server, address = found[1], found[2] or '0', ARGV[3], 'at:' .. ARGV[5]
local elsewhere = ''
if not lineage and ARGV[6] == '1' then
  lineage = ARGV[2]
  redis.call('HSET', KEYS[1], 'lineage', lineage, 'server', server)
elseif lineage and server ~= '' and found[5] ~= server then
  if found[5] and found[5] ~= '' and found[5] ~= ARGV[4] and redis.call('HEXISTS', KEYS[1], address) == 0 then
    elsewhere = '1'
  elseif found[5] and found[5] ~= '' then
    redis.call('HSET', KEYS[1], 'ended:' .. lineage, commits, 'lineage', ARGV[2])
    lineage = ARGV[2]
  end
  if elsewhere == '' then redis.call('HSET', KEYS[1], 'server', server) end
end
if lineage and elsewhere == '' then redis.call('HSETNX', KEYS[1], address, '1') end
if lineage then redis.call('HSETNX', KEYS[1], 'node:' .. ARGV[1], '0') end
local kept, forgiven = {}, ''
for index = 7, #ARGV do
  kept[#kept + 1] = ARGV[index] == lineage and commits or redis.call('HGET', KEYS[1], 'ended:' .. ARGV[index]) or ''
  if redis.call('HEXISTS', KEYS[1], 'forgiven:' .. ARGV[index]) == 1 then forgiven = '1' end
end
local time = redis.call('TIME')
local instant = time[1] * 1000 + math.floor(time[2] / 1000)
return { lineage or '', commits, found[3] or '0', found[4] or '', forgiven, elsewhere, tostring(instant), unpack(kept) }
`;

/**
 * KEYS: fence. ARGV: the history a node remembers, its commits, the record as JSON, '1' where changes are missing. Halts the store; a store
 * that is halted already stays as it is, and only learns of one more history, but that changes are missing goes before a move. Answers the record in force; '' when an operator acknowledged the end of that
 * history since the node looked, so that a loss already acknowledged does not halt the store once more.
 */
export const haltScript = `#!lua
if redis.call('HEXISTS', KEYS[1], 'forgiven:' .. ARGV[1]) == 1 then return '' end
local known = tonumber(redis.call('HGET', KEYS[1], 'lost:' .. ARGV[1]) or '0')
redis.call('HSET', KEYS[1], 'lost:' .. ARGV[1], string.format('%.0f', math.max(known, tonumber(ARGV[2]))))
local halted = redis.call('HGET', KEYS[1], 'halted')
if halted and (ARGV[4] ~= '1' or not string.find(halted, '"kind":"elsewhere"', 1, true)) then return halted end
redis.call('HSET', KEYS[1], 'halted', ARGV[3])
return ARGV[3]
`;

/**
 * KEYS: fence; `leases` and `counters` of the jobs. ARGV: the id of a new history, a number drawn by chance, the server's replication id or '', the address it
 * was reached at. Ends a halt: the store as it is becomes
 * the truth of every node that knew one of the histories. The number of commits goes on above everything anybody remembers. Every lease
 * ends, and epochs count on from the number: what a node has in hand of the lost past, or has from before it, decides nothing, though the
 * versions it knows are given out again. Answers 1, or 0 when the store was not halted.
 */
export const acknowledgeScript = `#!lua
local fields = redis.call('HGETALL', KEYS[1])
local commits, past, halted = 0, {}, false
for index = 1, #fields, 2 do
  local name, value = fields[index], fields[index + 1]
  if name == 'halted' then halted = true end
  if name == 'commits' then commits = math.max(commits, tonumber(value)) end
  if name == 'lineage' then past[#past + 1] = value end
  if string.sub(name, 1, 5) == 'lost:' then
    commits = math.max(commits, tonumber(value))
    past[#past + 1] = string.sub(name, 6)
  end
  if string.sub(name, 1, 6) == 'ended:' then past[#past + 1] = string.sub(name, 7) end
end
if not halted then return 0 end
for index = 1, #fields, 2 do
  local kind = string.match(fields[index], '^(%a+:)')
  if kind == 'lost:' or kind == 'node:' or kind == 'ended:' or kind == 'at:' then redis.call('HDEL', KEYS[1], fields[index]) end
end
for _, lineage in ipairs(past) do redis.call('HSET', KEYS[1], 'forgiven:' .. lineage, '1') end
redis.call('HDEL', KEYS[1], 'halted')
redis.call('HSET', KEYS[1], 'lineage', ARGV[1], 'commits', string.format('%.0f', commits + 1))
redis.call('HSET', KEYS[1], 'server', ARGV[3], 'at:' .. ARGV[4], '1')
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[3], 'epochs', ARGV[2])
return 1
`;
