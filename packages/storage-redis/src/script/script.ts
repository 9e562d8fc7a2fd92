import { createHash } from 'node:crypto';

/** Parts of a script. */
export interface ScriptSource {
  /** Name of the script in faults and in the log. */
  readonly name: string;
  /** `change`: may write; runs at most once per command id. `read`: never writes, safe to repeat. */
  readonly kind: 'change' | 'read';
  /**
   * The body of a Lua function without parameters. `KEYS` and `ARGV` are those of the call, counted from 1; use the
   * locals `keyCount` and `argumentCount` instead of `#KEYS` and `#ARGV`, after which the frame's own follow.
   *
   * A change returns its outcome as a string, with `NOTHING_WRITTEN` as second value when it wrote nothing, or
   * `fault('what')` when the call contradicts what is stored (thrown as `StorageUnavailable`, `applied: 'no'`). Redis
   * undoes nothing: the script must decide everything before its first write. A read returns anything Redis can return.
   */
  readonly lua: string;
  /** For changes only: body of a Lua function of `outcome`. Its value is returned too, never stored. Must not write. */
  readonly show?: string;
  /**
   * Permission to run while the store is halted because it forgot commits; default `refused`. Allowed are reads and
   * acknowledgements that administrators need, and scripts that keep facts. Reads of jobs are refused too: a caller who
   * learns that a job does not exist might create it, and pay for it, again.
   */
  readonly whileHalted?: 'refused' | 'allowed';
}

/** Keys and arguments of the frame, after those of the call; `auditKeys` only with an entry for the audit log. */
const changeFrame = { keys: 2, auditKeys: 2, arguments: 10 } as const;
const readFrame = { keys: 1, arguments: 5 } as const;

/**
 * With a shebang Redis decides before the first line if the script may run at all (memory, role, disk), so that it is
 * never refused half-way (https://redis.io/docs/latest/develop/programmability/eval-intro/, "Eval flags", 2026-11).
 */
const CHANGE_SHEBANG = '#!lua';
const READ_SHEBANG = '#!lua flags=no-writes';

/** Refuses to work on a store that has forgotten something this node knows, or that was halted for that. */
function fenceCheck(source: ScriptSource): string {
  const refuseHalted = source.whileHalted !== 'allowed';
  return `
local fenceState = redis.call('HMGET', KEYS[#KEYS], 'history_id', 'commits', 'node:' .. ARGV[argumentCount + 4], 'halted')
local commits, ownCommits = fenceState[2] or '0', fenceState[3] or '0'
if fenceState[4] then
  ${refuseHalted ? `if ARGV[argumentCount + 5] ~= '1' then return { 'halted', fenceState[4] } end` : '-- Allowed all the same.'}
elseif fenceState[1] ~= ARGV[argumentCount + 1]
  or tonumber(commits) < tonumber(ARGV[argumentCount + 2])
  or tonumber(ownCommits) < tonumber(ARGV[argumentCount + 3])
then
  return { 'forgotten' }
end`;
}

/** Writes the change's entry of the audit log, if it has one. */
const noteAudit = `if auditEntry ~= '' then
    local length = redis.call('RPUSH', KEYS[keyCount + 2], auditEntry)
    redis.call('HSETNX', KEYS[keyCount + 3], cjson.decode(auditEntry).id, length - 1)
  end`;

/**
 * A change: runs once per command id and before its deadline, counts as a commit, and keeps its outcome. Its entry of
 * the audit log is written where it wrote something, and only there. Where an earlier sending went unanswered, a
 * refusal is kept too, so that the lost one, should it arrive late, finds that outcome.
 */
export function frameChange(source: ScriptSource): string {
  return `${CHANGE_SHEBANG}
local argumentCount, auditEntry = #ARGV - ${changeFrame.arguments}, ARGV[#ARGV]
local keyCount = #KEYS - ${changeFrame.keys} - (auditEntry == '' and 0 or ${changeFrame.auditKeys})
local NOTHING_WRITTEN, NODE_NOW = true, ARGV[argumentCount + 9]
local function fault(what) return { fault = what } end
local function run()
${source.lua}
end
local function show(outcome)
${source.show ?? 'return false'}
end
${fenceCheck(source)}
local function keep(kind, text)
  redis.call('SET', KEYS[keyCount + 1], kind .. text, 'PX', ARGV[argumentCount + 7])
end
local function reply(kind, text)
  if kind == 'fault' then return { 'fault', text } end
  return { 'done', tostring(commits), tostring(ownCommits), text, show(text) }
end
local kept = redis.call('GET', KEYS[keyCount + 1])
if kept then return reply(string.sub(kept, 1, 5) == 'fault' and 'fault' or 'done', string.sub(kept, 6)) end
local time = redis.call('TIME')
local instant = time[1] * 1000 + math.floor(time[2] / 1000)
if instant > tonumber(ARGV[argumentCount + 6]) then return { 'late', tostring(instant) } end
local isRepeat = ARGV[argumentCount + 8] == '1'
local outcome, nothingWritten = run()
if type(outcome) == 'table' then
  if isRepeat then keep('fault', outcome.fault) end
  return reply('fault', outcome.fault)
end
if not nothingWritten then
  ${noteAudit}
  commits = redis.call('HINCRBY', KEYS[#KEYS], 'commits', 1)
  ownCommits = redis.call('HINCRBY', KEYS[#KEYS], 'node:' .. ARGV[argumentCount + 4], 1)
end
if isRepeat or not nothingWritten then keep('done:', outcome) end
return reply('done', outcome)
`;
}

/** A read: returns only from a store that has forgotten nothing. */
export function frameRead(source: ScriptSource): string {
  return `${READ_SHEBANG}
local keyCount, argumentCount = #KEYS - ${readFrame.keys}, #ARGV - ${readFrame.arguments}
local function run()
${source.lua}
end
${fenceCheck(source)}
return { 'done', commits, ownCommits, run() }
`;
}

/** A script as Redis knows it. */
export interface Script {
  readonly name: string;
  readonly kind: 'change' | 'read';
  readonly text: string;
  /** SHA-1 of the text in hex: its name in Redis' script cache. */
  readonly sha: string;
}

/** Frames a script and computes its digest. */
export function defineScript(source: ScriptSource): Script {
  const { name, kind } = source;
  const text = kind === 'change' ? frameChange(source) : frameRead(source);
  return Object.freeze({ name, kind, text, sha: createHash('sha1').update(text).digest('hex') });
}
