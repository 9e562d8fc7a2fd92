import { defineNamedScript } from '../script/named-script.ts';

/**
 * Reads the members of several lists as one, in order of instant and position, from a position on. Lists are read by
 * rank, so that the start is found in a few steps even where thousands of jobs share an instant.
 */
const walkLua = `
local isUp = A.order == 'oldest-first'
local function positionOf(member) return tonumber(string.sub(member, 1, 12)) end
local afterPosition = A.afterMember ~= '' and positionOf(A.afterMember)
-- How many members stand before the position; upwards the one that stands there is among them.
local function rankOfPosition(key)
  local low = redis.call('ZCOUNT', key, '-inf', '(' .. A.afterInstant)
  local high = redis.call('ZCOUNT', key, '-inf', A.afterInstant)
  while low < high do
    local middle = math.floor((low + high) / 2)
    local position = positionOf(redis.call('ZRANGE', key, middle, middle)[1])
    if position < afterPosition or (isUp and position == afterPosition) then low = middle + 1 else high = middle end
  end
  return low
end
-- The ranks that are left of a list: from the first to before the last.
local function openList(key)
  local first = A.from == '-inf' and 0 or redis.call('ZCOUNT', key, '-inf', '(' .. A.from)
  local last = redis.call('ZCOUNT', key, '-inf', A.below)
  if afterPosition and first < last then
    local rank = rankOfPosition(key)
    if isUp then first = math.max(first, rank) else last = math.min(last, rank) end
  end
  return { key = key, first = first, last = last, size = math.max(0, last - first), words = {}, at = 0 }
end
local function readOn(list, most)
  local count = math.min(most, list.last - list.first)
  if count <= 0 then
    list.words = {}
  elseif isUp then
    list.words = redis.call('ZRANGE', list.key, list.first, list.first + count - 1, 'WITHSCORES')
    list.first = list.first + count
  else
    list.words = redis.call('ZRANGE', list.key, list.last - count, list.last - 1, 'WITHSCORES')
    list.last = list.last - count
  end
  list.at = isUp and 1 or #list.words - 1
end
local function step(list, most)
  list.at = list.at + (isUp and 2 or -2)
  if not list.words[list.at] then readOn(list, most) end
  list.member = list.words[list.at]
  list.instant = list.member and tonumber(list.words[list.at + 1])
end
local function isFirst(one, other)
  if one.instant ~= other.instant then return (one.instant < other.instant) == isUp end
  return (positionOf(one.member) < positionOf(other.member)) == isUp
end
local function firstOf(lists)
  local first
  for _, list in ipairs(lists) do
    if list.member and (not first or isFirst(list, first)) then first = list end
  end
  return first
end
`;

/** Filters some members by the other groups, each looked up directly, whatever the size of the lists. */
const narrowLua = `
local function onlyIn(lists, members)
  local isIn, missing = {}, members
  for _, list in ipairs(lists) do
    if list.size > 0 and #missing > 0 then
      local scores, still = redis.call('ZMSCORE', list.key, unpack(missing)), {}
      for at, member in ipairs(missing) do
        if scores[at] then isIn[member] = true else still[#still + 1] = member end
      end
      missing = still
    end
  end
  if #missing == 0 then return members end
  local found = {}
  for _, member in ipairs(members) do
    if isIn[member] then found[#found + 1] = member end
  end
  return found
end
local function onlyOf(tag, members)
  local found = {}
  for _, member in ipairs(members) do
    if string.sub(member, 13, 12 + #tag) == tag then found[#found + 1] = member end
  end
  return found
end
`;

/** Maximum number of members checked by one call: some 3 ms of the server's time. */
const looksPerCall = 1024;

/** Members filtered together. */
const looksAtOnce = 128;

/** Walks the group with the fewest members; each member is looked up in the other groups. */
const chooseLua = `
local groups, key = {}, MORE_KEYS
for at = REST, argumentCount do
  local group = { lists = {}, size = 0 }
  for _ = 1, ARGV[at] do
    local list = openList(KEYS[key])
    group.lists[#group.lists + 1] = list
    group.size = group.size + list.size
    key = key + 1
  end
  groups[#groups + 1] = group
end
table.sort(groups, function(one, other) return one.size < other.size end)
local walked = table.remove(groups, 1).lists
`;

const collectLua = `
local isNarrowed = #groups > 0 or A.surfaceTag ~= ''
local function narrow(members)
  for _, group in ipairs(groups) do
    if #members > 0 then members = onlyIn(group.lists, members) end
  end
  if A.surfaceTag ~= '' then members = onlyOf(A.surfaceTag, members) end
  return members
end
local limit, looks = tonumber(A.limit), isNarrowed and ${String(looksPerCall)} or tonumber(A.limit)
local atOnce = math.min(looks, ${String(looksAtOnce)})
for _, list in ipairs(walked) do step(list, atOnce) end
local found, instants, last = {}, {}, false
local function nextMembers(most)
  local members = {}
  while #members < most do
    local list = firstOf(walked)
    if not list then break end
    last = list.member
    members[#members + 1] = last
    instants[last] = list.words[list.at + 1]
    step(list, atOnce)
  end
  return members
end
local isAll = false
while looks > 0 and #found < limit and not isAll do
  local members = nextMembers(math.min(looks, atOnce))
  looks = looks - #members
  isAll = not firstOf(walked)
  for _, member in ipairs(narrow(members)) do
    if #found == limit then isAll = false break end
    found[#found + 1] = member
  end
  if #found == limit then last = found[limit] end
end
local reply = { isAll and 1 or 0, last or '', last and instants[last] or '' }
for at, member in ipairs(found) do reply[at + 3] = member end
return reply
`;

/**
 * Members in one order, from a position on: instant and member of the last one seen, or none. A member matches when it
 * is in one list of each group. More keys: the lists of one group after the other. More arguments: the number of lists
 * in each group. Returns whether that was all, the last member that was checked and its instant, then up to `limit`
 * members: fewer, even none, may be returned before the end, because a call checks a limited number.
 */
export const listScript = defineNamedScript({
  name: 'list-jobs',
  kind: 'read',
  keys: [],
  arguments: ['order', 'from', 'below', 'afterInstant', 'afterMember', 'limit', 'surfaceTag'],
  lua: `${walkLua}${chooseLua}${narrowLua}${collectLua}`,
});

/** Head of the job a page starts after; nil when it does not exist. */
export const cursorScript = defineNamedScript({
  name: 'read-cursor',
  kind: 'read',
  keys: ['job'],
  arguments: [],
  lua: `return redis.call('HGET', K.job, 'h')`,
});
