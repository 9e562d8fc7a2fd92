import { jobStates } from '@filmgate/core';
import { defineNamedScript } from '../script/named-script.ts';
import { openJobsLua, openStateLists } from '../keys/job-keys.ts';

/**
 * Current state of jobs. More keys: the jobs. More arguments: for each the tag this process knows, or nothing. Returns
 * for each: nil when it does not exist, 1 when the tag is still that of the job, else the four parts of its record,
 * none where the status is missing.
 */
export const readJobsScript = defineNamedScript({
  name: 'read-jobs',
  kind: 'read',
  keys: [],
  arguments: [],
  lua: `
local jobs = {}
for at = MORE_KEYS, keyCount do
  local status = redis.call('HGET', KEYS[at], 'm')
  local known = ARGV[at]
  if not status then
    jobs[at] = redis.call('EXISTS', KEYS[at]) == 1 and {}
  elseif known ~= '' and string.sub(status, 1, #known + 1) == known .. '\\n' then
    jobs[at] = 1
  else
    jobs[at] = redis.call('HMGET', KEYS[at], 'h', 'm', 's', 'c')
  end
end
return jobs
`,
});

/** Returns the job a key was claimed for and the fingerprint, a line each; nil for an unknown key. */
export const readKeyScript = defineNamedScript({
  name: 'read-idempotency-key',
  kind: 'read',
  keys: ['idempotency'],
  arguments: ['key'],
  lua: `return redis.call('HGET', K.idempotency, A.key)`,
});

/** Members of jobs accepted without a key with this digest, newest first. */
export const readContentsScript = defineNamedScript({
  name: 'read-contents',
  kind: 'read',
  keys: ['contents'],
  arguments: ['digest', 'limit'],
  // In a member a digit follows its digest.
  lua: `
return redis.call('ZRANGE', K.contents, '(' .. A.digest .. ':', '[' .. A.digest, 'BYLEX', 'REV', 'LIMIT', 0, A.limit)
`,
});

/** Returns head, request and later steps of a job's trail; nil without the job. */
export const readTrailScript = defineNamedScript({
  name: 'read-trail',
  kind: 'read',
  keys: ['job', 'trail'],
  arguments: [],
  lua: `
local stored = redis.call('HMGET', K.job, 'h', 's')
if not stored[1] then return false end
return { stored[1], stored[2], redis.call('LRANGE', K.trail, 0, -1) }
`,
});

/** Returns the job whose dispatch record claims a handle, and on a second line its attempt; nil if no record does. */
export const readHolderScript = defineNamedScript({
  name: 'read-holder-of-handle',
  kind: 'read',
  keys: ['handles'],
  arguments: ['claim'],
  lua: `return redis.call('HGET', K.handles, A.claim)`,
});

/** Returns all fields of a job's record, name and value in turn. */
export const readRecordScript = defineNamedScript({
  name: 'read-record',
  kind: 'read',
  keys: ['job'],
  arguments: [],
  lua: `return redis.call('HGETALL', K.job)`,
});

/** Returns the number of jobs in each state, in the order of the states, and the figures of each family. */
export const depthScript = defineNamedScript({
  name: 'read-depth',
  kind: 'read',
  keys: [...jobStates, 'families'],
  arguments: [],
  lua: `
local counts = {}
for at = 1, keyCount - 1 do counts[at] = redis.call('ZCARD', KEYS[at]) end
return { counts, redis.call('HGETALL', K.families) }
`,
});

/**
 * Returns used, reserved, held and limit of an owner; all fields of the accounts; the figures of each family; waiting
 * jobs, of all owners and of this one; the owner's open jobs and their limit.
 */
export const admissionFactsScript = defineNamedScript({
  name: 'read-admission-facts',
  kind: 'read',
  keys: ['owner', 'accounts', 'families', 'queued', 'awaiting', ...openStateLists, 'openJobLimits'],
  arguments: ['owner'],
  lua: `
${openJobsLua}return {
  redis.call('HMGET', K.owner, 'used', 'reserved', 'held', 'limit'),
  redis.call('HGETALL', K.accounts),
  redis.call('HGETALL', K.families),
  {
    redis.call('ZCARD', K.queued) + redis.call('ZCARD', K.awaiting),
    redis.call('ZCARD', K.own_queued) + redis.call('ZCARD', K.own_awaiting_configuration),
    countOpen(),
    openJobsLimit(A.owner),
  },
}
`,
});
