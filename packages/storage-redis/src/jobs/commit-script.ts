import { defineNamedScript } from '../script/named-script.ts';
import { argumentsPerEffect } from './effect-arguments.ts';
import { statusNames } from './job-record.ts';
import { announceLua, drainLua, effectsLua } from './lua/effects-lua.ts';
import { recordLua, sumsLua } from './lua/record-lua.ts';
import { receiptLua, receiptNames } from './lua/receipt-lua.ts';
import { leaseLua, scheduleKeys, scheduleLua } from './lua/schedule-lua.ts';

/** Decides before the first write. */
const decideLua = `
if A.correlation ~= '' then
  if redis.call('HEXISTS', K.correlations, A.correlation) == 1 or redis.call('HEXISTS', K.job, 'k' .. A.try) == 1 then
    return 'already-recorded', NOTHING_WRITTEN
  end
end
local stored = redis.call('HMGET', K.job, 'h', 'm', 's')
if not stored[2] then return 'stale', NOTHING_WRITTEN end
local job = jobOf(stored[1], stored[2])
if job.version ~= A.version or job.state ~= A.fromState or job.owner ~= A.owner or job.account ~= A.fromAccount then
  return 'stale', NOTHING_WRITTEN
end
local lease = leaseOf(A.id)
if A.epoch ~= '' and not (lease.held and lease.epoch == A.epoch) then return 'stale', NOTHING_WRITTEN end
if A.misfit ~= '' then return fault(A.misfit) end
local status = table.concat({ job.position .. '.' .. string.format('%.0f', job.version + 1),
  A.state, A.quota, A.credit, A.slot, A.updatedAt, A.due, A.account }, '\\n')
local next = jobOf(stored[1], status)
local lastEffect = REST + ${String(argumentsPerEffect)} * A.effects - 1
local lastStep = lastEffect + A.steps
local wrong = effectFault(job, next, REST, lastEffect)
if wrong then return fault(wrong) end
if not slotsGranted(REST, lastEffect) then return 'slot-taken', NOTHING_WRITTEN end
if not creditsGranted(REST, lastEffect) then return 'credits-reserved', NOTHING_WRITTEN end
`;

/** Writes the job itself, its list entries, and the sums it is part of. */
const saveLua = `
local isFinal = FINAL[next.state]
redis.call('HSET', K.job, 'm', status, 'c', A.changing)
if A.correlation ~= '' then
  redis.call('HSET', K.job, 'k' .. A.try, A.dispatch)
  redis.call('HSET', K.correlations, A.correlation, A.id .. '\\n' .. A.try)
end
if job.state ~= next.state then
  local member = listMember(job, A.id)
  redis.call('ZREM', K.formerList, member)
  redis.call('ZREM', K.formerOwnerList, member)
  redis.call('ZADD', K.list, job.createdAt, member)
  redis.call('ZADD', K.ownerList, job.createdAt, member)
end
if job.account ~= next.account then
  local member = listMember(job, A.id)
  if job.account ~= '' then redis.call('ZREM', K.formerAccountList, member) end
  if next.account ~= '' then redis.call('ZADD', K.accountList, job.createdAt, member) end
end
if isFinal then redis.call('ZREM', K.changedOpen, changedMember(job, A.id)) end
redis.call('ZADD', isFinal and K.changedFinal or K.changedOpen, A.updatedAt, changedMember(job, A.id))
local sums = {}
adjustFamily(sums, job, -1)
adjustFamily(sums, next, 1)
saveSums(K.families, sums)
sums = {}
adjustOwner(sums, job, -1)
adjustOwner(sums, next, 1)
saveSums(K.ownerSums, sums)
sums = {}
adjustAccount(sums, job, -1)
adjustAccount(sums, next, 1)
saveSums(K.accounts, sums)
adjustModels(job, next)
applyEffects(REST, lastEffect, A.now)
if lastStep > lastEffect then redis.call('RPUSH', K.trail, unpack(ARGV, lastEffect + 1, lastStep)) end
if isFinal then
  sums = {}
  for at = lastStep + 1, argumentCount do addTo(sums, ARGV[at], -1) end
  saveSums(K.references, sums)
end
`;

