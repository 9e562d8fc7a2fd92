import {
  type AcceptJobInput,
  type AcceptJobOutcome,
  freezeJob,
  isNewJob,
  type Job,
  StorageUnavailable,
} from '@filmgate/core';
import { defineNamedScript } from '../script/named-script.ts';
import { signatureRow } from '../search/signature.ts';
import {
  claimDigests,
  claimsLua,
  keysOfSchedule,
  openJobsLua,
  openListsOf,
  openStateLists,
} from '../keys/job-keys.ts';
import type { JobAccess } from './stored-jobs.ts';
import {
  changingText,
  headNames,
  headOf,
  statusNames,
  statusOf,
  referenceFields,
  tagOf,
} from './job-record.ts';
import { announceLua } from './lua/effects-lua.ts';
import { recordLua, sumsLua } from './lua/record-lua.ts';
import { scheduleKeys, scheduleLua } from './lua/schedule-lua.ts';

/**
 * Accepts a job or refuses with a reason, in the order the port states. More keys: none; more arguments: fields of
 * `references`. Outcomes: `accepted`, position · `replayed`, id · `key-conflict` · `id-taken` · `queue-full` ·
 * `owner-share-taken` · `quota-exhausted`, used, reserved, held, limit · `open-jobs-limit`, limit; each on a line.
 */
const acceptScript = defineNamedScript({
  name: 'accept-job',
  kind: 'change',
  keys: [
    'job',
    'idempotency',
    'contents',
    'owner',
    ...scheduleKeys,
    'awaiting',
    'queuedList',
    'awaitingList',
    'list',
    'ownerList',
    'modelList',
    'signatures',
    'changedOpen',
    'references',
    'events',
    ...openStateLists,
    'openJobLimits',
  ],
  arguments: [
    'id',
    'fingerprint',
    'queueLimit',
    'ownerShare',
    'quotaLimit',
    'now',
    ...headNames,
    ...statusNames,
    'request',
    'signature',
    'changing',
  ],
  lua: `
${recordLua}${scheduleLua}${sumsLua}${announceLua}${openJobsLua}${claimsLua}
if A.key ~= '' and not isContent(A.key) then
  local claimed = redis.call('HGET', K.idempotency, A.key)
  if claimed then
    local id, fingerprint = string.match(claimed, '^([^\\n]*)\\n(.*)$')
    if fingerprint == A.fingerprint then return 'replayed\\n' .. id, NOTHING_WRITTEN end
    return 'key-conflict', NOTHING_WRITTEN
  end
end
if redis.call('EXISTS', K.job) == 1 then return 'id-taken', NOTHING_WRITTEN end
local waiting = redis.call('ZCARD', K.queuedList) + redis.call('ZCARD', K.awaitingList)
if waiting >= tonumber(A.queueLimit) then
  local own = redis.call('ZCARD', K.own_queued) + redis.call('ZCARD', K.own_awaiting_configuration)
  local share = tonumber(A.ownerShare)
  if own >= share and share > 0 and own < waiting then return 'owner-share-taken', NOTHING_WRITTEN end
  if own >= share or waiting >= 2 * A.queueLimit then return 'queue-full', NOTHING_WRITTEN end
end
local usage = redis.call('HMGET', K.owner, 'used', 'reserved', 'held', 'limit')
local used, reserved, held, limit = usage[1] or '0', usage[2] or '0', usage[3] or '0', usage[4]
if A.quotaLimit ~= '' and (not limit or tonumber(A.quotaLimit) < tonumber(limit)) then limit = A.quotaLimit end
if limit and used + reserved + held + A.cost > tonumber(limit) then
  return table.concat({ 'quota-exhausted', used, reserved, held, limit }, '\\n'), NOTHING_WRITTEN
end
local openLimit = openJobsLimit(A.owner)
if openLimit and countOpen() >= tonumber(openLimit) then return 'open-jobs-limit\\n' .. openLimit, NOTHING_WRITTEN end

local position = string.format('%.0f', redis.call('HINCRBY', K.counters, 'seq', 1))
local head = table.concat({ position, A.cost, A.acceptedAt, A.createdAt, A.surface, A.family, A.owner, A.key }, '\\n')
local status = table.concat(
  { position .. '.1', A.state, A.quota, A.credit, A.slot, A.updatedAt, A.due, A.account }, '\\n')
local job = jobOf(head, status)
redis.call('HSET', K.job, 'h', head, 'm', status, 's', A.request, 'c', A.changing)
keepClaim(job, A.id, A.fingerprint)
if redis.call('HEXISTS', K.families, 'index:' .. A.family) == 0 then
  redis.call('HSET', K.families, 'index:' .. A.family, redis.call('HINCRBY', K.counters, 'family', 1))
end
local listed = listMember(job, A.id)
redis.call('ZADD', K.list, A.createdAt, listed)
redis.call('ZADD', K.ownerList, A.createdAt, listed)
redis.call('ZADD', K.modelList, A.createdAt, listed)
redis.call('HSET', K.signatures, position, A.signature)
redis.call('ZADD', K.changedOpen, A.updatedAt, changedMember(job, A.id))
redis.call('HINCRBY', K.owner, 'reserved', A.cost)
local sums = {}
adjustFamily(sums, job, 1)
saveSums(K.families, sums)
for at = REST, argumentCount do redis.call('HINCRBY', K.references, ARGV[at], 1) end
local lane = laneOf(A.state)
local member = startMember(job, A.id)
schedule(lane, member, scheduled(A.due))
if lane == 'a' then redis.call('SADD', K.awaiting, member) end
announce(A.due ~= '', A.id, head, status, A.request, A.changing)
return 'accepted\\n' .. position
`,
});

