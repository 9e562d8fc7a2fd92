import {
  type JobStore,
  erasedDetail,
  freezeJob,
  isContentErased,
  isFinal,
  type Job,
} from '@filmgate/core';
import { contradiction } from '../faults/storage-fault.ts';
import type { StoreState } from '../store/store-state.ts';
import type { Batch } from '../write/batch.ts';

type AmendInput = Parameters<JobStore['amend']>[0];
type AmendOutcome = Awaited<ReturnType<JobStore['amend']>>;

/** Takes back content of a final job; see `JobStore.amend`. */
export function amendJob(state: StoreState, input: AmendInput, batch: Batch): AmendOutcome {
  const { from, entry } = input;
  const open = state.openJobs.find(from.id);
  if (open !== undefined) {
    if (open.current.job.version !== from.version) return { kind: 'stale' };
    throw contradiction(`job ${from.id}`, `it is ${open.current.job.state}`);
  }
  const positioned = state.stored.find(from.id);
  const row = positioned === undefined ? undefined : state.stored.row(positioned.position);
  if (positioned?.job.version !== from.version || row === undefined) return { kind: 'stale' };
  const { position, job: former } = positioned;
  refuseOtherEnd(former, input.next);
  const next = freezeJob(input.next);
  if (input.trail === 'erase') state.trail.erase(row.last_entry, erasedDetail);
  const lastEntry = state.trail.append(
    { position, lastEntry: row.last_entry },
    { ...entry, money: [] },
  );
  state.rows.amend({ position, former, next, lastEntry });
  remember(state, { position, former, next }, batch);
  if (isContentErased(next)) state.vacuum_after_erase.note();
  batch.changed(next);
  return { kind: 'amended', job: next };
}

function refuseOtherEnd(former: Job, next: Job): void {
  const isSame =
    isFinal(former.state) &&
    next.id === former.id &&
    next.version === former.version + 1 &&
    next.state === former.state &&
    next.quota === former.quota &&
    next.credit === former.credit &&
    next.updatedAt === former.updatedAt;
  if (isSame) return;
  throw contradiction(`job ${former.id}`, `it would be ${next.state} in version ${next.version}`);
}

/** Updates memory and the index to the amended job. */
function remember(
  { cache, unlisted, search }: StoreState,
  amended: { readonly position: number; readonly former: Job; readonly next: Job },
  batch: Batch,
): void {
  const { position, former, next } = amended;
  cache.remove({ position, job: former });
  cache.put({ position, job: next });
  batch.undo(() => cache.remove({ position, job: next }));
  if (former.request.prompt === next.request.prompt) return;
  // The next search reads the job's prompt again.
  if (unlisted.at(position) !== undefined) return;
  search.remove(position);
  search.add(position, next);
}
