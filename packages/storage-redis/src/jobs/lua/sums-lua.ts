/**
 * What open jobs take of their account, and where an owner's credits stand: sums that are changed in the very script that
 * changes the job, so they are those of the jobs. Fields of the accounts are `<field>\\n<account>`.
 */
export const sumsLua = `
local QUOTA_FIELDS = { reserved = 'reserved', held = 'held', settled = 'used' }
local function addTo(sums, field, amount)
  sums[field] = (sums[field] or 0) + amount
end
local function weighAccount(sums, job, sign)
  local id = job.account
  if id == '' then return end
  local open = not FINAL[job.state]
  if open then addTo(sums, 'jobs\\n' .. id, sign) end
  if open and job.credit == 'settled' then addTo(sums, 'taken\\n' .. id, sign * job.paid) end
  if job.slot == '1' then addTo(sums, 'busy\\n' .. id, sign) end
  if job.credit == 'reserved' then addTo(sums, 'reserved\\n' .. id, sign * job.estimate) end
  if job.credit == 'held' then addTo(sums, 'held\\n' .. id, sign * job.estimate) end
end
local function weighOwner(sums, job, sign)
  local field = QUOTA_FIELDS[job.quota]
  if field then addTo(sums, field, sign * job.cost) end
end
local function weighFamily(sums, job, sign)
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
