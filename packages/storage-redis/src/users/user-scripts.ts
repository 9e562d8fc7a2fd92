import { defineScript } from '../script/script.ts';

/*
 * API users. KEYS of all but `authenticate` and `usages`: users, user-order, user-keys, user-uses, the hash of the
 * owner, and user-open-jobs, which has the limit of open jobs of each user that has one.
 * The key of a disabled user begins with 0, of one with a limit of requests with 2, of every other with 1.
 * A user is shown as its record, its last use, and the owner's used, reserved, held and limit.
 */

/** These scripts run while the store is halted, for administration. */
const whileHalted = 'allowed';

const view = `
local function view(id)
  local record = redis.call('HGET', KEYS[1], id)
  if not record then return false end
  local sums = redis.call('HMGET', KEYS[5], 'used', 'reserved', 'held', 'limit')
  return { record, redis.call('HGET', KEYS[4], id), sums[1], sums[2], sums[3], sums[4] }
end
local function isErased(user) return type(user.erasure) == 'table' end
local function keyEntry(user)
  if not user.enabled then return '0' .. user.id end
  return (user.maxRequestsPerMinute and '2' or '1') .. user.id
end
local function saveOpenJobs(user)
  if user.maxOpenJobs then redis.call('HSET', KEYS[6], user.id, string.format('%.0f', user.maxOpenJobs))
  else redis.call('HDEL', KEYS[6], user.id) end
end
`;

const show = `${view}
return view(ARGV[1])`;

const showUnlessErased = `${view}
if outcome == 'erased' then return false end
return view(ARGV[1])`;

/** ARGV: id. */
export const findUser = defineScript({
  name: 'users.find',
  kind: 'read',
  whileHalted,
  lua: show,
});

/** ARGV: id, record as JSON (its `number` is given here), limit or ''. */
export const createUser = defineScript({
  name: 'users.create',
  kind: 'change',
  lua: `${view}
local user = cjson.decode(ARGV[2])
if redis.call('HEXISTS', KEYS[1], user.id) == 1 then return fault('API user ' .. user.id .. ' exists') end
if redis.call('HEXISTS', KEYS[3], user.keyDigest) == 1 then return fault('another API user has this key') end
local last = redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')
user.number = tonumber(last[2] or '0') + 1
redis.call('HSET', KEYS[1], user.id, cjson.encode(user))
redis.call('ZADD', KEYS[2], user.number, user.id)
redis.call('HSET', KEYS[3], user.keyDigest, keyEntry(user))
if ARGV[3] ~= '' then redis.call('HSET', KEYS[5], 'limit', ARGV[3]) end
saveOpenJobs(user)
return 'created'`,
  show,
});

/**
 * ARGV: id, name as JSON or '', enabled as '1', '0' or '', then limit of credits, of open jobs and of requests per
 * minute, each as a number, 'none' or ''.
 */
export const editUser = defineScript({
  name: 'users.edit',
  kind: 'change',
  whileHalted,
  lua: `${view}
local record = redis.call('HGET', KEYS[1], ARGV[1])
if not record then return 'unknown', NOTHING_WRITTEN end
local user = cjson.decode(record)
if isErased(user) then return 'erased', NOTHING_WRITTEN end
if ARGV[2] ~= '' then user.name = cjson.decode(ARGV[2])[1] end
if ARGV[3] ~= '' then user.enabled = ARGV[3] == '1' end
if ARGV[5] ~= '' then user.maxOpenJobs = tonumber(ARGV[5]) end
if ARGV[6] ~= '' then user.maxRequestsPerMinute = tonumber(ARGV[6]) end
saveOpenJobs(user)
redis.call('HSET', KEYS[1], user.id, cjson.encode(user))
redis.call('HSET', KEYS[3], user.keyDigest, keyEntry(user))
if ARGV[4] == 'none' then redis.call('HDEL', KEYS[5], 'limit') end
if ARGV[4] ~= '' and ARGV[4] ~= 'none' then redis.call('HSET', KEYS[5], 'limit', ARGV[4]) end
return 'edited'`,
  show: showUnlessErased,
});

/** ARGV: id, key digest, key hint. */
export const rotateKey = defineScript({
  name: 'users.rotate',
  kind: 'change',
  whileHalted,
  lua: `${view}
local record = redis.call('HGET', KEYS[1], ARGV[1])
if not record then return 'unknown', NOTHING_WRITTEN end
local user = cjson.decode(record)
if isErased(user) then return 'erased', NOTHING_WRITTEN end
local holder = redis.call('HGET', KEYS[3], ARGV[2])
if holder and string.sub(holder, 2) ~= user.id then return fault('another API user has this key') end
redis.call('HDEL', KEYS[3], user.keyDigest)
user.keyDigest, user.keyHint = ARGV[2], ARGV[3]
redis.call('HSET', KEYS[1], user.id, cjson.encode(user))
redis.call('HSET', KEYS[3], user.keyDigest, keyEntry(user))
return 'rotated'`,
  show: showUnlessErased,
});

/** ARGV: id, digest no key has, now. A limit of 0 makes acceptance refuse jobs of calls admitted just before. */
export const eraseUser = defineScript({
  name: 'users.erase',
  kind: 'change',
  whileHalted,
  lua: `${view}
local record = redis.call('HGET', KEYS[1], ARGV[1])
if not record then return 'unknown', NOTHING_WRITTEN end
local user = cjson.decode(record)
if isErased(user) then return 'erased', NOTHING_WRITTEN end
if redis.call('HEXISTS', KEYS[3], ARGV[2]) == 1 then return fault('another API user has this key') end
redis.call('HDEL', KEYS[3], user.keyDigest)
user.name, user.enabled, user.keyDigest, user.keyHint = user.id, false, ARGV[2], ''
user.erasure = { requestedAt = tonumber(ARGV[3]), remaining = 0 }
redis.call('HSET', KEYS[1], user.id, cjson.encode(user))
redis.call('HSET', KEYS[3], user.keyDigest, keyEntry(user))
redis.call('HSET', KEYS[5], 'limit', '0')
redis.call('HINCRBY', KEYS[5], 'links', 1)
return 'erased'`,
  show,
});

