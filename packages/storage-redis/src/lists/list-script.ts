import { defineNamedScript } from '../script/named-script.ts';
import { narrowLua } from './narrow-lua.ts';
import { walkLua } from './walk-lua.ts';

/** Members looked at by one call at most: some 3 ms of the server's time. */
const looksPerCall = 1024;

/** Members narrowed down together. */
const looksAtOnce = 128;

/** The group with the fewest members is walked; whether a member is in the other groups is asked of each. */
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
local isNarrowed = #groups > 0 or A.origin ~= ''
local function narrow(members)
  for _, group in ipairs(groups) do
    if #members > 0 then members = onlyIn(group.lists, members) end
  end
  if A.origin ~= '' then members = onlyOf(A.origin, members) end
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
local answer = { isAll and 1 or 0, last or '', last and instants[last] or '' }
for at, member in ipairs(found) do answer[at + 3] = member end
return answer
`;

/**
 * Members in one order, from a position on, instant and member of the last one seen, or none. A member is asked for when it is
 * in one list of each group. More keys: the lists of one group after the other. More arguments: the number of lists in each
 * group. Answers whether that was all, the last member that was looked at and its instant, then members, at most `limit`: fewer,
 * even none, may be answered before the end, for a call looks at so many only.
 */
export const listScript = defineNamedScript({
  name: 'list-jobs',
  kind: 'read',
  keys: [],
  arguments: ['order', 'from', 'below', 'afterInstant', 'afterMember', 'limit', 'origin'],
  lua: `${walkLua}${chooseLua}${narrowLua}${collectLua}`,
});

/** Head of the job a page starts after; nil when it is not there. */
export const cursorScript = defineNamedScript({
  name: 'read-cursor',
  kind: 'read',
  keys: ['job'],
  arguments: [],
  lua: `return redis.call('HGET', K.job, 'h')`,
});
