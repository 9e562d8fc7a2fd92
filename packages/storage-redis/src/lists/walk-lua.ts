/**
 * Reading the members of several lists as one, in order of instant and place, from a position on. Lists are read by rank, so
 * that where a reading begins is found in a few steps even where thousands of jobs share an instant.
 */
export const walkLua = `
local isUp = A.order == 'oldest-first'
local function placeOf(member) return tonumber(string.sub(member, 1, 12)) end
local afterPlace = A.afterMember ~= '' and placeOf(A.afterMember)
-- How many members stand before the position; upwards the one that stands there is among them.
local function rankOfPosition(key)
  local low = redis.call('ZCOUNT', key, '-inf', '(' .. A.afterInstant)
  local high = redis.call('ZCOUNT', key, '-inf', A.afterInstant)
  while low < high do
    local middle = math.floor((low + high) / 2)
    local place = placeOf(redis.call('ZRANGE', key, middle, middle)[1])
    if place < afterPlace or (isUp and place == afterPlace) then low = middle + 1 else high = middle end
  end
  return low
end
-- The ranks that are left of a list: from the first to before the last.
local function openList(key)
  local first = A.from == '-inf' and 0 or redis.call('ZCOUNT', key, '-inf', '(' .. A.from)
  local last = redis.call('ZCOUNT', key, '-inf', A.below)
  if afterPlace and first < last then
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
  return (placeOf(one.member) < placeOf(other.member)) == isUp
end
local function firstOf(lists)
  local first
  for _, list in ipairs(lists) do
    if list.member and (not first or isFirst(list, first)) then first = list end
  end
  return first
end
`;
