import {
  acceptanceStep,
  isFinal,
  type Job,
  type StoredDispatch,
  readTrail,
  type StoredStep,
  type StoreRecordOf,
  type TrailStepRecord,
} from '@filmgate/core';
import {
  changingText,
  headNames,
  headOf,
  statusNames,
  statusOf,
  referenceFields,
} from '../jobs/job-record.ts';
import { recordLua, sumsLua } from '../jobs/lua/record-lua.ts';
import { scheduleKeys, scheduleLua } from '../jobs/lua/schedule-lua.ts';
import { dispatchFactsText } from '../jobs/dispatch-text.ts';
import { claimsLua, type JobKeys, keysOfSchedule } from '../keys/job-keys.ts';
import { storedStep } from '../jobs/trail-steps.ts';
import { defineNamedScript } from '../script/named-script.ts';
import type { ScriptRunner } from '../script/script-runner.ts';
import { signatureRow } from '../search/signature.ts';

/** Steps of a trail appended by one command. */
const stepsPerPush = 500;

/** Decides before the first write. */
const decideLua = `
local head = table.concat({ A.position, A.cost, A.acceptedAt, A.createdAt, A.surface, A.family, A.owner, A.key }, '\\n')
local status = table.concat(
  { A.position .. '.' .. A.version, A.state, A.quota, A.credit, A.slot, A.updatedAt, A.due, A.account }, '\\n')
local stored = redis.call('HMGET', K.job, 'h', 'm')
if stored[1] then
  if stored[1] == head and stored[2] == status then return 'present', NOTHING_WRITTEN end
  return fault('job ' .. A.id .. ' is there, and is another')
end
if A.key ~= '' and not isContent(A.key) and redis.call('HEXISTS', K.idempotency, A.key) == 1 then
  return fault('the idempotency key of job ' .. A.id .. ' is taken')
end
local firstDispatch, firstReference = REST + A.steps, REST + A.steps + 7 * A.dispatches
for at = firstDispatch, firstReference - 1, 7 do
  if redis.call('HEXISTS', K.correlations, ARGV[at + 1]) == 1 then
    return fault('a correlation id of job ' .. A.id .. ' is taken')
  end
  if ARGV[at + 5] ~= '' and redis.call('HEXISTS', K.handles, ARGV[at + 5]) == 1 then
    return fault('a handle of job ' .. A.id .. ' is claimed')
  end
end
`;

const recordsLua = `
redis.call('HSET', K.job, 'h', head, 'm', status, 's', A.request, 'c', A.changing)
for at = REST, firstDispatch - 1, ${String(stepsPerPush)} do
  redis.call('RPUSH', K.trail, unpack(ARGV, at, math.min(at + ${String(stepsPerPush - 1)}, firstDispatch - 1)))
end
for at = firstDispatch, firstReference - 1, 7 do
  redis.call('HSET', K.job, 'k' .. ARGV[at], ARGV[at + 2])
  redis.call('HSET', K.correlations, ARGV[at + 1], A.id .. '\\n' .. ARGV[at])
  for offset, field in pairs({ [3] = 'r', [4] = 'a', [5] = 'd', [6] = 'x' }) do
    if ARGV[at + offset] ~= '' then redis.call('HSET', K.job, field .. ARGV[at], ARGV[at + offset]) end
  end
  if ARGV[at + 5] ~= '' then redis.call('HSET', K.handles, ARGV[at + 5], A.id .. '\\n' .. ARGV[at]) end
end
`;

const listsLua = `
local job = jobOf(head, status)
keepClaim(job, A.id, A.fingerprint)
if tonumber(redis.call('HGET', K.counters, 'seq') or '0') < tonumber(A.position) then
  redis.call('HSET', K.counters, 'seq', A.position)
end
if redis.call('HEXISTS', K.families, 'index:' .. A.family) == 0 then
  redis.call('HSET', K.families, 'index:' .. A.family, redis.call('HINCRBY', K.counters, 'family', 1))
end
local listed = listMember(job, A.id)
redis.call('ZADD', K.list, A.createdAt, listed)
redis.call('ZADD', K.ownerList, A.createdAt, listed)
redis.call('ZADD', K.modelList, A.createdAt, listed)
if A.account ~= '' then redis.call('ZADD', K.accountList, A.createdAt, listed) end
redis.call('HSET', K.signatures, A.position, A.signature)
redis.call('ZADD', K.changed, A.updatedAt, changedMember(job, A.id))
local sums = {}
adjustFamily(sums, job, 1)
saveSums(K.families, sums)
sums = {}
adjustAccount(sums, job, 1)
saveSums(K.accounts, sums)
countModel(job, 1)
`;

