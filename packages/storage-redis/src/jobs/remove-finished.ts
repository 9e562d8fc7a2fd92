import { isFinal, type Job, type JobStore } from '@filmgate/core';
import { readList } from '../script/read-list.ts';
import { blockOf } from '../search/signature-block.ts';
import type { JobAccess } from './job-access.ts';
import type { TaggedJob } from './job-cache.ts';
import { placeOf } from './job-record.ts';
import { readMember } from './list-member.ts';
import { endedBeforeScript, removeScript } from './remove-script.ts';

/** Jobs removed in one act at most: some milliseconds of the server's time. */
const perCall = 100;

/**
 * See `JobStore.removeFinished`. Which jobs are old is read first, because a script has to name its keys; each act then removes
 * what is still there and still final. What earlier acts removed is told even where a later one fails.
 */
export async function removeFinished(
  access: JobAccess,
  { finishedBefore, limit }: Parameters<JobStore['removeFinished']>[0],
): Promise<readonly Job[]> {
  const removed: Job[] = [];
  let passed = 0;
  while (removed.length < limit) {
    const most = Math.min(perCall, limit - removed.length);
    let some: Removal;
    try {
      some = await removeSome(access, { before: finishedBefore, passed, most });
    } catch (error) {
      if (removed.length > 0) return removed;
      throw error;
    }
    removed.push(...some.jobs);
    passed += some.passed;
    if (some.isLast) break;
  }
  return removed;
}

interface Removal {
  readonly jobs: readonly Job[];
  /** How many stayed: what cannot be read is not removed, and must not hold up the others. */
  readonly passed: number;
  /** Whether no older ones are left. */
  readonly isLast: boolean;
}

async function removeSome(
  access: JobAccess,
  {
    before,
    passed,
    most,
  }: { readonly before: number; readonly passed: number; readonly most: number },
): Promise<Removal> {
  const { scripts, keys, stored } = access;
  const { changedFinal } = keys;
  const call = endedBeforeScript.call({ changedFinal }, { before, passed, limit: most });
  const answer = await scripts.read(endedBeforeScript.script, call);
  const members = readList(answer, 'read-ended-before');
  const ids = members.map((member) => readMember(String(member)).id);
  if (ids.length === 0) return { jobs: [], passed: 0, isLast: true };
  const jobs = (await stored.findTagged(ids)).flatMap((found) =>
    found !== undefined && isFinal(found.job.state) ? [found] : [],
  );
  const gone = await remove(access, jobs);
  for (const id of gone) stored.forget(id);
  const removed = jobs.map(({ job }) => job).filter(({ id }) => gone.has(id));
  const unreadable = ids.filter((id) => stored.unreadable.has(id)).length;
  return { jobs: removed, passed: unreadable, isLast: ids.length < most };
}

async function remove(
  { scripts, keys }: JobAccess,
  jobs: readonly TaggedJob[],
): Promise<ReadonlySet<string>> {
  const { idempotency, correlations, handles, leases, changedFinal } = keys;
  const { accounts, signatures, signatureBlocks } = keys;
  const own = { idempotency, correlations, handles, leases, changedFinal };
  const call = removeScript.call(
    { ...own, accounts, signatures, signatureBlocks },
    {},
    {
      keys: jobs.flatMap(({ tag, job: { id, state, owner, accountId, request } }) => [
        keys.job(id),
        keys.trail(id),
        keys.list(state),
        keys.ownerList(state, owner),
        keys.modelList(request.model),
        keys.accountList(accountId ?? ''),
        ...Object.values(keys.signatureBlock(blockOf(Number(placeOf(tag))))),
      ]),
      arguments: jobs.flatMap(({ tag, job }) => [job.id, tag]),
    },
  );
  const { outcome } = await scripts.change(removeScript.script, call);
  return new Set(outcome === '' ? [] : outcome.split('\n'));
}
