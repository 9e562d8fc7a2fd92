/** What of some members is asked for, each asked about by its own, whatever the size of the lists. */
export const narrowLua = `
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
local function onlyOf(origin, members)
  local found = {}
  for _, member in ipairs(members) do
    if string.sub(member, 13, 13) == origin then found[#found + 1] = member end
  end
  return found
end
`;
