/**
 * Reading and naming a job in Lua; see `JobRecord`. What it costs its account is `estimate`, and `paid` once it is settled. Numbers stay texts unless they are compared, so that none is rounded.
 * A *list member* is place, first letter of the origin and id, so that members of one instant sort by acceptance.
 * A *start member* is family, owner, place and id on a line each, so that an owner's jobs of a family sort by acceptance.
 */
export const recordLua = `
local FINAL = { completed = true, failed = true }
local LANES = { queued = 'q', awaiting_configuration = 'a' }
local function laneOf(state) return LANES[state] or 'c' end
local HEAD_PATTERN = '^(%d+)\\n(%d+)\\n[^\\n]*\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)$'
local MARKS_PATTERN = '^%d+%.(%d+)\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)\\n([^\\n]*)$'
local function jobOf(head, marks)
  local job = {}
  job.place, job.cost, job.createdAt, job.origin, job.family, job.owner, job.key = string.match(head, HEAD_PATTERN)
  job.cost = tonumber(job.cost)
  job.version, job.state, job.quota, job.credit, job.slot, job.updatedAt, job.due, job.account =
    string.match(marks, MARKS_PATTERN)
  local credit, unit, estimate, actual, charges, model = string.match(job.credit, '^(%S+) (%S+) (%d+) (%S+) (%S+) ?(.*)$')
  job.model = model or ''
  job.credit, job.unit, job.charges = credit or job.credit, unit or 'credits', charges or 'acceptance'
  job.estimate, job.actual = tonumber(estimate) or job.cost, actual or '-'
  job.paid = tonumber(actual) or job.estimate
  return job
end
local function paddedPlace(job) return string.format('%012d', job.place) end
local function listMember(job, id) return paddedPlace(job) .. string.sub(job.origin, 1, 1) .. id end
local function changedMember(job, id) return listMember(job, id) .. '\\n' .. job.owner end
local function startMember(job, id)
  return job.family .. '\\n' .. job.owner .. '\\n' .. paddedPlace(job) .. '\\n' .. id
end
local function memberIn(lane, job, id)
  if lane == 'c' then return id end
  return startMember(job, id)
end
`;