/**
 * Computes when the job can be claimed next. A job that waits because of the pool's state at its claim is due at once
 * if the pool has changed since: that change did not see the job wait.
 */
const rescheduleLua = `
local formerLane, lane = laneOf(job.state), laneOf(next.state)
local formerMember, member = memberIn(formerLane, job, A.id), memberIn(lane, next, A.id)
local due = scheduled(A.due)
if A.epoch ~= '' and lane == 'a' and lease.pool ~= (redis.call('HGET', K.counters, 'pool') or '0') then due = string.format('%.0f', NOW) end
local isKept = not isFinal and lease.held and A.lease ~= 'release'
local instant = isKept and lease.ends or due
if isFinal then instant = '' end
local isInPlace = isKept and lane == formerLane
if not isInPlace and not (formerLane == 'c' and lane == 'c' and instant ~= '') then
  unschedule(formerLane, formerMember)
  if formerLane == 'a' then redis.call('SREM', K.awaiting, formerMember) end
end
if not isInPlace then schedule(lane, member, instant) end
if isFinal then
  redis.call('HDEL', K.leases, A.id)
elseif isKept then
  lease.lane, lease.member = lane, member
  if not isInPlace then saveLease(A.id, lease) end
else
  if lease.held then giveBack(A.id, lease) end
  if lane == 'a' then redis.call('SADD', K.awaiting, member) end
end
if isFinal or job.account ~= next.account then letDrainedGo(job.account) end
local isFreed = job.slot == '1' and next.slot == '0'
announce(isFreed or (not isKept and due ~= ''), A.id, stored[1], status, stored[3], A.changing)
`;

/** A receipt is kept whatever the decision, unless a person entered it; an invalid receipt decides nothing. */
const receiveLua = `
if A.receipt == '' then return decide() end
local receipt, try, isLost = checkReceipt()
if receipt ~= 'recorded' and receipt ~= 'repeated' then return receipt, NOTHING_WRITTEN end
local decided, nothingDecided = decide()
if type(decided) == 'table' then return decided end
if A.byHand ~= '' and nothingDecided then return receipt .. '\\n' .. decided, NOTHING_WRITTEN end
if receipt == 'recorded' then saveReceipt(try, isLost) end
return receipt .. '\\n' .. decided, receipt == 'repeated' and nothingDecided
`;

/**
 * Saves a decision with all its effects, with the dispatch record of a try where `correlation` is not empty, or with
 * the receipt it is based on where `receipt` is not. More arguments: five per effect, then the step of the trail where
 * there is one, then fields of `references` that end with the job. Outcomes: `saved`, position · `stale` · `slot-taken`
 * · `credits-reserved` · `already-recorded`; with a receipt, those after a line `recorded` or `repeated`, or another
 * outcome of the receipt alone.
 */
export const commitScript = defineNamedScript({
  name: 'commit-job',
  kind: 'change',
  keys: [
    'job',
    'trail',
    'ownerSums',
    ...scheduleKeys,
    'awaiting',
    'leases',
    'correlations',
    'handles',
    'formerList',
    'formerOwnerList',
    'list',
    'ownerList',
    'formerAccountList',
    'accountList',
    'changedOpen',
    'changedFinal',
    'accounts',
    'secrets',
    'references',
    'events',
  ],
  arguments: [
    'id',
    'version',
    'fromState',
    'fromAccount',
    'owner',
    'epoch',
    'misfit',
    'lease',
    'now',
    'began_ever',
    'began_day',
    'began_month',
    ...statusNames,
    'changing',
    'correlation',
    'try',
    'dispatch',
    ...receiptNames,
    'effects',
    'steps',
  ],
  lua: `
${recordLua}${scheduleLua}${leaseLua}${sumsLua}${effectsLua}${drainLua}${announceLua}${receiptLua}
local function decide()
${decideLua}${saveLua}${rescheduleLua}
return 'saved\\n' .. job.position
end
${receiveLua}
`,
});
