import {
  providerDoubtedForMs,
  providerDoubtsToOpen,
  providerFailuresToOpen,
  providerOpenForMs,
} from '@filmgate/core';

/** `noteEvidence` does to a provider's circuit what `circuitAfter` says. Keys: `accounts`. */
export const circuitLua = `
local function noteEvidence(id, evidence, now)
  local provider = redis.call('HGET', K.accounts, 'provider\\n' .. id)
  local failures, doubts = 'circuitFailures\\n' .. provider, 'circuitDoubts\\n' .. provider
  local openUntil = 'circuitOpenUntil\\n' .. provider
  if evidence == 'answered' then
    redis.call('HDEL', K.accounts, failures, doubts, openUntil)
    return
  end
  local known = redis.call('HMGET', K.accounts, failures, doubts, openUntil)
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
