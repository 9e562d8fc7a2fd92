import type { Claim, JobStore } from '@filmgate/core';
import { defineNamedScript } from '../script/named-script.ts';
import type { JobAccess } from './stored-jobs.ts';
import { announceLua } from './lua/effects-lua.ts';
import { apartLua, leaseLua, scheduleKeys, scheduleLua } from './lua/schedule-lua.ts';
import { keysOfSchedule } from '../keys/job-keys.ts';

const leaseKeys = [...scheduleKeys, 'awaiting', 'leases', 'events'] as const;

/** Extends leases. More arguments: id and epoch of each. Outcome: the ids whose lease was lost, a line each. */
const renewScript = defineNamedScript({
  name: 'renew-leases',
  kind: 'change',
  keys: leaseKeys,
  arguments: ['leaseUntil', 'now'],
  lua: `
${scheduleLua}${leaseLua}
local lost, wrote = {}, false
local leaseUntil = scheduled(A.leaseUntil)
for at = REST, argumentCount, 2 do
  local lease = leaseOf(ARGV[at])
  if not (lease.held and lease.epoch == ARGV[at + 1]) then
    lost[#lost + 1] = ARGV[at]
  elseif tonumber(leaseUntil) > tonumber(lease.ends) then
    wrote = true
    lease.ends = leaseUntil
    saveLease(ARGV[at], lease)
    unschedule(lease.lane, lease.member)
    schedule(lease.lane, lease.member, lease.ends)
  end
end
if wrote then return table.concat(lost, '\\n') end
return table.concat(lost, '\\n'), NOTHING_WRITTEN
`,
});

/** Returns a claim, unless it is stale. Outcomes: `released` · `stale`. */
const releaseScript = defineNamedScript({
  name: 'release-claim',
  kind: 'change',
  keys: leaseKeys,
  arguments: ['id', 'epoch', 'dueAt', 'now'],
  lua: `
${scheduleLua}${leaseLua}${announceLua}
local lease = leaseOf(A.id)
if not (lease.held and lease.epoch == A.epoch) then return 'stale', NOTHING_WRITTEN end
unschedule(lease.lane, lease.member)
schedule(lease.lane, lease.member, scheduled(A.dueAt))
if lease.lane == 'a' then redis.call('SADD', K.awaiting, lease.member) end
giveBack(A.id, lease)
announceWork()
return 'released'
`,
});

/** Returns when the next job can be claimed, by a clock that says `nodeNow`; nil when none can. */
export const nextDueScript = defineNamedScript({
  name: 'next-due',
  kind: 'read',
  whileHalted: 'allowed',
  keys: ['due', 'asleep', 'readyDue', 'counters'],
  arguments: ['nodeNow'],
  lua: `${apartLua}
local first
for _, key in ipairs({ K.due, K.asleep, K.readyDue }) do
  local score = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]
  if score and (not first or tonumber(score) < tonumber(first)) then first = score end
end
if not first then return nil end
return string.format('%.0f', first - (redis.call('HGET', K.counters, 'ahead') or '0') - apartFrom(A.nodeNow))
`,
});

/** Maximum number of claims renewed in one act: a millisecond of the server's time. */
const perCall = 250;

/** See `JobStore.renewLeases`. */
export async function renewLeases(
  access: JobAccess,
  input: Parameters<JobStore['renewLeases']>[0],
): Promise<{ readonly lost: readonly string[] }> {
  const { claims, leaseUntil, now } = input;
  const lost: string[] = [];
  for (let from = 0; from === 0 || from < claims.length; from += perCall) {
    const some = claims.slice(from, from + perCall);
    lost.push(...(await renew(access, some, { leaseUntil, now })));
  }
  return { lost };
}

async function renew(
  { scripts, keys }: JobAccess,
  claims: readonly Claim[],
  instants: { readonly leaseUntil: number; readonly now: number },
): Promise<readonly string[]> {
  const { leases, events } = keys;
  const call = renewScript.call({ ...keysOfSchedule(keys), leases, events }, instants, {
    arguments: claims.flatMap(({ job, epoch }) => [job.id, epoch]),
  });
  const { outcome } = await scripts.change(renewScript.script, call);
  return outcome === '' ? [] : outcome.split('\n');
}

/** See `JobStore.releaseClaim`. The job itself does not show when it can be claimed again. */
export async function releaseClaim(
  { scripts, keys }: JobAccess,
  { claim, dueAt, now }: Parameters<JobStore['releaseClaim']>[0],
): Promise<void> {
  const { leases, events } = keys;
  const call = releaseScript.call(
    { ...keysOfSchedule(keys), leases, events },
    { id: claim.job.id, epoch: claim.epoch, dueAt, now },
  );
  await scripts.change(releaseScript.script, call);
}
