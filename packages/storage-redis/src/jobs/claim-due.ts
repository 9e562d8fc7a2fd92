import type { Claim, ClaimDueInput } from '@filmgate/core';
import { defineNamedScript } from '../script/named-script.ts';
import type { JobAccess } from './stored-jobs.ts';
import { leaseLua, scheduleKeys, scheduleLua } from './lua/schedule-lua.ts';
import { keysOfSchedule } from '../keys/job-keys.ts';

const claimKeys = [...scheduleKeys, 'awaiting', 'leases'] as const;
const claimArguments = ['limit', 'leaseUntil', 'now'] as const;

/** Adds a job to the chosen ones; all leases are written together at the end, and a call chooses a job once. */
const takeLua = `
local pool = redis.call('HGET', K.counters, 'pool') or '0'
local chosen, leases, ends, wrote = {}, {}, {}, false
local leaseUntil = scheduled(A.leaseUntil)
local function push(words, one, other)
  words[#words + 1] = one
  words[#words + 1] = other
end
local function take(id, lane, member)
  local lease = leaseOf(id)
  lease.epoch = string.format('%.0f', lease.epoch + 1)
  lease.ends, lease.pool, lease.lane, lease.member = leaseUntil, pool, lane, member
  push(leases, id, leaseText(lease))
  push(ends, leaseUntil, member)
  push(chosen, id, lease.epoch)
end
local function inParts(command, key, words)
  for at = 1, #words, 500 do redis.call(command, key, unpack(words, at, math.min(at + 499, #words))) end
end
local function outcome(scheduled)
  inParts('HSET', K.leases, leases)
  inParts('ZADD', scheduled, ends)
  local text = table.concat(chosen, '\\n')
  if wrote or #chosen > 0 then return text end
  return text, NOTHING_WRITTEN
end
`;

/** Leases due jobs of lane `continue`, earliest first. Outcome: id and epoch of each, a line each. */
const claimContinueScript = defineNamedScript({
  name: 'claim-continue',
  kind: 'change',
  keys: claimKeys,
  arguments: claimArguments,
  lua: `
${scheduleLua}${leaseLua}${takeLua}
for _, id in ipairs(redis.call('ZRANGE', K.due, '-inf', NOW, 'BYSCORE', 'LIMIT', 0, A.limit)) do
  take(id, 'c', id)
end
return outcome(K.due)
`,
});

/** Maximum number of sleeping jobs woken by one call; later calls wake the rest. */
const wakesAtMost = 5000;

/** Makes sleeping jobs ready whose instant has come. */
const wakeLua = `
local woken = redis.call('ZRANGE', K.asleep, '-inf', NOW, 'BYSCORE', 'LIMIT', 0, ${String(wakesAtMost)}, 'WITHSCORES')
for at = 1, #woken, 2 do
  wrote = true
  redis.call('ZREM', K.asleep, woken[at])
  addReady(woken[at], woken[at + 1])
end
`;

/** The owner's oldest claimable job in a family; a job made ready by a clock that was ahead sleeps again. */
const oldestLua = `
local function oldestOf(family, owner)
  local beginning = family .. '\\n' .. owner
  while true do
    local member = redis.call('ZRANGE', K.ready, '[' .. beginning .. '\\n', '(' .. beginning .. '\\v', 'BYLEX', 'LIMIT', 0, 1)[1]
    if not member then return nil end
    local since = redis.call('ZSCORE', K.readyDue, member)
    if tonumber(since) <= NOW then return member end
    wrote = true
    unschedule('q', member)
    redis.call('ZADD', K.asleep, since, member)
  end
end
local function positionIn(member) return string.match(member, '^[^\\n]*\\n[^\\n]*\\n(%d+)\\n') end
`;

/** Finds whose turn is next in a family: the owner whose last turn is longest ago, among those with ready jobs. */
const headLua = `
local turns = {}
local function turnOf(owner)
  turns[owner] = turns[owner] or tonumber(redis.call('HGET', K.counters, 'turn:' .. owner) or '0')
  return turns[owner]
end
local function headOf(family)
  local from = family.index * TURN_SPAN
  while true do
    local found = redis.call('ZRANGE', K.turns, string.format('%.0f', from),
      '(' .. string.format('%.0f', from + TURN_SPAN), 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')
    if not found[1] then return nil end
    local owner = string.match(found[1], '^[^\\n]*\\n([^\\n]*)$')
    local turn = turnOf(owner)
    if found[2] - from < turn then
      wrote = true
      redis.call('ZADD', K.turns, 'XX', string.format('%.0f', from + turn), found[1])
    else
      local oldest = oldestOf(family.name, owner)
      if oldest then return { owner = owner, turn = turn, oldest = oldest, position = positionIn(oldest) } end
      wrote = true
      redis.call('ZREM', K.turns, found[1])
    end
  end
end
local function isBefore(one, other)
  if one.turn ~= other.turn then return one.turn < other.turn end
  return one.position < other.position
end
`;