/** KEYS: users. ARGV: id, when it was complete or '', number of jobs left. */
export const noteErasure = defineScript({
  name: 'users.noteErasure',
  kind: 'change',
  whileHalted,
  lua: `
local record = redis.call('HGET', KEYS[1], ARGV[1])
local user = record and cjson.decode(record)
if not user or type(user.erasure) ~= 'table' or type(user.erasure.completedAt) == 'number' then
  return 'ignored', NOTHING_WRITTEN
end
user.erasure.completedAt = tonumber(ARGV[2])
user.erasure.remaining = tonumber(ARGV[3])
redis.call('HSET', KEYS[1], user.id, cjson.encode(user))
return 'noted'`,
});

/** KEYS: users, hash of the owner. ARGV: id of the user, '' for any other owner. Returns the epoch, or nothing. */
export const readLinkEpoch = defineScript({
  name: 'users.linkEpoch',
  kind: 'read',
  lua: `
if ARGV[1] ~= '' then
  local record = redis.call('HGET', KEYS[1], ARGV[1])
  if not record or not cjson.decode(record).enabled then return false end
end
return redis.call('HGET', KEYS[2], 'links') or '0'`,
});

/** KEYS: hash of the owner. Outcome: the new epoch. */
export const revokeLinks = defineScript({
  name: 'users.revokeLinks',
  kind: 'change',
  whileHalted,
  lua: `return string.format('%.0f', redis.call('HINCRBY', KEYS[1], 'links', 1))`,
});

/** KEYS: user-keys. ARGV: key digest. Returns the prefix of the key's entry and the id, or nothing. */
export const authenticateKey = defineScript({
  name: 'users.authenticate',
  kind: 'read',
  lua: `return redis.call('HGET', KEYS[1], ARGV[1])`,
});

/**
 * Like `authenticateKey`, and counts the request of a user with a request limit (`countRequest`): slots and counts in
 * turn. KEYS: user-keys, users, user-requests. ARGV: key digest, now, length of a slot, slots a request counts for.
 * Outcome: as `authenticateKey` or '', or `limited`, limit, ms to wait and id, on a line each. A count is a commit:
 * repeated because its response was lost, it is not counted twice.
 */
export const countRequestOfKey = defineScript({
  name: 'users.countRequest',
  kind: 'change',
  lua: `
local entry = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if string.sub(entry, 1, 1) ~= '2' then return entry, NOTHING_WRITTEN end
local id = string.sub(entry, 2)
local limit = cjson.decode(redis.call('HGET', KEYS[2], id)).maxRequestsPerMinute
local slots = tonumber(ARGV[4])
local slot = math.floor(ARGV[2] / ARGV[3])
local recent, passed, oldest = {}, 0, slot
for at, requests in string.gmatch(redis.call('HGET', KEYS[3], id) or '', '(%d+) (%d+)') do
  at, requests = tonumber(at), tonumber(requests)
  if math.abs(at - slot) < slots then
    recent[at] = requests
    passed = passed + requests
    if at < oldest then oldest = at end
  end
end
if passed >= limit then
  local wait = (oldest + slots) * ARGV[3] - ARGV[2]
  return string.format('limited\\n%.0f\\n%.0f\\n', limit, wait) .. id, NOTHING_WRITTEN
end
recent[slot] = (recent[slot] or 0) + 1
local texts = {}
for at, requests in pairs(recent) do texts[#texts + 1] = string.format('%.0f %.0f', at, requests) end
redis.call('HSET', KEYS[3], id, table.concat(texts, ' '))
return entry`,
});

/** KEYS: users, user-order, user-uses. ARGV: id to start after or '', limit. Returns pairs of record and last use. */
export const listUsers = defineScript({
  name: 'users.list',
  kind: 'read',
  whileHalted,
  lua: `
local from = ARGV[1] == '' and 0 or tonumber(redis.call('ZSCORE', KEYS[2], ARGV[1]) or '0')
local page = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. from, '+inf', 'LIMIT', 0, ARGV[2])) do
  page[#page + 1] = { redis.call('HGET', KEYS[1], id), redis.call('HGET', KEYS[3], id) }
end
return page`,
});

/** KEYS: hashes of owners. Returns used, reserved, held and limit of each. */
export const ownerUsages = defineScript({
  name: 'users.usages',
  kind: 'read',
  whileHalted,
  lua: `
local sums = {}
for index = 1, keyCount do sums[index] = redis.call('HMGET', KEYS[index], 'used', 'reserved', 'held', 'limit') end
return sums`,
});

/** KEYS: user-uses. ARGV: pairs of id and instant. An earlier instant than the one known is ignored. */
export const noteUses = defineScript({
  name: 'users.noteUses',
  kind: 'change',
  lua: `
for index = 1, argumentCount, 2 do
  local known = tonumber(redis.call('HGET', KEYS[1], ARGV[index]) or '0')
  if tonumber(ARGV[index + 1]) > known then redis.call('HSET', KEYS[1], ARGV[index], ARGV[index + 1]) end
end
return 'noted'`,
});