/** See `JobStore.acceptJob`. */
export async function acceptJob(
  access: JobAccess,
  input: AcceptJobInput,
): Promise<AcceptJobOutcome> {
  refuseWhatIsNotNew(input.job);
  const call = acceptCall(access, input);
  for (;;) {
    const { outcome } = await access.scripts.change(acceptScript.script, call);
    const [kind = '', ...details] = outcome.split('\n');
    const said = await read(access, input.job, { kind, details });
    if (said !== 'removed-meanwhile') return said;
  }
}

function acceptCall({ keys }: JobAccess, { job, idempotency, ...input }: AcceptJobInput) {
  const { queueLimit, ownerShare = 0, quota, now } = input;
  return acceptScript.call(
    {
      ...keysOfSchedule(keys),
      job: keys.job(job.id),
      idempotency: keys.idempotency,
      contents: keys.contents,
      owner: keys.owner(job.owner),
      queuedList: keys.list('queued'),
      awaitingList: keys.list('awaiting_configuration'),
      list: keys.list(job.state),
      ownerList: keys.ownerList(job.state, job.owner),
      modelList: keys.modelList(job.request.model),
      signatures: keys.signatures,
      changedOpen: keys.changedOpen,
      references: keys.references,
      events: keys.events,
      ...openListsOf(keys, job.owner),
      openJobLimits: keys.openJobLimits,
    },
    {
      ...headOf(job, {
        acceptedAt: now,
        key: idempotency === null ? '' : claimDigests.of(idempotency),
      }),
      ...statusOf(job),
      id: job.id,
      fingerprint: idempotency?.fingerprint ?? '',
      queueLimit,
      ownerShare,
      quotaLimit: quota ?? '',
      now,
      request: JSON.stringify(job.request),
      signature: signatureRow(job),
      changing: changingText(job),
    },
    { arguments: referenceFields(job) },
  );
}

function refuseWhatIsNotNew(job: Job): void {
  if (isNewJob(job)) return;
  throw new StorageUnavailable(`Job ${job.id} is not a new job.`, { applied: 'no' });
}

async function read(
  { stored, heard }: JobAccess,
  job: Job,
  { kind, details }: { readonly kind: string; readonly details: readonly string[] },
): Promise<AcceptJobOutcome | 'removed-meanwhile'> {
  switch (kind) {
    case 'accepted': {
      const tag = tagOf(details[0] ?? '', 1);
      const accepted = stored.keep(job.id, tag, () => freezeJob(job));
      await heard.reported(job.id, tag);
      return { kind, job: accepted };
    }
    case 'replayed': {
      const first = await stored.find(details[0] ?? '');
      return first === undefined ? 'removed-meanwhile' : { kind, job: first };
    }
    case 'quota-exhausted': {
      const [used = 0, reserved = 0, held = 0, limit = 0] = details.map(Number);
      return { kind, usage: { used, reserved, held, limit } };
    }
    case 'open-jobs-limit':
      return { kind, limit: Number(details[0]) };
    case 'key-conflict':
    case 'id-taken':
    case 'queue-full':
    case 'owner-share-taken':
      return { kind };
    default:
      throw new TypeError(`accept-job said ${kind}.`);
  }
}
