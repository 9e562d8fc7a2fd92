import { erasedDetail, freezeJob, type JobStore } from '@filmgate/core';
import { defineNamedScript } from '../script/named-script.ts';
import { isList, readList } from '../script/read-list.ts';
import { blockOf, bytesPerBit, positionsPerBlock } from '../search/signature-block.ts';
import { bitsPerByte, signatureRow } from '../search/signature.ts';
import type { JobAccess } from './stored-jobs.ts';
import { changingText, statusNames, statusOf, positionOf, tagOf } from './job-record.ts';
import { announceLua } from './lua/effects-lua.ts';
import { recordLua } from './lua/record-lua.ts';
import { readTrailScript } from './read-scripts.ts';
import { readStoredStep, storedStep } from './trail-steps.ts';

/** Steps of a trail appended by one command. */
const stepsPerPush = 500;

/**
 * Takes back content of a final job. `request` and `signature` are empty if unchanged. More arguments: with `erase` the
 * whole trail, otherwise the step to append. Outcomes: `amended`, position · `stale`.
 */
const amendScript = defineNamedScript({
  name: 'amend-job',
  kind: 'change',
  keys: ['job', 'trail', 'signatures', 'bits', 'events'],
  arguments: ['id', 'version', 'lines', 'misfit', 'request', 'changing', 'signature', 'erase'],
  lua: `
${recordLua}${announceLua}
local stored = redis.call('HMGET', K.job, 'h', 'm', 's')
if not stored[2] then return 'stale', NOTHING_WRITTEN end
local job = jobOf(stored[1], stored[2])
if job.version ~= A.version then return 'stale', NOTHING_WRITTEN end
if not FINAL[job.state] then return fault('job ' .. A.id .. ' is ' .. job.state) end
if A.misfit ~= '' then return fault(A.misfit) end
local lines = string.match(stored[2], '^[^\\n]*\\n(.*)$')
if lines ~= A.lines then return fault('job ' .. A.id .. ' would end otherwise') end
local status = job.position .. '.' .. string.format('%.0f', job.version + 1) .. '\\n' .. lines
local request = A.request ~= '' and A.request or stored[3]
redis.call('HSET', K.job, 'm', status, 's', request, 'c', A.changing)
if A.erase == '1' then redis.call('DEL', K.trail) end
for at = REST, argumentCount, ${String(stepsPerPush)} do
  redis.call('RPUSH', K.trail, unpack(ARGV, at, math.min(at + ${String(stepsPerPush - 1)}, argumentCount)))
end
-- A signature that is packed loses its bits: no search for a text comes to look at the job.
if A.signature ~= '' then
  if redis.call('HEXISTS', K.signatures, job.position) == 1 then
    redis.call('HSET', K.signatures, job.position, A.signature)
  else
    local column = job.position % ${String(positionsPerBlock)}
    local within = 8 * math.floor(column / ${String(bitsPerByte)}) + 7 - column % ${String(bitsPerByte)}
    local size = redis.call('STRLEN', K.bits) / ${String(bytesPerBit)}
    for bit = 0, size - 1 do redis.call('SETBIT', K.bits, bit * ${String(8 * bytesPerBit)} + within, 0) end
  end
end
announce(false, A.id, stored[1], status, request, A.changing)
return 'amended\\n' .. job.position
`,
});

type AmendInput = Parameters<JobStore['amend']>[0];
type AmendOutcome = Awaited<ReturnType<JobStore['amend']>>;

/** See `JobStore.amend`. Only amendments change a final job's trail, so a trail is valid as long as the version is. */
export async function amendJob(access: JobAccess, input: AmendInput): Promise<AmendOutcome> {
  const { scripts, keys, stored, heard } = access;
  const { from, next, trail, entry } = input;
  const [found] = await stored.findTagged([from.id]);
  if (found === undefined) return { kind: 'stale' };
  const isRequestOther = found.job.request.prompt !== next.request.prompt;
  const earlier = trail === 'erase' ? await erasedSteps(access, from.id) : [];
  const block = blockOf(Number(positionOf(found.tag)));
  const call = amendScript.call(
    {
      job: keys.job(from.id),
      trail: keys.trail(from.id),
      signatures: keys.signatures,
      bits: keys.signatureBlock(block).bits,
      events: keys.events,
    },
    {
      id: from.id,
      version: from.version,
      lines: statusLines(next),
      misfit: misfitOf(input),
      request: isRequestOther ? JSON.stringify(next.request) : '',
      changing: changingText(next),
      signature: isRequestOther ? signatureRow(next) : '',
      erase: trail === 'erase' ? '1' : '',
    },
    { arguments: [...earlier, storedStep({ ...entry, money: [] })] },
  );
  const { outcome } = await scripts.change(amendScript.script, call, input);
  const [kind = '', position = ''] = outcome.split('\n');
  if (kind === 'stale') return { kind };
  if (kind !== 'amended') throw new TypeError(`amend-job said ${kind}.`);
  const tag = tagOf(position, next.version);
  const job = stored.keep(next.id, tag, () => freezeJob(next));
  await heard.reported(next.id, tag);
  return { kind, job };
}

/** Status lines after the tag. */
function statusLines(next: AmendInput['next']): string {
  const status = statusOf(next);
  return statusNames.map((name) => status[name]).join('\n');
}

function misfitOf({ from, next }: AmendInput): string {
  const fits = next.id === from.id && next.version === from.version + 1;
  return fits ? '' : `version ${String(next.version)} of ${next.id}`;
}

/** The stored steps without free texts. */
async function erasedSteps({ scripts, keys }: JobAccess, id: string): Promise<readonly string[]> {
  const call = readTrailScript.call({ job: keys.job(id), trail: keys.trail(id) }, {});
  const reply = await scripts.read(readTrailScript.script, call);
  if (!isList(reply)) return [];
  return readList(reply[2], 'read-trail').map((step) => erasedStep(String(step)));
}

/** Lines of former releases keep their form: their money is unchanged, a story has no money. */
function erasedStep(text: string): string {
  const step = readStoredStep(text, 0);
  const detail = erasedDetail(step.detail);
  if ('money' in step) return storedStep({ ...step, detail });
  return step.what === 'money' ? text : JSON.stringify([step.at, step.what, detail]);
}
