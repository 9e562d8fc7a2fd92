import { creditMoves, quotaMoves } from '@filmgate/core';
import { circuitLua } from '../../accounts/circuit-lua.ts';
import { argumentsPerEffect } from '../effect-arguments.ts';

type Moves = Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>>;

/** The core's moves of a ledger as a table of Lua: where each leads, by where it starts. */
function movesLua(ledger: string, moves: Moves): string {
  const lines = Object.entries(moves).map(([move, { from, to }]) => {
    const steps = from.map((standing) => `${standing} = '${to}'`);
    return `['${ledger}:${move}'] = { ${steps.join(', ')} }`;
  });
  return `{ ${lines.join(', ')} }`;
}

const perEffect = String(argumentsPerEffect);

/**
 * The core's `store-rules` in Lua; a test compares them. Effects of a decision, four arguments each: what, account, amount, value.
 * `effectFault` says what contradicts where the stored job's money and slot stand (`contradictionIn`), `slotsGranted` and
 * `creditsGranted` are `judgeGrants`, and `applyEffects` is `accountAfter` and `circuitAfter`, and changes nothing of an account
 * that is gone. The value of a movement is since when the job's outcome had been unknown.
 */
export const effectsLua = `
local QUOTA_MOVES = ${movesLua('quota', quotaMoves)}
local CREDIT_MOVES = ${movesLua('credit', creditMoves)}
local function effectFault(job, next, first, last)
  local quota, credit, slot = job.quota, job.credit, job.slot
  for at = first, last, ${perEffect} do
    local what = ARGV[at]
    if (QUOTA_MOVES[what] or CREDIT_MOVES[what]) and tonumber(ARGV[at + 2]) ~= job.cost then
      return what .. ' of ' .. ARGV[at + 2] .. ', where it costs ' .. string.format('%.0f', job.cost)
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
  local forgotten = credit == 'refunded' and next.credit == 'none' and next.account == ''
  if next.credit ~= credit and not forgotten then return 'credit is ' .. credit .. ', not ' .. next.credit end
  return nil
end
local function slotsGranted(first, last)
  for at = first, last, ${perEffect} do
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
local function creditsGranted(first, last)
  for at = first, last, ${perEffect} do
    if ARGV[at] == 'credit:reserve' then
      local id = ARGV[at + 1]
      local account = redis.call('HMGET', K.accounts, 'credits\\n' .. id, 'reserved\\n' .. id, 'held\\n' .. id)
      if account[1] and account[1] - (account[2] or 0) - (account[3] or 0) < tonumber(ARGV[at + 2]) then return false end
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
${circuitLua}
local APPLY = {
  ['credit:settle'] = function(id, amount, unknownSince)
    if not isCounted(id, unknownSince) then moveBalance(id, -amount) end
  end,
  ['credit:return'] = function(id, amount) moveBalance(id, tonumber(amount)) end,
  ['slot:take'] = function(id, _, _, now) redis.call('HSET', K.accounts, 'lastUsedAt\\n' .. id, now) end,
  ['cooling'] = function(id, _, ends) setCondition(id, 'cooling', ends) end,
  ['exhausted'] = function(id) setCondition(id, 'exhausted') end,
  ['login-lost'] = function(id) setCondition(id, 'login_required') end,
  ['erred'] = function(id) redis.call('HINCRBY', K.accounts, 'errorStreak\\n' .. id, 1) end,
  ['succeeded'] = function(id, _, _, now)
    redis.call('HSET', K.accounts, 'errorStreak\\n' .. id, 0, 'lastSuccessAt\\n' .. id, now)
  end,
  ['answered'] = function(id, _, _, now) noteEvidence(id, 'answered', now) end,
  ['unavailable'] = function(id, _, _, now) noteEvidence(id, 'unavailable', now) end,
  ['doubtful'] = function(id, _, _, now) noteEvidence(id, 'doubtful', now) end,
}
local function applyEffects(first, last, now)
  for at = first, last, ${perEffect} do
    local apply, id = APPLY[ARGV[at]], ARGV[at + 1]
    if apply and redis.call('HEXISTS', K.accounts, 'provider\\n' .. id) == 1 then
      apply(id, ARGV[at + 2], ARGV[at + 3], now)
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
