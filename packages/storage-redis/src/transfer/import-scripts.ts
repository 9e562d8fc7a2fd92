import { defineNamedScript } from '../script/named-script.ts';

/** Keys that exist when a store holds anything. */
const contentKeys = [
  'users',
  'assets',
  'audit',
  'accounts',
  'counters',
  'idempotency',
  'changedOpen',
  'changedFinal',
  'holdings',
] as const;

/** Begins an import into an empty store. Outcomes: `begun` · `not-empty` · `found` and the note, on a separate line. */
export const beginImportScript = defineNamedScript({
  name: 'begin-import',
  kind: 'change',
  keys: ['values', ...contentKeys],
  arguments: ['name', 'text'],
  lua: `
local known = redis.call('HGET', K.values, A.name)
if known then return 'found\\n' .. known, NOTHING_WRITTEN end
for at = 1, keyCount do
  if redis.call('EXISTS', KEYS[at]) == 1 then return 'not-empty', NOTHING_WRITTEN end
end
redis.call('HSET', K.values, A.name, A.text)
return 'begun'
`,
});

/** Names of keys, a piece at a time, from a cursor on. Returns the next cursor and names. */
export const scanKeysScript = defineNamedScript({
  name: 'scan-keys',
  kind: 'read',
  keys: [],
  arguments: ['cursor', 'pattern'],
  lua: `return redis.call('SCAN', A.cursor, 'MATCH', A.pattern, 'COUNT', 1000)`,
});

export const removeKeysScript = defineNamedScript({
  name: 'remove-keys',
  kind: 'change',
  keys: [],
  arguments: [],
  lua: `
redis.call('UNLINK', unpack(KEYS, 1, keyCount))
return 'removed'
`,
});

/** Replaces all key-value entries by a new note. */
export const restartImportScript = defineNamedScript({
  name: 'restart-import',
  kind: 'change',
  keys: ['values'],
  arguments: ['name', 'text'],
  lua: `
redis.call('DEL', K.values)
redis.call('HSET', K.values, A.name, A.text)
return 'restarted'
`,
});

/** Sets an account. More arguments: field and value in turn, an empty value clears the field. */
export const importAccountScript = defineNamedScript({
  name: 'import-account',
  kind: 'change',
  keys: ['accounts', 'secrets'],
  arguments: ['id', 'secret'],
  lua: `
for at = REST, argumentCount, 2 do
  local field = ARGV[at] .. '\\n' .. A.id
  if ARGV[at + 1] == '' then redis.call('HDEL', K.accounts, field)
  else redis.call('HSET', K.accounts, field, ARGV[at + 1]) end
end
if A.secret == '' then redis.call('HDEL', K.secrets, A.id) else redis.call('HSET', K.secrets, A.id, A.secret) end
return 'imported'
`,
});

/** Sets an API user, who can authenticate with its key from now on; `begins` is the prefix of the key's entry. */
export const importUserScript = defineNamedScript({
  name: 'import-api-user',
  kind: 'change',
  keys: ['users', 'order', 'byKey', 'uses', 'openJobLimits'],
  arguments: ['id', 'number', 'record', 'keyDigest', 'begins', 'lastUsedAt', 'maxOpenJobs'],
  lua: `
redis.call('HSET', K.users, A.id, A.record)
redis.call('ZADD', K.order, A.number, A.id)
redis.call('HSET', K.byKey, A.keyDigest, A.begins .. A.id)
if A.maxOpenJobs == '' then redis.call('HDEL', K.openJobLimits, A.id)
else redis.call('HSET', K.openJobLimits, A.id, A.maxOpenJobs) end
if A.lastUsedAt ~= '' then redis.call('HSET', K.uses, A.id, A.lastUsedAt) end
return 'imported'
`,
});

/** Sets an owner's sums and limit. More arguments: field and value in turn. */
export const importOwnerScript = defineNamedScript({
  name: 'import-owner',
  kind: 'change',
  keys: ['owner'],
  arguments: [],
  lua: `
redis.call('DEL', K.owner)
redis.call('HSET', K.owner, unpack(ARGV, 1, argumentCount))
return 'imported'
`,
});

/** Appends entries to the audit log that it does not have yet. More arguments: id and entry in turn, oldest first. */
export const importAuditScript = defineNamedScript({
  name: 'import-audit',
  kind: 'change',
  keys: ['audit', 'positions'],
  arguments: [],
  lua: `
for at = REST, argumentCount, 2 do
  if redis.call('HEXISTS', K.positions, ARGV[at]) == 0 then
    local length = redis.call('RPUSH', K.audit, ARGV[at + 1])
    redis.call('HSET', K.positions, ARGV[at], length - 1)
  end
end
return 'imported'
`,
});

/** Adds a missing holding, and adds it to its owner's sum. */
export const importHoldingScript = defineNamedScript({
  name: 'import-holding',
  kind: 'change',
  keys: ['holdings', 'order', 'sums'],
  arguments: ['owner', 'digest', 'size', 'heldAt'],
  lua: `
local member = A.owner .. '\\n' .. A.digest
if redis.call('HSETNX', K.holdings, member, A.size) == 0 then return 'present', NOTHING_WRITTEN end
redis.call('ZADD', K.order, A.heldAt, member)
redis.call('HINCRBY', K.sums, A.owner, A.size)
return 'imported'
`,
});

/** Returns the number of key-value entries, users, assets, audit entries, jobs and holdings. */
export const countRecordsScript = defineNamedScript({
  name: 'count-records',
  kind: 'read',
  keys: ['values', 'users', 'assets', 'audit', 'changedOpen', 'changedFinal', 'holdings'],
  arguments: [],
  lua: `
return {
  redis.call('HLEN', K.values), redis.call('HLEN', K.users), redis.call('HLEN', K.assets),
  redis.call('LLEN', K.audit), redis.call('ZCARD', K.changedOpen) + redis.call('ZCARD', K.changedFinal),
  redis.call('HLEN', K.holdings),
}
`,
});

/** Returns the digest under which a user is found by its key; nil when there is none. */
export const keyDigestScript = defineNamedScript({
  name: 'read-key-digest',
  kind: 'read',
  keys: ['users', 'byKey'],
  arguments: ['id'],
  lua: `
local record = redis.call('HGET', K.users, A.id)
local digest = record and cjson.decode(record).keyDigest
local entry = digest and redis.call('HGET', K.byKey, digest)
return entry and string.sub(entry, 2) == A.id and digest
`,
});

/** Returns digest and fingerprint of the idempotency key that leads to a job, a line each; nil when none does. */
export const keyClaimScript = defineNamedScript({
  name: 'read-key-claim',
  kind: 'read',
  keys: ['job', 'idempotency', 'contents'],
  arguments: ['id'],
  lua: `
local head = redis.call('HGET', K.job, 'h')
local digest = head and string.match(head, '([^\\n]*)$')
if digest and string.sub(digest, 1, 1) == '~' then
  local member = digest .. string.format('%012d', string.match(head, '^%d+')) .. A.id
  return redis.call('ZSCORE', K.contents, member) and digest .. '\\n'
end
local claimed = digest and digest ~= '' and redis.call('HGET', K.idempotency, digest)
if not claimed then return false end
local id, fingerprint = string.match(claimed, '^([^\\n]*)\\n(.*)$')
return id == A.id and digest .. '\\n' .. fingerprint
`,
});
