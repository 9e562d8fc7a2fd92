import type { AuditEntry } from '@filmgate/core';
import { z } from 'zod';
import { defineScript } from '../script/script.ts';

const auditEntry = z.object({
  id: z.string(),
  at: z.number(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  origin: z.object({ address: z.string(), session: z.string().nullable() }).exactOptional(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** An entry of the audit log as Redis stores it. */
export function auditText(entry: AuditEntry): string {
  return JSON.stringify(auditEntry.parse(entry));
}

export function readAuditText(text: string): AuditEntry {
  return Object.freeze(auditEntry.parse(JSON.parse(text)));
}

/* These scripts run while the store is halted: an operator must be able to log in, read, and acknowledge. */
const whileHalted = 'allowed';

/** Lua expression: the session has ended; `limits` are idleMs and now. */
const ended = `
local function lastSeen(session) return tonumber(redis.call('HGET', KEYS[2], session.idDigest) or session.lastSeenAt) end
local function hasEnded(session, idleMs, now)
  return now >= session.expiresAt or now - lastSeen(session) >= idleMs
end
`;

/** KEYS: sessions, session-visits. ARGV: id digest, session as JSON. */
export const openSession = defineScript({
  name: 'sessions.open',
  kind: 'change',
  whileHalted,
  lua: `
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 'opened'`,
});

/** KEYS: sessions, session-visits. ARGV: id digest. */
export const closeSession = defineScript({
  name: 'sessions.close',
  kind: 'change',
  whileHalted,
  lua: `
redis.call('HDEL', KEYS[2], ARGV[1])
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then return 'unknown', NOTHING_WRITTEN end
return 'closed'`,
});

/** KEYS: sessions, session-visits. ARGV: id digest, idleMs, now. Returns the session and when it was last seen. */
export const visitSession = defineScript({
  name: 'sessions.visit',
  kind: 'change',
  whileHalted,
  lua: `${ended}
local record = redis.call('HGET', KEYS[1], ARGV[1])
if not record then return 'unknown', NOTHING_WRITTEN end
local session = cjson.decode(record)
local now = tonumber(ARGV[3])
if hasEnded(session, tonumber(ARGV[2]), now) then return 'unknown', NOTHING_WRITTEN end
if now <= lastSeen(session) then return 'visited', NOTHING_WRITTEN end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
return 'visited'`,
  show: `
-- Asked again after a lost response, it may have been closed since.
local record = outcome == 'visited' and redis.call('HGET', KEYS[1], ARGV[1])
return record and { record, redis.call('HGET', KEYS[2], ARGV[1]) }`,
});

/** KEYS: sessions, session-visits. Returns pairs of session and last visit. */
export const allSessions = defineScript({
  name: 'sessions.all',
  kind: 'read',
  whileHalted,
  lua: `
local all, records = {}, redis.call('HGETALL', KEYS[1])
for index = 1, #records, 2 do
  all[#all + 1] = { records[index + 1], redis.call('HGET', KEYS[2], records[index]) }
end
return all`,
});

/** KEYS: sessions, session-visits. ARGV: id digest. Returns the session and its last visit. */
export const findSession = defineScript({
  name: 'sessions.find',
  kind: 'read',
  whileHalted,
  lua: `
local record = redis.call('HGET', KEYS[1], ARGV[1])
if not record then return false end
return { record, redis.call('HGET', KEYS[2], ARGV[1]) }`,
});

/** KEYS: sessions, session-visits. ARGV: idleMs, now. Drops the sessions that have ended. */
export const tidySessions = defineScript({
  name: 'sessions.tidy',
  kind: 'change',
  whileHalted,
  lua: `${ended}
local records, gone = redis.call('HGETALL', KEYS[1]), {}
for index = 1, #records, 2 do
  local session = cjson.decode(records[index + 1])
  if hasEnded(session, tonumber(ARGV[1]), tonumber(ARGV[2])) then gone[#gone + 1] = records[index] end
end
if #gone == 0 then return '0', NOTHING_WRITTEN end
for _, id in ipairs(gone) do
  redis.call('HDEL', KEYS[1], id)
  redis.call('HDEL', KEYS[2], id)
end
return tostring(#gone)`,
});

/** KEYS: failures of the subject, login-failures. ARGV: subject, instant, a unique name for this failure. */
export const recordFailure = defineScript({
  name: 'failures.record',
  kind: 'change',
  whileHalted,
  lua: `
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
redis.call('SADD', KEYS[2], ARGV[1])
return 'recorded'`,
});

/** KEYS: failures of the subject. ARGV: since. Returns instants, oldest first. */
export const listFailures = defineScript({
  name: 'failures.list',
  kind: 'read',
  whileHalted,
  lua: `
local instants, rows = {}, redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[1], '+inf', 'WITHSCORES')
for index = 2, #rows, 2 do instants[#instants + 1] = rows[index] end
return instants`,
});

/** KEYS: login-failures, then failures of subjects. ARGV: before ('' for all), subjects in the order of the keys. */
export const dropFailures = defineScript({
  name: 'failures.drop',
  kind: 'change',
  whileHalted,
  lua: `
local before = ARGV[1] == '' and '+inf' or '(' .. ARGV[1]
local dropped = 0
for index = 2, keyCount do
  dropped = dropped + redis.call('ZREMRANGEBYSCORE', KEYS[index], '-inf', before)
  if redis.call('EXISTS', KEYS[index]) == 0 then redis.call('SREM', KEYS[1], ARGV[index]) end
end
return tostring(dropped)`,
});

/** KEYS: login-failures. ARGV: cursor of SSCAN. Returns the next cursor and subjects. */
export const scanSubjects = defineScript({
  name: 'failures.subjects',
  kind: 'read',
  whileHalted,
  lua: `return redis.call('SSCAN', KEYS[1], ARGV[1], 'COUNT', 200)`,
});

/** Changes nothing except the audit log, which the frame writes. */
export const recordAudit = defineScript({
  name: 'audit.record',
  kind: 'change',
  whileHalted,
  lua: `return 'recorded'`,
});

/**
 * KEYS: audit, audit-positions. ARGV: id to start before or '', position to start before or '', count. Returns the
 * first position read, then entries, newest first.
 */
export const readAudit = defineScript({
  name: 'audit.read',
  kind: 'read',
  whileHalted,
  lua: `
local position = ARGV[2] ~= '' and ARGV[2] or redis.call('HGET', KEYS[2], ARGV[1])
local stop = tonumber(position or redis.call('LLEN', KEYS[1])) - 1
if stop < 0 then return { 0, {} } end
local start = math.max(0, stop - tonumber(ARGV[3]) + 1)
local entries, rows = {}, redis.call('LRANGE', KEYS[1], start, stop)
for index = #rows, 1, -1 do entries[#entries + 1] = rows[index] end
return { start, entries }`,
});