/** Due since long ago: the holder of any lease on it is gone. */
const scheduleJobLua = `
if not FINAL[A.state] then
  for at = firstReference, argumentCount do redis.call('HINCRBY', K.references, ARGV[at], 1) end
  local lane = laneOf(A.state)
  local member = memberIn(lane, job, A.id)
  schedule(lane, member, '0')
  if lane == 'a' then redis.call('SADD', K.awaiting, member) end
end
`;

/**
 * Imports a job of another store with its whole history; the sums of its owner come with the owner's own record. More
 * arguments: steps of the trail; seven for each dispatch record (try, correlation id, dispatch record; then each or
 * nothing: receipt, the account of its handle, the claim of it, refusal); fields of `references`. Outcomes: `imported`
 * · `present`.
 */
const importJobScript = defineNamedScript({
  name: 'import-job',
  kind: 'change',
  keys: [
    'job',
    'trail',
    'idempotency',
    'contents',
    'correlations',
    'handles',
    ...scheduleKeys,
    'awaiting',
    'list',
    'ownerList',
    'modelList',
    'accountList',
    'signatures',
    'changed',
    'accounts',
    'references',
  ],
  arguments: [
    'id',
    'position',
    'version',
    'fingerprint',
    'now',
    ...headNames,
    ...statusNames,
    'request',
    'signature',
    'changing',
    'steps',
    'dispatches',
  ],
  lua: `
${recordLua}${scheduleLua}${sumsLua}${claimsLua}
${decideLua}${recordsLua}${listsLua}${scheduleJobLua}
return 'imported'
`,
});

/** Imports one job with its history; an existing job stays unchanged. */
export async function importJob(
  { scripts, keys }: { readonly scripts: ScriptRunner; readonly keys: JobKeys },
  record: StoreRecordOf<'job'>,
): Promise<void> {
  const { job, order, acceptedAt, claim, trail, dispatches } = record;
  const stored = trail.map((step) => stepOf(step, job));
  // After the job's acceptance, which the job itself represents.
  const [, ...steps] = readTrail(acceptanceStep(job, acceptedAt), stored);
  const call = importJobScript.call(
    { ...sharedKeys(keys), ...keysOf(keys, record) },
    {
      ...headOf(job, { acceptedAt, key: claim?.digest ?? '' }),
      ...statusOf(job),
      id: job.id,
      position: order,
      version: job.version,
      fingerprint: claim?.fingerprint ?? '',
      now: job.updatedAt,
      request: JSON.stringify(job.request),
      signature: signatureRow(job),
      changing: changingText(job),
      steps: steps.length,
      dispatches: dispatches.length,
    },
    {
      arguments: [
        ...steps.map(storedStep),
        ...dispatches.flatMap(storedDispatch),
        ...referenceFields(job),
      ],
    },
  );
  await scripts.change(importJobScript.script, call);
}

function sharedKeys(keys: JobKeys) {
  const { idempotency, contents, correlations, handles, accounts, references, signatures } = keys;
  const shared = { idempotency, contents, correlations, handles, accounts, references, signatures };
  return { ...keysOfSchedule(keys), ...shared };
}

function keysOf(keys: JobKeys, { job }: StoreRecordOf<'job'>) {
  return {
    job: keys.job(job.id),
    trail: keys.trail(job.id),
    list: keys.list(job.state),
    ownerList: keys.ownerList(job.state, job.owner),
    modelList: keys.modelList(job.request.model),
    accountList: keys.accountList(job.accountId ?? ''),
    changed: isFinal(job.state) ? keys.changedFinal : keys.changedOpen,
  };
}

function stepOf(record: TrailStepRecord, { price }: Job): StoredStep {
  switch (record.kind) {
    case 'step': {
      const { kind: _, ...step } = record;
      return step;
    }
    case 'story':
      return { at: record.at, what: record.what, detail: record.detail };
    case 'money': {
      const { at, ledger, move, accountId, amount = price } = record;
      const account = accountId === null ? {} : { accountId };
      return { at, what: 'money', detail: { ledger, move, amount, ...account } };
    }
  }
}

/** See `decodeDispatches`. */
function storedDispatch(dispatch: StoredDispatch): readonly (string | number)[] {
  const { refusals, correlationId, requestDigest, recordedAt, sendDeadlineAt } = dispatch;
  const { handle, accountId, handleClaim, refusal } = dispatch;
  const text = dispatchFactsText(correlationId, {
    digest: requestDigest,
    recordedAt,
    sendDeadlineAt,
  });
  const response = [handle, accountId, handleClaim, refusal].map((part) => part ?? '');
  return [refusals, correlationId, text, ...response];
}
