import { defineNamedScript } from '../script/named-script.ts';
import { bitsPerByte } from './signature.ts';
import { bytesPerBit, positionsPerBlock } from './signature-block.ts';

/** Approximate number of rows checked by one call: a millisecond or two of the server's time. */
const rowsPerCall = 1000;

/** Maximum number of candidates named by one call, exceeded by at most a block's. */
const namesPerCall = 1000;

/** Members of rows that have the bits of all runs. More arguments: the runs. Returns SCAN's next cursor and members. */
export const scanRowsScript = defineNamedScript({
  name: 'scan-signatures',
  kind: 'read',
  keys: ['signatures'],
  arguments: ['cursor'],
  lua: `
-- Which bits the runs have in a signature of so many bytes.
local bitsByLength = {}
local function bitsIn(length)
  local bits = bitsByLength[length]
  if bits then return bits end
  local size = 1
  while 2 * size <= length * ${String(bitsPerByte)} do size = 2 * size end
  bits = {}
  for at = REST, argumentCount do
    local position = ARGV[at] % size
    bits[#bits + 1] = { byte = math.floor(position / ${String(bitsPerByte)}) + 1, mask = 2 ^ (position % ${String(bitsPerByte)}) }
  end
  bitsByLength[length] = bits
  return bits
end
local function hasAll(row, signatureAt)
  for _, one in ipairs(bitsIn(#row - signatureAt + 1)) do
    if bit.band(string.byte(row, signatureAt + one.byte - 1), one.mask) == 0 then return false end
  end
  return true
end
local scanned = redis.call('HSCAN', K.signatures, A.cursor, 'COUNT', ${String(rowsPerCall)})
local found = {}
for at = 1, #scanned[2], 2 do
  local row = scanned[2][at + 1]
  local idAt = string.find(row, '\\n', 1, true) + 1
  local signatureAt = string.find(row, '\\n', idAt, true) + 1
  if hasAll(row, signatureAt) then
    found[#found + 1] = string.format('%012d', scanned[2][at]) .. string.sub(row, idAt, signatureAt - 2)
  end
end
return { scanned[1], found }
`,
});

/**
 * Members of jobs whose packed signatures have the bits of all runs. More keys: bits and ids of each block. More
 * arguments: the numbers of the blocks, then the runs. Returns the number of blocks checked, and members.
 */
export const scanBlocksScript = defineNamedScript({
  name: 'scan-signature-blocks',
  kind: 'read',
  keys: [],
  arguments: ['blocks'],
  lua: `
local firstRun, words = REST + A.blocks, ${String(bytesPerBit / 4)}
local format = '<' .. string.rep('I4', words)
-- One bit for each position of a block whose signature has the bits of all runs; nil for an empty block.
local function having(key)
  local size, all = redis.call('STRLEN', key) / ${String(bytesPerBit)}, nil
  if size == 0 then return nil end
  for at = firstRun, argumentCount do
    local from = (ARGV[at] % size) * ${String(bytesPerBit)}
    local these = { struct.unpack(format, redis.call('GETRANGE', key, from, from + ${String(bytesPerBit - 1)})) }
    local isAny = false
    for word = 1, words do
      if all then these[word] = bit.band(all[word], these[word]) end
      isAny = isAny or these[word] ~= 0
    end
    if not isAny then return nil end
    all = these
  end
  return all
end
local found = {}
local function name(all, key, block)
  local width = redis.call('STRLEN', key) / ${String(positionsPerBlock)}
  for byte = 0, ${String(bytesPerBit - 1)} do
    local set = bit.band(bit.rshift(all[math.floor(byte / 4) + 1], 8 * (byte % 4)), 255)
    for at = 0, set == 0 and -1 or ${String(bitsPerByte - 1)} do
      if bit.band(set, 2 ^ at) ~= 0 then
        local column = ${String(bitsPerByte)} * byte + at
        local text = redis.call('GETRANGE', key, column * width, (column + 1) * width - 1)
        found[#found + 1] = string.format('%012d', block * ${String(positionsPerBlock)} + column) .. string.match(text, '^[^\\n]*')
      end
    end
  end
end
local looked = 0
while looked < tonumber(A.blocks) and #found < ${String(namesPerCall)} do
  local key = MORE_KEYS + 2 * looked
  local all = having(KEYS[key])
  if all then name(all, KEYS[key + 1], ARGV[REST + looked]) end
  looked = looked + 1
end
return { looked, found }
`,
});

/** The blocks: number and, in one text, instants of the oldest and the newest job, and how many are left. */
export const readBlocksScript = defineNamedScript({
  name: 'read-signature-blocks',
  kind: 'read',
  keys: ['blocks'],
  arguments: [],
  lua: `return redis.call('HGETALL', K.blocks)`,
});

/**
 * Instants of creation of members that are in one list of each group; nil for others. More keys: the lists of one group
 * after the other. More arguments: the number of lists in each group, then the members.
 */
export const locateScript = defineNamedScript({
  name: 'locate-jobs',
  kind: 'read',
  keys: [],
  arguments: ['groups'],
  lua: `
local first, at = REST + A.groups, {}
for index = first, argumentCount do at[#at + 1] = index end
local instants = {}
local nextKey = MORE_KEYS
for group = REST, first - 1 do
  local found, missing = {}, at
  for _ = 1, ARGV[group] do
    local still = {}
    for from = 1, #missing, 500 do
      local members = {}
      for index = from, math.min(from + 499, #missing) do members[#members + 1] = ARGV[missing[index]] end
      for index, instant in ipairs(redis.call('ZMSCORE', KEYS[nextKey], unpack(members))) do
        local which = missing[from + index - 1]
        if instant then
          instants[which] = instant
          found[#found + 1] = which
        else
          still[#still + 1] = which
        end
      end
    end
    missing, nextKey = still, nextKey + 1
  end
  for _, which in ipairs(missing) do instants[which] = false end
  at = found
end
local reply = {}
for index = first, argumentCount do reply[#reply + 1] = instants[index] or false end
return reply
`,
});
