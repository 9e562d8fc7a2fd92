import { isFinal, type Job, type JobStore } from '@filmgate/core';
import { defineNamedScript } from '../script/named-script.ts';
import { readList } from '../script/read-list.ts';
import { blockOf, positionsPerBlock } from '../search/signature-block.ts';
import type { JobAccess, TaggedJob } from './stored-jobs.ts';
import { positionOf } from './job-record.ts';
import { claimsLua } from '../keys/job-keys.ts';
import { readMember } from '../lists/read-page.ts';
import { recordLua, sumsLua } from './lua/record-lua.ts';

/** Members of final jobs that ended before an instant, oldest first, after the given number skipped. */
const endedBeforeScript = defineNamedScript({
  name: 'read-ended-before',
  kind: 'read',
  keys: ['changedFinal'],
  arguments: ['before', 'passed', 'limit'],
  lua: `
return redis.call('ZRANGE', K.changedFinal, '-inf', '(' .. A.before, 'BYSCORE', 'LIMIT', A.passed, A.limit)
`,
});

/**
 * Removes final jobs with all their data. More keys: eight for each job (record, trail, the four lists it is in, bits
 * and ids of the block its signature may be packed in); more arguments: id and tag of each. A job that is gone, or a
 * different job under its id, is skipped. Outcome: the ids removed, a line each.
 */
const removeScript = defineNamedScript({
  name: 'remove-finished',
  kind: 'change',
  keys: [
    'idempotency',
    'contents',
    'correlations',
    'handles',
    'leases',
    'changedFinal',
    'accounts',
    'signatures',
    'signatureBlocks',
  ],
  arguments: [],
  lua: `
${recordLua}${sumsLua}${claimsLua}
local removed = {}
-- A block goes with the last of its jobs.
local function leaveBlock(position, bits, ids)
  local block = math.floor(position / ${String(positionsPerBlock)})
  local span, live = string.match(redis.call('HGET', K.signatureBlocks, block) or '', '^(%S+ %S+) (%d+)$')
  if not live then return end
  if tonumber(live) > 1 then
    redis.call('HSET', K.signatureBlocks, block, span .. ' ' .. string.format('%.0f', live - 1))
  else
    redis.call('HDEL', K.signatureBlocks, block)
    redis.call('DEL', bits, ids)
  end
end
local function remove(id, job, at)
  giveBackClaim(job, id)
  local fields = redis.call('HGETALL', KEYS[at])
  for field = 1, #fields, 2 do
    if string.match(fields[field], '^k%d+$') then
      redis.call('HDEL', K.correlations, string.match(fields[field + 1], '^([^\\n]*)\\n'))
    elseif string.match(fields[field], '^d%d+$') then
      redis.call('HDEL', K.handles, fields[field + 1])
    end
  end
  for list = at + 2, at + 5 do redis.call('ZREM', KEYS[list], listMember(job, id)) end
  if redis.call('HDEL', K.signatures, job.position) == 0 then leaveBlock(job.position, KEYS[at + 6], KEYS[at + 7]) end
  redis.call('ZREM', K.changedFinal, changedMember(job, id))
  redis.call('HDEL', K.leases, id)
  local sums = {}
  adjustAccount(sums, job, -1)
  saveSums(K.accounts, sums)
  redis.call('DEL', KEYS[at], KEYS[at + 1])
  removed[#removed + 1] = id
end
for at = REST, argumentCount, 2 do
  local keyAt = MORE_KEYS + 4 * (at - REST)
  local stored = redis.call('HMGET', KEYS[keyAt], 'h', 'm')
  local job = stored[2] and jobOf(stored[1], stored[2])
  if job and FINAL[job.state] and job.position .. '.' .. job.version == ARGV[at + 1] then remove(ARGV[at], job, keyAt) end
end
if #removed > 0 then return table.concat(removed, '\\n') end
return '', NOTHING_WRITTEN
`,
});

/** Maximum number of jobs removed in one act: some milliseconds of the server's time. */
const perCall = 100;

/**
 * See `JobStore.removeFinished`. The old jobs are read first, because a script has to name its keys; each act then
 * removes those that still exist and are still final. Removals of earlier acts are reported even where a later one
 * fails.
 */
export async function removeFinished(
  access: JobAccess,
  { finishedBefore, limit }: Parameters<JobStore['removeFinished']>[0],
): Promise<readonly Job[]> {
  const removed: Job[] = [];
  let passed = 0;
  while (removed.length < limit) {
    const most = Math.min(perCall, limit - removed.length);
    let some: Removal;
    try {
      some = await removeSome(access, { before: finishedBefore, passed, most });
    } catch (error) {
      if (removed.length > 0) return removed;
      throw error;
    }
    removed.push(...some.jobs);
    passed += some.passed;
    if (some.isLast) break;
  }
  return removed;
}

interface Removal {
  readonly jobs: readonly Job[];
  /** Number of jobs that stayed: unreadable jobs are not removed, and must not hold up the others. */
  readonly passed: number;
  /** True when no older jobs are left. */
  readonly isLast: boolean;
}

async function removeSome(
  access: JobAccess,
  {
    before,
    passed,
    most,
  }: { readonly before: number; readonly passed: number; readonly most: number },
): Promise<Removal> {
  const { scripts, keys, stored } = access;
  const { changedFinal } = keys;
  const call = endedBeforeScript.call({ changedFinal }, { before, passed, limit: most });
  const reply = await scripts.read(endedBeforeScript.script, call);
  const members = readList(reply, 'read-ended-before');
  const ids = members.map((member) => readMember(String(member)).id);
  if (ids.length === 0) return { jobs: [], passed: 0, isLast: true };
  const jobs = (await stored.findTagged(ids)).flatMap((found) =>
    found !== undefined && isFinal(found.job.state) ? [found] : [],
  );
  const gone = await remove(access, jobs);
  for (const id of gone) stored.forget(id);
  const removed = jobs.map(({ job }) => job).filter(({ id }) => gone.has(id));
  const unreadable = ids.filter((id) => stored.unreadable.has(id)).length;
  return { jobs: removed, passed: unreadable, isLast: ids.length < most };
}

async function remove(
  { scripts, keys }: JobAccess,
  jobs: readonly TaggedJob[],
): Promise<ReadonlySet<string>> {
  const { idempotency, contents, correlations, handles, leases, changedFinal } = keys;
  const { accounts, signatures, signatureBlocks } = keys;
  const own = { idempotency, contents, correlations, handles, leases, changedFinal };
  const call = removeScript.call(
    { ...own, accounts, signatures, signatureBlocks },
    {},
    {
      keys: jobs.flatMap(({ tag, job: { id, state, owner, accountId, request } }) => [
        keys.job(id),
        keys.trail(id),
        keys.list(state),
        keys.ownerList(state, owner),
        keys.modelList(request.model),
        keys.accountList(accountId ?? ''),
        ...Object.values(keys.signatureBlock(blockOf(Number(positionOf(tag))))),
      ]),
      arguments: jobs.flatMap(({ tag, job }) => [job.id, tag]),
    },
  );
  const { outcome } = await scripts.change(removeScript.script, call);
  return new Set(outcome === '' ? [] : outcome.split('\n'));
}
