import { probeJobKey, creditMoves, maxLearnedLimits, quotaMoves } from '@filmgate/core';
import { circuitLua, paidLua } from '../../accounts/account-lua.ts';
import { argumentsPerEffect } from '../effect-arguments.ts';

type Moves = Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>>;

/** The core's moves of a ledger as a Lua table: the resulting state of each, by its initial state. */
function movesLua(ledger: string, moves: Moves): string {
  const lines = Object.entries(moves).map(([move, { from, to }]) => {
    const steps = from.map((state) => `${state} = '${to}'`);
    return `['${ledger}:${move}'] = { ${steps.join(', ')} }`;
  });
  return `{ ${lines.join(', ')} }`;
}

const perEffect = String(argumentsPerEffect);

/**
 * The core's `store-rules` in Lua; a test compares them. Effects of a decision, five arguments each: kind, account,
 * amount, unit, value. `effectFault` returns what contradicts the stored job's money and slot (`contradictionIn`),
 * `slotsGranted` and `creditsGranted` are `checkGrants`, and `applyEffects` is `accountAfter` and `circuitAfter`, and
 * changes nothing of an account that is gone. The value of a movement is the instant since which the job's outcome had
 * been unknown.
 */
export const effectsLua = `
local QUOTA_MOVES = ${movesLua('quota', quotaMoves)}
local CREDIT_MOVES = ${movesLua('credit', creditMoves)}
local STORED = { ['credit:refund'] = true, ['credit:hold'] = true, ['credit:return'] = true }
-- What a movement is about: \`due\` of the core.
local function dueOf(what, job, next, credit)
  if QUOTA_MOVES[what] then return job.cost, '' end
  local about = STORED[what] and credit == job.credit and job or next
  local amount = about.estimate
  if what == 'credit:settle' then amount = next.paid end
  if what == 'credit:correct' then amount = next.paid - job.paid end
  if what == 'credit:return' then amount = job.paid end
  return amount, about.unit
end
local function spendFault(job, next, reserves, pays)
  if reserves then return nil end
  if job.unit ~= next.unit or job.estimate ~= next.estimate or job.charges ~= next.charges then
    return 'what a try costs does not change'
  end
  if job.actual ~= next.actual and not pays then return 'what was taken does not change without a movement' end
  return nil
end
local function effectFault(job, next, first, last)
  local quota, credit, slot, reserves, pays = job.quota, job.credit, job.slot, false, false
  for at = first, last, ${perEffect} do
    local what = ARGV[at]
    if QUOTA_MOVES[what] or CREDIT_MOVES[what] then
      local amount, unit = dueOf(what, job, next, credit)
      if tonumber(ARGV[at + 2]) ~= amount or ARGV[at + 3] ~= unit then
        return what .. ' of ' .. ARGV[at + 2] .. ', where it is ' .. string.format('%.0f', amount) .. ' ' .. unit
      end
      reserves = reserves or what == 'credit:reserve'
      pays = pays or what == 'credit:settle' or what == 'credit:correct'
    end
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
  local forgotten = credit == 'released' and next.credit == 'none' and next.account == ''
  if next.credit ~= credit and not forgotten then return 'credit is ' .. credit .. ', not ' .. next.credit end
  return spendFault(job, next, reserves, pays)
end
local function slotsOfModel(id, model)
  return cjson.decode(redis.call('HGET', K.accounts, 'models\\n' .. id) or '{}')[model] or 0
end
local function slotsGranted(first, last)
  for at = first, last, ${perEffect} do
    if ARGV[at] == 'slot:take' then
      local id = ARGV[at + 1]
      local account = redis.call('HMGET', K.accounts,
        'enabled\\n' .. id, 'draining\\n' .. id, 'concurrency\\n' .. id, 'busy\\n' .. id, 'condition\\n' .. id,
        'credits\\n' .. id)
      if account[1] ~= '1' or account[2] then return false end
      local slots = account[5] == 'exhausted' and not account[6] and 1 or tonumber(account[3])
      if tonumber(account[4] or '0') >= slots then return false end
      if ARGV[at + 2] ~= '' and slotsOfModel(id, ARGV[at + 4]) >= tonumber(ARGV[at + 2]) then return false end
    end
  end
  return true
end
${paidLua}
local function withinBudget(id, promised, cost)
  local budget = redis.call('HMGET', K.accounts, 'budget\\n' .. id, 'budget-per\\n' .. id)
  if not budget[1] then return true end
  local paid, since, began = paidIn(id, budget[2])
  local left = budget[1] - promised - (began <= since and paid or 0)
  return left > 0 and left >= cost
end
local function creditsGranted(first, last)
  for at = first, last, ${perEffect} do
    if ARGV[at] == 'credit:reserve' then
      local id, cost = ARGV[at + 1], tonumber(ARGV[at + 2])
      local account = redis.call('HMGET', K.accounts,
        'endpoint\\n' .. id, 'credits\\n' .. id, 'reserved\\n' .. id, 'held\\n' .. id)
      local promised = (account[3] or 0) + (account[4] or 0)
      if account[1] then
        if account[2] and account[2] - promised < cost then return false end
        if not withinBudget(id, promised, cost) then return false end
      end
    end
  end
  return true
end
local function setLastError(id, words)
  if words == '' then redis.call('HDEL', K.accounts, 'lastError\\n' .. id)
  else redis.call('HSET', K.accounts, 'lastError\\n' .. id, words) end
end
local function setCondition(id, condition, coolingUntil)
  redis.call('HSET', K.accounts, 'condition\\n' .. id, condition)
  if coolingUntil then redis.call('HSET', K.accounts, 'coolingUntil\\n' .. id, coolingUntil)
  else redis.call('HDEL', K.accounts, 'coolingUntil\\n' .. id) end
end
local function lessonsOf(id) return cjson.decode(redis.call('HGET', K.accounts, 'learned\\n' .. id) or '{}') end
local function saveLessons(id, learnedLimits)
  if next(learnedLimits) then redis.call('HSET', K.accounts, 'learned\\n' .. id, cjson.encode(learnedLimits))
  else redis.call('HDEL', K.accounts, 'learned\\n' .. id) end
end
-- \`withLearnedLimit\` of the core.
local function learn(id, key, learnedLimit)
  local learnedLimits = lessonsOf(id)
  if learnedLimit.kind == 'cap' then
    local inFlight = slotsOfModel(id, learnedLimit.model)
    learnedLimit.cap = math.max(1, math.min(learnedLimit.cap, inFlight))
    if inFlight > 0 then learnedLimit.restsUntil = cjson.null end
  end
  learnedLimits[key] = learnedLimit
  local count, oldest = 0, nil
  for name, one in pairs(learnedLimits) do
    count = count + 1
    local before = oldest and learnedLimits[oldest].at
    if not oldest or one.at < before or (one.at == before and name < oldest) then oldest = name end
  end
  if count > ${String(maxLearnedLimits)} then learnedLimits[oldest] = nil end
  saveLessons(id, learnedLimits)
end
-- What a job that was taken ends: \`proven\` of the core.
local function prove(id, away)
  local account = redis.call('HMGET', K.accounts, 'condition\\n' .. id, 'credits\\n' .. id, 'learned\\n' .. id)
  if account[1] == 'exhausted' and not account[2] then setCondition(id, 'ready') end
  if not account[3] then return end
  local learnedLimits = lessonsOf(id)
  learnedLimits['${probeJobKey}'] = nil
  learnedLimits[away] = nil
  saveLessons(id, learnedLimits)
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
${circuitLua}
local APPLY = {
  ['credit:settle'] = function(id, amount, unknownSince)
    if not isCounted(id, unknownSince) then moveBalance(id, -amount) end
    pay(id, tonumber(amount))
  end,
  ['credit:correct'] = function(id, amount)
    moveBalance(id, -amount)
    pay(id, tonumber(amount))
  end,
  ['credit:return'] = function(id, amount)
    moveBalance(id, tonumber(amount))
    pay(id, -amount)
  end,
  ['slot:take'] = function(id, _, _, now) redis.call('HSET', K.accounts, 'lastUsedAt\\n' .. id, now) end,
  ['cooling'] = function(id, _, ends) setCondition(id, 'cooling', ends) end,
  ['exhausted'] = function(id, _, words)
    setCondition(id, 'exhausted')
    setLastError(id, words)
  end,
  ['login-lost'] = function(id, _, words)
    setCondition(id, 'login_required')
    setLastError(id, words)
  end,
  ['erred'] = function(id) redis.call('HINCRBY', K.accounts, 'errorStreak\\n' .. id, 1) end,
  ['learn'] = function(id, key, learnedLimit) learn(id, key, cjson.decode(learnedLimit)) end,
  ['succeeded'] = function(id, away, _, now)
    prove(id, away)
    setLastError(id, '')
    redis.call('HSET', K.accounts, 'errorStreak\\n' .. id, 0, 'lastSuccessAt\\n' .. id, now)
  end,
  ['answered'] = function(id, _, _, now) noteEvidence(id, 'answered', now) end,
  ['unavailable'] = function(id, _, _, now) noteEvidence(id, 'unavailable', now) end,
  ['doubtful'] = function(id, _, _, now) noteEvidence(id, 'doubtful', now) end,
}
local function applyEffects(first, last, now)
  for at = first, last, ${perEffect} do
    local apply, id = APPLY[ARGV[at]], ARGV[at + 1]
    if apply and redis.call('HEXISTS', K.accounts, 'endpoint\\n' .. id) == 1 then
      apply(id, ARGV[at + 2], ARGV[at + 4], now)
    end
  end
end
`;

/** Removes a drained account with its last job. */
export const drainLua = `
local ACCOUNT_FIELDS = {
  'endpoint', 'label', 'families', 'enabled', 'draining', 'awaitsTest', 'concurrency', 'condition', 'coolingUntil', 'credits',
  'creditsSource', 'creditsCheckedAt', 'errorStreak', 'lastError', 'lastSuccessAt', 'lastUsedAt', 'hasSecret', 'secretSince',
  'probedAt', 'moved', 'models', 'learned', 'unit', 'budget', 'budget-per', 'paid-ever', 'paid-day', 'paid-month', 'paid-since-ever', 'paid-since-day',
  'paid-since-month',
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

/** Announces a commit: `w` if a sleeping runner may have work, and the saved job's texts; see `readAnnouncement`. */
export const announceLua = `
local function announce(isWork, id, head, status, request, changing)
  redis.call('PUBLISH', K.events,
    table.concat({ isWork and 'w' or '-', id, head, status, request, changing }, '\\n'))
end
local function announceWork() redis.call('PUBLISH', K.events, 'w') end
`;
