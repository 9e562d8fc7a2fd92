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

/**
 * When each open job can be claimed. Lane `c` (continue) is one sorted set. Lanes `q` (queued) and `a` (awaiting
 * configuration) sleep until their instant, and then stand ready by family, owner and place; `turns` says which owner of a
 * family had its last turn the longest ago. A turn in it may be too low, for an owner has turns in several families: it is
 * put right when it comes up.
 */
export const scheduleLua = `
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
local function schedule(lane, member, at, now)
  if at == '' then return end
  if lane == 'c' then
    redis.call('ZADD', K.due, at, member)
  elseif tonumber(at) <= tonumber(now) then
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
 * leased is scheduled for the end of its lease. A job nobody ever claimed has no entry.
 */
export const leaseLua = `
local function leaseOf(id)
  local text = redis.call('HGET', K.leases, id)
  if not text then return { epoch = '0', held = false } end
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
