/*
 * The fence is one hash: `history_id`, `server` (on which the history is written), `commits` (number of all changes),
 * `node:<incarnation>` (changes by one process), `ended:<history_id>` (commits at which a history passed completely into
 * the next one), `halted` (JSON, while a loss waits for an operator), `lost:<history_id>` (commits a node remembers of a
 * history that is gone), `forgiven:<history_id>` (histories whose end an operator has acknowledged) and `at:<address>`
 * (addresses at which nodes reached the server). These scripts check the fence before anything else, so they have no
 * frame.
 */

/**
 * KEYS: fence. ARGV: this node, the id of a new history, the server's replication id or '', the id of the one it was
 * promoted from or '', the address it was reached at, '1' to begin a store that has none, and the histories the node
 * remembers. Returns the fields of `MetStore`.
 *
 * On another server than it was written on, the history ends at its current commit and a new one begins, before any
 * node can add to it: a node that saw more of the ended one than was kept can detect that for ever, whatever has been
 * written since. A server at an address that no node had used, and that was not promoted from the one before, has a
 * copy, or was moved: then nothing is begun.
 */
export const meetScript = `#!lua
local found = redis.call('HMGET', KEYS[1], 'history_id', 'commits', 'node:' .. ARGV[1], 'halted', 'server')
local history, commits, server, address = found[1], found[2] or '0', ARGV[3], 'at:' .. ARGV[5]
local elsewhere = ''
if not history and ARGV[6] == '1' then
  history = ARGV[2]
  redis.call('HSET', KEYS[1], 'history_id', history, 'server', server)
elseif history and server ~= '' and found[5] ~= server then
  if found[5] and found[5] ~= '' and found[5] ~= ARGV[4] and redis.call('HEXISTS', KEYS[1], address) == 0 then
    elsewhere = '1'
  elseif found[5] and found[5] ~= '' then
    redis.call('HSET', KEYS[1], 'ended:' .. history, commits, 'history_id', ARGV[2])
    history = ARGV[2]
  end
  if elsewhere == '' then redis.call('HSET', KEYS[1], 'server', server) end
end
if history and elsewhere == '' then redis.call('HSETNX', KEYS[1], address, '1') end
if history then redis.call('HSETNX', KEYS[1], 'node:' .. ARGV[1], '0') end
local kept, forgiven = {}, ''
for index = 7, #ARGV do
  kept[#kept + 1] = ARGV[index] == history and commits or redis.call('HGET', KEYS[1], 'ended:' .. ARGV[index]) or ''
  if redis.call('HEXISTS', KEYS[1], 'forgiven:' .. ARGV[index]) == 1 then forgiven = '1' end
end
local time = redis.call('TIME')
local instant = time[1] * 1000 + math.floor(time[2] / 1000)
return { history or '', commits, found[3] or '0', found[4] or '', forgiven, elsewhere, tostring(instant), unpack(kept) }
`;

/**
 * KEYS: fence. ARGV: the history a node remembers, its commits, the record as JSON, '1' where changes are missing.
 * Halts the store. A store that is halted already keeps its record and only adds the history, except that missing
 * changes take precedence over a move. Returns the record in force; '' when an operator acknowledged the end of that
 * history since the node's check, so that a loss already acknowledged does not halt the store once more.
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
 * KEYS: fence; `leases` and `counters` of the jobs. ARGV: the id of a new history, a random number, the server's
 * replication id or '', the address it was reached at. Ends a halt: the current state of the store becomes valid for
 * every node that knew one of the histories. The number of commits continues above everything any node remembers. Every
 * lease ends, and epochs continue from the number: claims and decisions from the lost past, or from before it, decide
 * nothing, though the versions they know are given out again. Returns 1, or 0 when the store was not halted.
 */
export const acknowledgeScript = `#!lua
local fields = redis.call('HGETALL', KEYS[1])
local commits, past, halted = 0, {}, false
for index = 1, #fields, 2 do
  local name, value = fields[index], fields[index + 1]
  if name == 'halted' then halted = true end
  if name == 'commits' then commits = math.max(commits, tonumber(value)) end
  if name == 'history_id' then past[#past + 1] = value end
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
for _, history in ipairs(past) do redis.call('HSET', KEYS[1], 'forgiven:' .. history, '1') end
redis.call('HDEL', KEYS[1], 'halted')
redis.call('HSET', KEYS[1], 'history_id', ARGV[1], 'commits', string.format('%.0f', commits + 1))
redis.call('HSET', KEYS[1], 'server', ARGV[3], 'at:' .. ARGV[4], '1')
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[3], 'epochs', ARGV[2])
return 1
`;
