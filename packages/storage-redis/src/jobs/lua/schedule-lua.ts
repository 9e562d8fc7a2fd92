import { setBackAfterMs } from '@filmgate/core';

/** Keys of the schedule. */
export const scheduleKeys = [
  'due',
  'asleep',
  'ready',
  'readyDue',
  'turns',
  'counters',
  'families',
] as const;

/** Maximum difference at which a node's clock counts as equal to the server's, in ms: a round trip is part of it. */
const agreeWithinMs = 2_000;
/** Minimum advance at which the newest instant is written, in ms: reading the schedule must not become writing. */
const noteAfterMs = 1_000;

/** Difference by which the server's clock is ahead of one that says `nodeNow`; 0 where they agree. */
export const apartLua = `
local function apartFrom(nodeNow)
  local time = redis.call('TIME')
  local apart = time[1] * 1000 + math.floor(time[2] / 1000) - nodeNow
  return math.abs(apart) < ${String(agreeWithinMs)} and 0 or apart
end
`;

/**
 * Time by which jobs fall due: the server's, so that nodes whose clocks differ agree, continued where it is set back.
 * `ahead` is how far it has run ahead of the server's since, `newest` how far it was recorded to be. Every instant a
 * node passes is moved by the difference between its clock and the server's, and by `ahead`: `NOW` and
 * `scheduled(instant)` are in this time, and so are the keys of the schedule.
 */
const scheduleClockLua = `${apartLua}
local NOW, scheduled
do
  local apart = apartFrom(NODE_NOW)
  local noted = redis.call('HMGET', K.counters, 'newest', 'ahead')
  local newest, ahead = tonumber(noted[1] or '0'), tonumber(noted[2] or '0')
  local now = A.now + apart
  if newest - (now + ahead) > ${String(setBackAfterMs)} then
    ahead = newest - now
    redis.call('HSET', K.counters, 'ahead', string.format('%.0f', ahead))
  end
  NOW = now + ahead
  if NOW - newest >= ${String(noteAfterMs)} then redis.call('HSET', K.counters, 'newest', string.format('%.0f', NOW)) end
  scheduled = function(instant)
    if instant == '' then return '' end
    return string.format('%.0f', instant + apart + ahead)
  end
end
`;

/**
 * Instants at which open jobs can be claimed. Lane `c` (continue) is one sorted set. Lanes `q` (queued) and `a`
 * (awaiting configuration) sleep until their instant, and are then ready by family, owner and position; `turns` gives
 * the owner of a family whose last turn is longest ago. A turn in it may be too low, for an owner has turns in several
 * families: it is corrected when it comes up.
 */
export const scheduleLua = `${scheduleClockLua}
local TURN_SPAN = 2 ^ 40
local function turnScore(family, turn)
  local index = redis.call('HGET', K.families, 'index:' .. family)
  return string.format('%.0f', index * TURN_SPAN + turn)
end
local function addReady(member, at)
  redis.call('ZADD', K.ready, 0, member)
  redis.call('ZADD', K.readyDue, at, member)
  local family, owner = string.match(member, '^([^\\n]*)\\n([^\\n]*)\\n')
  local turn = redis.call('HGET', K.counters, 'turn:' .. owner) or '0'
  redis.call('ZADD', K.turns, 'NX', turnScore(family, turn), family .. '\\n' .. owner)
end
local function schedule(lane, member, at)
  if at == '' then return end
  if lane == 'c' then
    redis.call('ZADD', K.due, at, member)
  elseif tonumber(at) <= NOW then
    addReady(member, at)
  else
    redis.call('ZADD', K.asleep, at, member)
  end
end
local function unschedule(lane, member)
  if lane == 'c' then
    redis.call('ZREM', K.due, member)
  elseif redis.call('ZREM', K.asleep, member) == 0 and redis.call('ZREM', K.ready, member) == 1 then
    redis.call('ZREM', K.readyDue, member)
  end
end
`;

/**
 * Leases, by job: epoch, end (`-` when returned), the number of pool changes at the claim, lane and scheduled member. A
 * leased job is scheduled for the end of its lease. A job that was not claimed since the last acknowledged loss has no
 * entry; its epochs begin above a number that no history of the store has seen (see `acknowledgeScript`).
 */
export const leaseLua = `
local function leaseOf(id)
  local text = redis.call('HGET', K.leases, id)
  if not text then return { epoch = redis.call('HGET', K.counters, 'epochs') or '0', held = false } end
  local epoch, ends, pool, lane, member = string.match(text, '^(%d+) (%S+) (%d+) (%a) (.*)$')
  return { epoch = epoch, ends = ends, pool = pool, lane = lane, member = member, held = ends ~= '-' }
end
local function leaseText(lease)
  return table.concat({ lease.epoch, lease.ends, lease.pool, lease.lane, lease.member }, ' ')
end
local function saveLease(id, lease) redis.call('HSET', K.leases, id, leaseText(lease)) end
local function giveBack(id, lease)
  redis.call('HSET', K.leases, id, lease.epoch .. ' - 0 x ')
end
`;
