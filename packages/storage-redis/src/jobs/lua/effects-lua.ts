import { providerFailuresToOpen, providerOpenForMs } from '@filmgate/core';

/**
 * Effects of a decision, three arguments each: what, account, value. `effectFault` says what contradicts where the stored
 * job's money and slot stand (I4); `creditsGranted` is `coversReservation`, what a settling moves is `balanceMove`, whose value
 * is since when the job's outcome had been unknown; `applyEffects` changes the accounts, and nothing of one that is gone.
 */
export const effectsLua = `
local QUOTA_MOVES = {
  ['quota:hold'] = { reserved = 'held' },
  ['quota:settle'] = { reserved = 'settled', held = 'settled' },
  ['quota:refund'] = { reserved = 'refunded', held = 'refunded' },
}
local CREDIT_MOVES = {
  ['credit:reserve'] = { none = 'reserved', refunded = 'reserved' },
  ['credit:hold'] = { reserved = 'held' },
  ['credit:settle'] = { reserved = 'settled', held = 'settled' },
  ['credit:refund'] = { reserved = 'refunded', held = 'refunded' },
  ['credit:return'] = { settled = 'returned' },
}
local function effectFault(job, next, first, last)
  local quota, credit, slot = job.quota, job.credit, job.slot
  for at = first, last, 3 do
    local what = ARGV[at]
    if QUOTA_MOVES[what] then
      if not QUOTA_MOVES[what][quota] then return what .. ' of what is ' .. quota end
      quota = QUOTA_MOVES[what][quota]
    elseif CREDIT_MOVES[what] then
      if not CREDIT_MOVES[what][credit] then return what .. ' of what is ' .. credit end
      credit = CREDIT_MOVES[what][credit]
    elseif what == 'slot:take' or what == 'slot:release' then
      local wanted = what == 'slot:take' and '1' or '0'
      if slot == wanted then return what .. ' twice' end
      slot = wanted
    end
  end
  if next.quota ~= quota then return 'quota is ' .. quota .. ', not ' .. next.quota end
  if next.slot ~= slot then return 'a slot is held: ' .. slot end
  local forgotten = credit == 'refunded' and next.credit == 'none' and next.account == ''
  if next.credit ~= credit and not forgotten then return 'credit is ' .. credit .. ', not ' .. next.credit end
  return nil
end
local function slotsGranted(first, last)
  for at = first, last, 3 do
    if ARGV[at] == 'slot:take' then
      local id = ARGV[at + 1]
      local account = redis.call('HMGET', K.accounts,
        'enabled\\n' .. id, 'draining\\n' .. id, 'concurrency\\n' .. id, 'busy\\n' .. id)
      if account[1] ~= '1' or account[2] then return false end
      if tonumber(account[4] or '0') >= tonumber(account[3]) then return false end
    end
  end
  return true
end
local function creditsGranted(first, last, cost)
  for at = first, last, 3 do
    if ARGV[at] == 'credit:reserve' then
      local id = ARGV[at + 1]
      local account = redis.call('HMGET', K.accounts, 'credits\\n' .. id, 'reserved\\n' .. id, 'held\\n' .. id)
      if account[1] and account[1] - (account[2] or 0) - (account[3] or 0) < cost then return false end
    end
  end
  return true
end
local function setCondition(id, condition, coolingUntil)
  redis.call('HSET', K.accounts, 'condition\\n' .. id, condition)
  if coolingUntil then redis.call('HSET', K.accounts, 'coolingUntil\\n' .. id, coolingUntil)
  else redis.call('HDEL', K.accounts, 'coolingUntil\\n' .. id) end
end
local function moveBalance(id, amount)
  if amount == 0 then return end
  redis.call('HINCRBY', K.accounts, 'moved\\n' .. id, string.format('%.0f', -amount))
  local balance = redis.call('HGET', K.accounts, 'credits\\n' .. id)
  if not balance then return end
  redis.call('HSET', K.accounts, 'credits\\n' .. id, string.format('%.17g', balance + amount))
end
local function isCounted(id, unknownSince)
  local read = redis.call('HMGET', K.accounts, 'creditsSource\\n' .. id, 'creditsCheckedAt\\n' .. id)
  return unknownSince ~= '' and read[1] == 'upstream' and read[2] and tonumber(read[2]) > tonumber(unknownSince)
end
local function noteEvidence(id, isAnswer, now)
  local provider = redis.call('HGET', K.accounts, 'provider\\n' .. id)
  local failures, openUntil = 'circuitFailures\\n' .. provider, 'circuitOpenUntil\\n' .. provider
  if isAnswer then
    redis.call('HDEL', K.accounts, failures, openUntil)
  elseif redis.call('HINCRBY', K.accounts, failures, 1) >= ${String(providerFailuresToOpen)} then
    redis.call('HSET', K.accounts, openUntil, string.format('%.0f', now + ${String(providerOpenForMs)}))
  end
end
local APPLY = {
  ['credit:settle'] = function(id, unknownSince, cost)
    if not isCounted(id, unknownSince) then moveBalance(id, -cost) end
  end,
  ['credit:return'] = function(id, _, cost) moveBalance(id, cost) end,
  ['slot:take'] = function(id, _, _, now) redis.call('HSET', K.accounts, 'lastUsedAt\\n' .. id, now) end,
  ['cooling'] = function(id, value) setCondition(id, 'cooling', value) end,
  ['exhausted'] = function(id) setCondition(id, 'exhausted') end,
  ['login-lost'] = function(id) setCondition(id, 'login_required') end,
  ['erred'] = function(id) redis.call('HINCRBY', K.accounts, 'errorStreak\\n' .. id, 1) end,
  ['succeeded'] = function(id, _, _, now)
    redis.call('HSET', K.accounts, 'errorStreak\\n' .. id, 0, 'lastSuccessAt\\n' .. id, now)
  end,
  ['answered'] = function(id, _, _, now) noteEvidence(id, true, now) end,
  ['unavailable'] = function(id, _, _, now) noteEvidence(id, false, now) end,
}
local function applyEffects(first, last, cost, now)
  for at = first, last, 3 do
    local apply, id = APPLY[ARGV[at]], ARGV[at + 1]
    if apply and redis.call('HEXISTS', K.accounts, 'provider\\n' .. id) == 1 then
      apply(id, ARGV[at + 2], cost, now)
    end
  end
end
`;