/** The requested families that ever had a job; without names all of them. */
const familiesLua = `
local families = {}
local function addFamily(name, index) families[#families + 1] = { name = name, index = tonumber(index) } end
if REST > argumentCount then
  local fields = redis.call('HGETALL', K.families)
  for at = 1, #fields, 2 do
    local name = string.match(fields[at], '^index:(.*)$')
    if name then addFamily(name, fields[at + 1]) end
  end
else
  for at = REST, argumentCount do
    local index = redis.call('HGET', K.families, 'index:' .. ARGV[at])
    if index then addFamily(ARGV[at], index) end
  end
end
`;

/**
 * Leases jobs of lane `start`: owners in turn, each one's oldest first. More arguments: the families, none for all.
 * Outcome: id and epoch of each, a line each.
 */
const claimStartScript = defineNamedScript({
  name: 'claim-start',
  kind: 'change',
  keys: claimKeys,
  arguments: claimArguments,
  lua: `
${scheduleLua}${leaseLua}${takeLua}${wakeLua}${oldestLua}${headLua}${familiesLua}
for _, family in ipairs(families) do family.head = headOf(family) end
local limit, served = 2 * A.limit, {}
local turn = tonumber(redis.call('HGET', K.counters, 'turn') or '0')
while #chosen < limit do
  local best
  for _, family in ipairs(families) do
    if family.head and (not best or isBefore(family.head, best)) then best = family.head end
  end
  if not best then break end
  local owner, member = best.owner, best.oldest
  for _, family in ipairs(families) do
    local head = family.head
    local oldest = head and head.owner == owner and head.oldest or oldestOf(family.name, owner)
    if oldest and positionIn(oldest) < positionIn(member) then member = oldest end
  end
  turn = turn + 1
  turns[owner] = turn
  served[owner] = turn
  redis.call('ZREM', K.ready, member)
  redis.call('ZREM', K.readyDue, member)
  local isWaiting = redis.call('SREM', K.awaiting, member) == 1
  take(string.match(member, '^[^\\n]*\\n[^\\n]*\\n%d+\\n(.*)$'), isWaiting and 'a' or 'q', member)
  for _, family in ipairs(families) do
    if family.head and family.head.owner == owner then family.head = headOf(family) end
  end
end
local given = {}
if #chosen > 0 then push(given, 'turn', string.format('%.0f', turn)) end
for owner, last in pairs(served) do push(given, 'turn:' .. owner, string.format('%.0f', last)) end
inParts('HSET', K.counters, given)
return outcome(K.asleep)
`,
});

/** See `JobStore.claimDue`. Jobs are read after they were leased, so they include an operator's changes until then. */
export async function claimDue(access: JobAccess, input: ClaimDueInput): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  for (;;) {
    const limit = input.limit - claims.length;
    const leased = await lease(access, { ...input, limit });
    const jobs = await access.stored.findAll(leased.map(({ id }) => id));
    const { holder, leaseUntil } = input;
    claims.push(
      ...leased.flatMap(({ epoch }, index) => {
        const job = jobs[index];
        return job === undefined ? [] : [{ job, epoch, holder, leaseUntil }];
      }),
    );
    // A job that cannot be read keeps its lease, maybe for a node that can; it must not keep others from being claimed.
    if (!leased.some(({ id }) => access.stored.unreadable.has(id))) return claims;
  }
}

interface Leased {
  readonly id: string;
  readonly epoch: number;
}

async function lease(
  { scripts, keys }: JobAccess,
  { lane, families, limit, leaseUntil, now }: ClaimDueInput,
): Promise<readonly Leased[]> {
  if (limit <= 0 || (lane === 'start' && families.length === 0)) return [];
  const script = lane === 'start' ? claimStartScript : claimContinueScript;
  const named = lane === 'continue' || families.includes('*') ? [] : [...new Set(families)];
  const call = script.call(
    { ...keysOfSchedule(keys), leases: keys.leases },
    { limit, leaseUntil, now },
    { arguments: named },
  );
  const { outcome } = await scripts.change(script.script, call);
  const words = outcome === '' ? [] : outcome.split('\n');
  return words.flatMap((id, index) =>
    index % 2 === 0 ? [{ id, epoch: Number(words[index + 1]) }] : [],
  );
}
