import {
  providerDoubtedForMs,
  providerDoubtsToOpen,
  providerFailuresToOpen,
  providerOpenForMs,
} from '@filmgate/core';

/** `noteEvidence` changes a provider's circuit like `circuitAfter`. Keys: `accounts`. */
export const circuitLua = `
local function noteEvidence(id, evidence, now)
  local provider = redis.call('HGET', K.accounts, 'endpoint\\n' .. id)
  local failures, doubts = 'circuitFailures\\n' .. provider, 'circuitDoubts\\n' .. provider
  local openUntil, by = 'circuitOpenUntil\\n' .. provider, 'circuitBy\\n' .. provider
  local known = redis.call('HMGET', K.accounts, failures, doubts, openUntil, by)
  -- An empty \`by\` stands for several accounts.
  local isOfAnother = known[4] and known[4] ~= '' and known[4] ~= id
  if evidence == 'unavailable' or evidence == 'doubtful' then
    redis.call('HSET', K.accounts, by, (known[4] and known[4] ~= id) and '' or id)
  elseif isOfAnother then return
  elseif evidence == 'answered' then
    redis.call('HDEL', K.accounts, failures, doubts, openUntil, by)
    return
  end
  local failed, doubted = tonumber(known[1] or 0), tonumber(known[2] or 0)
  local function openFor(ms)
    local stands = tonumber(known[3] or 0)
    if stands > now + ${String(providerDoubtedForMs)} then stands = 0 end
    redis.call('HSET', K.accounts, openUntil, string.format('%.0f', math.max(stands, now + ms)))
  end
  if evidence == 'unavailable' then
    redis.call('HSET', K.accounts, failures, failed + 1)
    if failed + 1 >= ${String(providerFailuresToOpen)} then openFor(${String(providerOpenForMs)}) end
  elseif evidence == 'doubtful' then
    redis.call('HSET', K.accounts, doubts, doubted + 1)
    if doubted + 1 >= ${String(providerDoubtsToOpen)} then openFor(${String(providerDoubtedForMs)}) end
  elseif failed < ${String(providerFailuresToOpen)} and doubted < ${String(providerDoubtsToOpen)} then
    return
  elseif evidence == 'probe-unreadable' then
    openFor(${String(providerDoubtedForMs)})
  else
    redis.call('HSET', K.accounts,
      failures, math.min(failed, ${String(providerFailuresToOpen - 1)}),
      doubts, math.min(doubted, ${String(providerDoubtsToOpen - 1)}))
    redis.call('HDEL', K.accounts, openUntil)
  end
end
`;

/** Payments, like `paidAfter` and `budgetLeft`. Keys: `accounts`; arguments: `began_<period>`, as from `periodsAt`. */
export const paidLua = `
-- What was paid in a period, and when the period of now began.
local function paidIn(id, period)
  local fields = redis.call('HMGET', K.accounts, 'paid-' .. period .. '\\n' .. id, 'paid-since-' .. period .. '\\n' .. id)
  return tonumber(fields[1] or '0'), tonumber(fields[2] or '0'), tonumber(A['began_' .. period])
end
local function pay(id, amount)
  if amount == 0 then return end
  for _, period in ipairs({ 'ever', 'day', 'month' }) do
    local paid, since, began = paidIn(id, period)
    local now = math.max(0, (began <= since and paid or 0) + amount)
    redis.call('HSET', K.accounts, 'paid-' .. period .. '\\n' .. id, string.format('%.0f', now),
      'paid-since-' .. period .. '\\n' .. id, string.format('%.0f', math.max(since, began)))
  end
end
`;

/**
 * Accounts in Lua. `wake` makes the jobs due that are waiting for an account with these properties: those in
 * `awaiting_configuration` that no runner holds. It checks each of them, once per change by an operator or a probe.
 */
export const accountLua = `
local function fieldOf(name, id) return redis.call('HGET', K.accounts, name .. '\\n' .. id) end
local function exists(id) return redis.call('HEXISTS', K.accounts, 'endpoint\\n' .. id) == 1 end
local function setField(name, id, value)
  if value == '' then redis.call('HDEL', K.accounts, name .. '\\n' .. id)
  else redis.call('HSET', K.accounts, name .. '\\n' .. id, value) end
end
local function isLabelTaken(label, by)
  local fields = redis.call('HGETALL', K.accounts)
  for at = 1, #fields, 2 do
    local id = string.match(fields[at], '^label\\n(.*)$')
    if id and id ~= by and fields[at + 1] == label then return true end
  end
  return false
end
local function clear(id, isLoggedIn, hasCredits)
  local condition = fieldOf('condition', id)
  if (condition == 'login_required' and isLoggedIn) or (condition == 'exhausted' and hasCredits) then
    setField('condition', id, 'ready')
  end
end
local function serves(id)
  if fieldOf('enabled', id) ~= '1' or fieldOf('draining', id) or fieldOf('awaitsTest', id) then return {} end
  local served = {}
  for _, family in ipairs(cjson.decode(fieldOf('families', id))) do served[family] = true end
  return served
end
local function wake(id)
  local served = serves(id)
  for _, member in ipairs(redis.call('SMEMBERS', K.awaiting)) do
    if served['*'] or served[string.match(member, '^([^\\n]*)\\n')] then
      unschedule('a', member)
      schedule('a', member, string.format('%.0f', NOW))
    end
  end
  announceWork()
end
`;