/** Removes a drained account with its last job. */
export const drainLua = `
local ACCOUNT_FIELDS = {
  'provider', 'label', 'families', 'enabled', 'draining', 'concurrency', 'condition', 'coolingUntil', 'credits',
  'creditsSource', 'creditsCheckedAt', 'errorStreak', 'lastSuccessAt', 'lastUsedAt', 'hasSecret', 'probedAt',
  'moved',
}
local function removeAccount(id)
  for _, field in ipairs(ACCOUNT_FIELDS) do redis.call('HDEL', K.accounts, field .. '\\n' .. id) end
  redis.call('HDEL', K.secrets, id)
end
local function letDrainedGo(id)
  if id == '' or not redis.call('HGET', K.accounts, 'draining\\n' .. id) then return end
  if redis.call('HEXISTS', K.accounts, 'jobs\\n' .. id) == 0 then removeAccount(id) end
end
`;

/**
 * Announces a commit: whether it may be work for a sleeping runner, and the job as saved, each of its texts on lines of its
 * own. See `readAnnouncement`.
 */
export const announceLua = `
local function announce(isWork, id, head, marks, request, changing)
  redis.call('PUBLISH', K.events,
    table.concat({ isWork and 'w' or '-', id, head, marks, request, changing }, '\\n'))
end
local function announceWork() redis.call('PUBLISH', K.events, 'w') end
`;
