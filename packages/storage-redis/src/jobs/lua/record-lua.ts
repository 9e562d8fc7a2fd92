import { surfaceTagLua } from '../surface-tag.ts';

/**
 * Load of open jobs on their account, and state of an owner's credits: sums that are changed in the very script that
 * changes the job, so they always match the jobs. Fields of the accounts are `<field>\n<account>`.
 */
export const sumsLua = `
local QUOTA_FIELDS = { reserved = 'reserved', held = 'held', settled = 'used' }
local function addTo(sums, field, amount)
  sums[field] = (sums[field] or 0) + amount
end
local function adjustAccount(sums, job, sign)
  local id = job.account
  if id == '' then return end
  local open = not FINAL[job.state]
  if open then addTo(sums, 'jobs\\n' .. id, sign) end
  if open and job.credit == 'settled' then addTo(sums, 'taken\\n' .. id, sign * job.paid) end
  if job.slot == '1' then addTo(sums, 'busy\\n' .. id, sign) end
  if job.slot == '1' and job.state == 'outcome_unknown' then addTo(sums, 'unknown\\n' .. id, sign) end
  if job.credit == 'reserved' then addTo(sums, 'reserved\\n' .. id, sign * job.estimate) end
  if job.credit == 'held' then addTo(sums, 'held\\n' .. id, sign * job.estimate) end
end
-- Slots by model, as a JSON object: \`adjustUse\` of the core. Jobs of a former release were not counted, so that none is less than 0.
local function countModel(job, sign)
  if job.slot ~= '1' or job.account == '' or job.model == '' then return end
  local field = 'models\\n' .. job.account
  local models = cjson.decode(redis.call('HGET', K.accounts, field) or '{}')
  local count = (models[job.model] or 0) + sign
  models[job.model] = count > 0 and count or nil
  if next(models) then redis.call('HSET', K.accounts, field, cjson.encode(models))
  else redis.call('HDEL', K.accounts, field) end
end
local function adjustModels(job, after)
  if job.slot == after.slot and job.account == after.account and job.model == after.model then return end
  countModel(job, -1)
  countModel(after, 1)
end
local function adjustOwner(sums, job, sign)
  local field = QUOTA_FIELDS[job.quota]
  if field then addTo(sums, field, sign * job.cost) end
end
local function adjustFamily(sums, job, sign)
  if job.state ~= 'queued' then return end
  addTo(sums, 'jobs:' .. job.family, sign)
  addTo(sums, 'credits:' .. job.family, sign * job.cost)
end
local function saveSums(key, sums)
  for field, amount in pairs(sums) do
    if amount ~= 0 and redis.call('HINCRBY', key, field, string.format('%.0f', amount)) == 0 then
      redis.call('HDEL', key, field)
    end
  end
end
`;

/**
 * Reads and names jobs in Lua; see `JobRecord`. The job's cost for its account is `estimate`, and `paid` once it is
 * settled. Numbers stay texts unless they are compared, so that none is rounded. A *list member* is position, tag of
 * the surface and id, so that members of one instant sort by acceptance. A *start member* is family, owner, position
 * and id on a line each, so that an owner's jobs of a family sort by acceptance.
 */
export const recordLua = `
${surfaceTagLua}local FINAL = { completed = true, failed = true }
local LANES = { queued = 'q', awaiting_configuration = 'a' }
local function laneOf(state) return LANES[state] or 'c' end
local HEAD_PATTERN = '^(%d+)\\n(%d+)\\n[^\\n]*\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)$'
local STATUS_PATTERN = '^%d+%.(%d+)\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)$'
local function jobOf(head, status)
  local job = {}
  job.position, job.cost, job.createdAt, job.surface, job.family, job.owner, job.key = string.match(head, HEAD_PATTERN)
  job.cost = tonumber(job.cost)
  job.version, job.state, job.quota, job.credit, job.slot, job.updatedAt, job.due, job.account =
    string.match(status, STATUS_PATTERN)
  local credit, unit, estimate, actual, charges, model = string.match(job.credit, '^(%S+) (%S+) (%d+) (%S+) (%S+) ?(.*)$')
  job.model = model or ''
  job.credit, job.unit, job.charges = credit or job.credit, unit or 'credits', charges or 'acceptance'
  job.estimate, job.actual = tonumber(estimate) or job.cost, actual or '-'
  job.paid = tonumber(actual) or job.estimate
  return job
end
local function paddedPosition(job) return string.format('%012d', job.position) end
local function listMember(job, id) return paddedPosition(job) .. surfaceTag(job.surface) .. id end
local function changedMember(job, id) return listMember(job, id) .. '\\n' .. job.owner end
local function startMember(job, id)
  return job.family .. '\\n' .. job.owner .. '\\n' .. paddedPosition(job) .. '\\n' .. id
end
local function memberIn(lane, job, id)
  if lane == 'c' then return id end
  return startMember(job, id)
end
`;
