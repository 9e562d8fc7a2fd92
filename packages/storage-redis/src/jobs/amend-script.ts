import { defineNamedScript } from '../script/named-script.ts';
import { bytesPerBit, placesPerBlock } from '../search/signature-block.ts';
import { bitsPerByte } from '../search/signature.ts';
import { announceLua } from './lua/effects-lua.ts';
import { recordLua } from './lua/record-lua.ts';

/** Steps of a trail appended by one command. */
const stepsPerPush = 500;

/**
 * Takes back what a final job holds. `request` and `signature` are empty where they stay. More arguments: with `erase` the whole trail, else
 * the step behind it. Outcomes: `amended`, place · `stale`.
 */
export const amendScript = defineNamedScript({
  name: 'amend-job',
  kind: 'change',
  keys: ['job', 'trail', 'signatures', 'bits', 'events'],
  arguments: ['id', 'version', 'standing', 'misfit', 'request', 'changing', 'signature', 'erase'],
  lua: `
${recordLua}${announceLua}
local stored = redis.call('HMGET', K.job, 'h', 'm', 's')
if not stored[2] then return 'stale', NOTHING_WRITTEN end
local job = jobOf(stored[1], stored[2])
if job.version ~= A.version then return 'stale', NOTHING_WRITTEN end
if not FINAL[job.state] then return fault('job ' .. A.id .. ' is ' .. job.state) end
if A.misfit ~= '' then return fault(A.misfit) end
local standing = string.match(stored[2], '^[^\\n]*\\n(.*)$')
if standing ~= A.standing then return fault('job ' .. A.id .. ' would end otherwise') end
local marks = job.place .. '.' .. string.format('%.0f', job.version + 1) .. '\\n' .. standing
local request = A.request ~= '' and A.request or stored[3]
redis.call('HSET', K.job, 'm', marks, 's', request, 'c', A.changing)
if A.erase == '1' then redis.call('DEL', K.trail) end
for at = REST, argumentCount, ${String(stepsPerPush)} do
  redis.call('RPUSH', K.trail, unpack(ARGV, at, math.min(at + ${String(stepsPerPush - 1)}, argumentCount)))
end
-- A signature that is packed loses its bits: no search for a text comes to look at the job.
if A.signature ~= '' then
  if redis.call('HEXISTS', K.signatures, job.place) == 1 then
    redis.call('HSET', K.signatures, job.place, A.signature)
  else
    local column = job.place % ${String(placesPerBlock)}
    local within = 8 * math.floor(column / ${String(bitsPerByte)}) + 7 - column % ${String(bitsPerByte)}
    local size = redis.call('STRLEN', K.bits) / ${String(bytesPerBit)}
    for bit = 0, size - 1 do redis.call('SETBIT', K.bits, bit * ${String(8 * bytesPerBit)} + within, 0) end
  end
end
announce(false, A.id, stored[1], marks, request, A.changing)
return 'amended\\n' .. job.place
`,
});
