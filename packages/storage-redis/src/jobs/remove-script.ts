import { defineNamedScript } from '../script/named-script.ts';
import { placesPerBlock } from '../search/signature-block.ts';
import { recordLua } from './lua/record-lua.ts';
import { sumsLua } from './lua/sums-lua.ts';

/** Members of final jobs that ended before an instant, longest ago first, behind so many passed over. */
export const endedBeforeScript = defineNamedScript({
  name: 'read-ended-before',
  kind: 'read',
  keys: ['changedFinal'],
  arguments: ['before', 'passed', 'limit'],
  lua: `
return redis.call('ZRANGE', K.changedFinal, '-inf', '(' .. A.before, 'BYSCORE', 'LIMIT', A.passed, A.limit)
`,
});

/**
 * Removes final jobs with everything that was theirs. More keys: eight for each job (record, trail, the four lists it
 * is in, bits and ids of the block its signature may be packed in); more arguments: id and tag of each. A job that is gone, or another one under its id, is passed over. Outcome: the ids removed, a line each.
 */
export const removeScript = defineNamedScript({
  name: 'remove-finished',
  kind: 'change',
  keys: [
    'idempotency',
    'correlations',
    'handles',
    'leases',
    'changedFinal',
    'accounts',
    'signatures',
    'signatureBlocks',
  ],
  arguments: [],
  lua: `
${recordLua}${sumsLua}
local removed = {}
-- A block goes with the last of its jobs.
local function leaveBlock(place, bits, ids)
  local block = math.floor(place / ${String(placesPerBlock)})
  local span, live = string.match(redis.call('HGET', K.signatureBlocks, block) or '', '^(%S+ %S+) (%d+)$')
  if not live then return end
  if tonumber(live) > 1 then
    redis.call('HSET', K.signatureBlocks, block, span .. ' ' .. string.format('%.0f', live - 1))
  else
    redis.call('HDEL', K.signatureBlocks, block)
    redis.call('DEL', bits, ids)
  end
end
local function remove(id, job, at)
  if job.key ~= '' then redis.call('HDEL', K.idempotency, job.key) end
  local fields = redis.call('HGETALL', KEYS[at])
  for field = 1, #fields, 2 do
    if string.match(fields[field], '^k%d+$') then
      redis.call('HDEL', K.correlations, string.match(fields[field + 1], '^([^\\n]*)\\n'))
    elseif string.match(fields[field], '^d%d+$') then
      redis.call('HDEL', K.handles, fields[field + 1])
    end
  end
  for list = at + 2, at + 5 do redis.call('ZREM', KEYS[list], listMember(job, id)) end
  if redis.call('HDEL', K.signatures, job.place) == 0 then leaveBlock(job.place, KEYS[at + 6], KEYS[at + 7]) end
  redis.call('ZREM', K.changedFinal, changedMember(job, id))
  redis.call('HDEL', K.leases, id)
  local sums = {}
  weighAccount(sums, job, -1)
  saveSums(K.accounts, sums)
  redis.call('DEL', KEYS[at], KEYS[at + 1])
  removed[#removed + 1] = id
end
for at = REST, argumentCount, 2 do
  local keyAt = MORE_KEYS + 4 * (at - REST)
  local stored = redis.call('HMGET', KEYS[keyAt], 'h', 'm')
  local job = stored[2] and jobOf(stored[1], stored[2])
  if job and FINAL[job.state] and job.place .. '.' .. job.version == ARGV[at + 1] then remove(ARGV[at], job, keyAt) end
end
if #removed > 0 then return table.concat(removed, '\\n') end
return '', NOTHING_WRITTEN
`,
});
