import { defineNamedScript } from '../script/named-script.ts';
import { openJobsLua, openStateLists } from './open-lists.ts';
import { headNames, markNames } from './job-record.ts';
import { announceLua } from './lua/effects-lua.ts';
import { recordLua } from './lua/record-lua.ts';
import { scheduleKeys, scheduleLua } from './lua/schedule-lua.ts';
import { sumsLua } from './lua/sums-lua.ts';

/**
 * Accepts a job or says why not, in the order the port states. More keys: none; more arguments: fields of `references`.
 * Outcomes: `accepted`, place · `replayed`, id · `key-conflict` · `id-taken` · `queue-full` · `owner-share-taken` ·
 * `quota-exhausted`, used, reserved, held, limit · `open-jobs-limit`, limit; each on a line.
 */
export const acceptScript = defineNamedScript({
  name: 'accept-job',
  kind: 'change',
  keys: [
    'job',
    'idempotency',
    'owner',
    ...scheduleKeys,
    'awaiting',
    'queuedList',
    'awaitingList',
    'list',
    'ownerList',
    'modelList',
    'signatures',
    'changedOpen',
    'references',
    'events',
    ...openStateLists,
    'openJobLimits',
  ],
  arguments: [
    'id',
    'fingerprint',
    'queueLimit',
    'ownerShare',
    'now',
    ...headNames,
    ...markNames,
    'request',
    'signature',
    'changing',
  ],
  lua: `
${recordLua}${scheduleLua}${sumsLua}${announceLua}${openJobsLua}
if A.key ~= '' then
  local claimed = redis.call('HGET', K.idempotency, A.key)
  if claimed then
    local id, fingerprint = string.match(claimed, '^([^\\n]*)\\n(.*)$')
    if fingerprint == A.fingerprint then return 'replayed\\n' .. id, NOTHING_WRITTEN end
    return 'key-conflict', NOTHING_WRITTEN
  end
end
if redis.call('EXISTS', K.job) == 1 then return 'id-taken', NOTHING_WRITTEN end
local waiting = redis.call('ZCARD', K.queuedList) + redis.call('ZCARD', K.awaitingList)
if waiting >= tonumber(A.queueLimit) then
  local own = redis.call('ZCARD', K.own_queued) + redis.call('ZCARD', K.own_awaiting_configuration)
  local share = tonumber(A.ownerShare)
  if own >= share and share > 0 and own < waiting then return 'owner-share-taken', NOTHING_WRITTEN end
  if own >= share or waiting >= 2 * A.queueLimit then return 'queue-full', NOTHING_WRITTEN end
end
local usage = redis.call('HMGET', K.owner, 'used', 'reserved', 'held', 'limit')
local used, reserved, held, limit = usage[1] or '0', usage[2] or '0', usage[3] or '0', usage[4]
if limit and used + reserved + held + A.cost > tonumber(limit) then
  return table.concat({ 'quota-exhausted', used, reserved, held, limit }, '\\n'), NOTHING_WRITTEN
end
local openLimit = openJobsLimit(A.owner)
if openLimit and countOpen() >= tonumber(openLimit) then return 'open-jobs-limit\\n' .. openLimit, NOTHING_WRITTEN end

local place = string.format('%.0f', redis.call('HINCRBY', K.counters, 'seq', 1))
local head = table.concat({ place, A.cost, A.acceptedAt, A.createdAt, A.origin, A.family, A.owner, A.key }, '\\n')
local marks = table.concat(
  { place .. '.1', A.state, A.quota, A.credit, A.slot, A.updatedAt, A.due, A.account }, '\\n')
local job = jobOf(head, marks)
redis.call('HSET', K.job, 'h', head, 'm', marks, 's', A.request, 'c', A.changing)
if A.key ~= '' then redis.call('HSET', K.idempotency, A.key, A.id .. '\\n' .. A.fingerprint) end
if redis.call('HEXISTS', K.families, 'index:' .. A.family) == 0 then
  redis.call('HSET', K.families, 'index:' .. A.family, redis.call('HINCRBY', K.counters, 'family', 1))
end
local listed = listMember(job, A.id)
redis.call('ZADD', K.list, A.createdAt, listed)
redis.call('ZADD', K.ownerList, A.createdAt, listed)
redis.call('ZADD', K.modelList, A.createdAt, listed)
redis.call('HSET', K.signatures, place, A.signature)
redis.call('ZADD', K.changedOpen, A.updatedAt, changedMember(job, A.id))
redis.call('HINCRBY', K.owner, 'reserved', A.cost)
local sums = {}
weighFamily(sums, job, 1)
saveSums(K.families, sums)
for at = REST, argumentCount do redis.call('HINCRBY', K.references, ARGV[at], 1) end
local lane = laneOf(A.state)
local member = startMember(job, A.id)
schedule(lane, member, scheduled(A.due))
if lane == 'a' then redis.call('SADD', K.awaiting, member) end
announce(A.due ~= '', A.id, head, marks, A.request, A.changing)
return 'accepted\\n' .. place
`,
});
