import { type JobStore, erasedDetail, freezeJob } from '@filmgate/core';
import { isList, readList } from '../script/read-list.ts';
import { blockOf } from '../search/signature-block.ts';
import { signatureRow } from '../search/signature-row.ts';
import { amendScript } from './amend-script.ts';
import type { JobAccess } from './job-access.ts';
import { changingText, markNames, marksOf, placeOf, tagOf } from './job-record.ts';
import { readTrailScript } from './read-scripts.ts';
import { readStoredStep, storedStep } from './trail-steps.ts';

type AmendInput = Parameters<JobStore['amend']>[0];
type AmendOutcome = Awaited<ReturnType<JobStore['amend']>>;

/** See `JobStore.amend`. A final job's trail changes by amendments alone, so that what was read of it holds if the version does. */
export async function amendJob(access: JobAccess, input: AmendInput): Promise<AmendOutcome> {
  const { scripts, keys, stored, heard } = access;
  const { from, next, trail, entry } = input;
  const [found] = await stored.findTagged([from.id]);
  if (found === undefined) return { kind: 'stale' };
  const isRequestOther = found.job.request.prompt !== next.request.prompt;
  const earlier = trail === 'erase' ? await erasedSteps(access, from.id) : [];
  const block = blockOf(Number(placeOf(found.tag)));
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
      standing: standingOf(next),
      misfit: misfitOf(input),
      request: isRequestOther ? JSON.stringify(next.request) : '',
      changing: changingText(next),
      signature: isRequestOther ? signatureRow(next) : '',
      erase: trail === 'erase' ? '1' : '',
    },
    { arguments: [...earlier, storedStep({ ...entry, money: [] })] },
  );
  const { outcome } = await scripts.change(amendScript.script, call, input);
  const [kind = '', place = ''] = outcome.split('\n');
  if (kind === 'stale') return { kind };
  if (kind !== 'amended') throw new TypeError(`amend-job said ${kind}.`);
  const tag = tagOf(place, next.version);
  const job = stored.keep(next.id, tag, () => freezeJob(next));
  await heard.told(next.id, tag);
  return { kind, job };
}

/** The lines behind the tag. */
function standingOf(next: AmendInput['next']): string {
  const marks = marksOf(next);
  return markNames.map((name) => marks[name]).join('\n');
}

function misfitOf({ from, next }: AmendInput): string {
  const fits = next.id === from.id && next.version === from.version + 1;
  return fits ? '' : `version ${String(next.version)} of ${next.id}`;
}

/** The stored steps without free texts. */
async function erasedSteps({ scripts, keys }: JobAccess, id: string): Promise<readonly string[]> {
  const call = readTrailScript.call({ job: keys.job(id), trail: keys.trail(id) }, {});
  const answer = await scripts.read(readTrailScript.script, call);
  if (!isList(answer)) return [];
  return readList(answer[2], 'read-trail').map((step) => erasedStep(String(step)));
}

/** Lines of former releases stay such lines: money of theirs as it is, a story without its money. */
function erasedStep(text: string): string {
  const step = readStoredStep(text, 0);
  const detail = erasedDetail(step.detail);
  if ('money' in step) return storedStep({ ...step, detail });
  return step.what === 'money' ? text : JSON.stringify([step.at, step.what, detail]);
}
