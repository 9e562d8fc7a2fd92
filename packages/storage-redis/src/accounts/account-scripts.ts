import { setBackAfterMs } from '@filmgate/core';
import { announceLua, drainLua } from '../jobs/lua/effects-lua.ts';
import { scheduleKeys, scheduleLua } from '../jobs/lua/schedule-lua.ts';
import { defineNamedScript } from '../script/named-script.ts';
import { accountLua, circuitLua, paidLua } from './account-lua.ts';

const keys = [...scheduleKeys, 'awaiting', 'accounts', 'secrets', 'events'] as const;
const lua = `${scheduleLua}${announceLua}${drainLua}${accountLua}`;
const show = `return redis.call('HGETALL', K.accounts)`;

/** Settings of an account by an operator; more arguments: field and value in turn. */
const settingArguments = ['id', 'label', 'secret', 'hasCredits', 'now'] as const;

const settleLua = `
if A.label ~= '' and isLabelTaken(A.label, A.id) then return 'label-taken', NOTHING_WRITTEN end
clear(A.id, A.secret ~= '', A.hasCredits == '1')
for at = REST, argumentCount, 2 do setField(ARGV[at], A.id, ARGV[at + 1]) end
if A.secret ~= '' then
  redis.call('HSET', K.secrets, A.id, A.secret)
  setField('learned', A.id, '')
  setField('lastError', A.id, '')
end
redis.call('HINCRBY', K.counters, 'pool', 1)
wake(A.id)
`;

/** Outcomes: `added` · `label-taken`. Shows all accounts. */
export const addScript = defineNamedScript({
  name: 'add-account',
  kind: 'change',
  whileHalted: 'allowed',
  keys,
  arguments: settingArguments,
  lua: `${lua}
if exists(A.id) then return fault('account ' .. A.id .. ' exists') end
${settleLua}
return 'added'
`,
  show,
});

/** Outcomes: `edited` · `label-taken` · `unknown`. Shows all accounts. */
export const editScript = defineNamedScript({
  name: 'edit-account',
  kind: 'change',
  whileHalted: 'allowed',
  keys,
  arguments: settingArguments,
  lua: `${lua}
if not exists(A.id) then return 'unknown', NOTHING_WRITTEN end
${settleLua}
return 'edited'
`,
  show,
});

/** Outcomes: `removed` · `draining`, jobs in flight · `unknown`; each on a line. */
export const removeAccountScript = defineNamedScript({
  name: 'remove-account',
  kind: 'change',
  whileHalted: 'allowed',
  keys: ['accounts', 'secrets'],
  arguments: ['id'],
  lua: `${drainLua}
if redis.call('HEXISTS', K.accounts, 'endpoint\\n' .. A.id) == 0 then return 'unknown', NOTHING_WRITTEN end
local jobs = redis.call('HGET', K.accounts, 'jobs\\n' .. A.id)
if jobs then
  redis.call('HSET', K.accounts, 'draining\\n' .. A.id, 1)
  return 'draining\\n' .. jobs
end
removeAccount(A.id)
return 'removed'
`,
});

/**
 * `credits` is empty where the provider counts none, `moved` is the value of the account's field before the probe.
 * Outcomes: `noted` · `ignored`.
 */
export const probeScript = defineNamedScript({
  name: 'record-probe',
  kind: 'change',
  keys,
  arguments: [
    'id',
    'kind',
    'credits',
    'detail',
    'askedAt',
    'moved',
    'now',
    'evidence',
    'isTest',
    'isAssumed',
    'uncounted',
    'began_ever',
    'began_day',
    'began_month',
  ],
  lua: `${lua}
${circuitLua}${paidLua}
if not exists(A.id) then return 'ignored', NOTHING_WRITTEN end
local probedAt = fieldOf('probedAt', A.id)
-- As isOutdatedProbe says.
if probedAt and tonumber(A.askedAt) < tonumber(probedAt) and tonumber(probedAt) <= A.now + ${String(setBackAfterMs)} then
  return 'ignored', NOTHING_WRITTEN
end
setField('probedAt', A.id, A.askedAt)
-- A balance that cannot be read is one that is not known, and blocks nothing.
if A.kind == 'unreadable' and not fieldOf('creditsCheckedAt', A.id) then
  setField('creditsCheckedAt', A.id, A.askedAt)
end
if A.kind == 'login-required' then
  setField('condition', A.id, 'login_required')
  setField('lastError', A.id, A.detail)
  setField('coolingUntil', A.id, '')
elseif A.kind == 'ready' then
  if A.isTest == '1' then setField('learned', A.id, '') end
  if A.isAssumed ~= '1' then setField('awaitsTest', A.id, '') end
  clear(A.id, true, A.credits == '' and A.isTest == '1' or A.credits ~= '' and tonumber(A.credits) > 0)
  if fieldOf('creditsSource', A.id) == 'upstream' then
    local since = (fieldOf('moved', A.id) or 0) - A.moved
    setField('credits', A.id, A.credits == '' and '' or string.format('%.17g', A.credits - since))
    setField('creditsCheckedAt', A.id, A.askedAt)
  end
  pay(A.id, tonumber(A.uncounted))
end
-- As isOut says.
local condition = fieldOf('condition', A.id)
if condition ~= 'exhausted' and condition ~= 'login_required' then setField('lastError', A.id, A.detail) end
if A.evidence ~= '' then noteEvidence(A.id, A.evidence, tonumber(A.now)) end
redis.call('HINCRBY', K.counters, 'pool', 1)
if A.kind == 'ready' then wake(A.id) end
return 'noted'
`,
});

/** Returns all fields of the accounts, name and value in turn. */
export const loadsScript = defineNamedScript({
  name: 'read-accounts',
  kind: 'read',
  whileHalted: 'allowed',
  keys: ['accounts'],
  arguments: [],
  lua: `return redis.call('HGETALL', K.accounts)`,
});

/** Fields of one account and when its provider is queried again, name and value in turn; more arguments: names. */
export const loadScript = defineNamedScript({
  name: 'read-account',
  kind: 'read',
  whileHalted: 'allowed',
  keys: ['accounts'],
  arguments: ['id'],
  lua: `
local provider = redis.call('HGET', K.accounts, 'endpoint\\n' .. A.id)
if not provider then return {} end
local names = {}
for at = REST, argumentCount do names[#names + 1] = ARGV[at] .. '\\n' .. A.id end
names[#names + 1] = 'circuitOpenUntil\\n' .. provider
names[#names + 1] = 'circuitBy\\n' .. provider
local values = redis.call('HMGET', K.accounts, unpack(names))
local found = {}
for at, name in ipairs(names) do
  if values[at] then
    found[#found + 1] = name
    found[#found + 1] = values[at]
  end
end
return found
`,
});

/** Outcome: `resealed` · `another`. */
export const resealScript = defineNamedScript({
  name: 'reseal-secret',
  kind: 'change',
  whileHalted: 'allowed',
  keys: ['secrets'],
  arguments: ['id', 'expected', 'secret'],
  lua: `
if redis.call('HGET', K.secrets, A.id) ~= A.expected then return 'another', NOTHING_WRITTEN end
redis.call('HSET', K.secrets, A.id, A.secret)
return 'resealed'
`,
});

/** Returns the sealed secret, or nil. */
export const secretScript = defineNamedScript({
  name: 'read-sealed-secret',
  kind: 'read',
  whileHalted: 'allowed',
  keys: ['secrets'],
  arguments: ['id'],
  lua: `return redis.call('HGET', K.secrets, A.id)`,
});
