import { setBackAfterMs } from '@filmgate/core';

/** Keys the schedule lives in. */
export const scheduleKeys = [
  'due',
  'asleep',
  'ready',
  'readyDue',
  'turns',
  'counters',
  'families',
] as const;

/** Clocks of nodes that differ from the server's by less are taken to agree with it, in ms: a round trip is part of it. */
const agreeWithinMs = 2_000;
/** The newest instant is written down when it is this much newer, in ms: reading the schedule must not become writing. */
const noteAfterMs = 1_000;

/** By how much the server's clock is ahead of one that says `nodeNow`, where they do not agree. */
export const apartLua = `
local function apartFrom(nodeNow)
  local time = redis.call('TIME')
  local apart = time[1] * 1000 + math.floor(time[2] / 1000) - nodeNow
  return math.abs(apart) < ${String(agreeWithinMs)} and 0 or apart
end
`;

/**
 * Time by which jobs fall due: the server's, so that nodes whose clocks differ agree, and going on where that is set back. `ahead` is by
 * how much it runs ahead of the server's since, `newest` how far it was noted to be. Every instant a node tells is moved by as much as
 * its clock differs from the server's, and by `ahead`: `NOW` and `scheduled(instant)` are by this time, the keys of the schedule too.
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
 * When each open job can be claimed. Lane `c` (continue) is one sorted set. Lanes `q` (queued) and `a` (awaiting
 * configuration) sleep until their instant, and then stand ready by family, owner and position; `turns` says which owner of a
 * family had its last turn the longest ago. A turn in it may be too low, for an owner has turns in several families: it is
 * put right when it comes up.
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
 * Leases, by job: epoch, end (`-` when given back), the pool's changes at the claim, lane and scheduled member. What is
 * leased is scheduled for the end of its lease. A job that was not claimed since a loss was acknowledged last has no entry; its epochs begin
 * above a number that no past of the store has seen (see `acknowledgeScript`).
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
