import type {
  CommitInput,
  CommitOutcome,
  MarkDispatchInput,
  MarkDispatchOutcome,
} from '@filmgate/core';
import { contradiction } from '../faults/contradiction.ts';
import type { StoreState } from '../store/store-state.ts';
import type { Batch } from '../write/batch.ts';
import { checkChange, grantRefusal, openJobToChange, saveChange } from './save-change.ts';

/** Saves a decision; see `JobStore.commit`. */
export function commitJob(state: StoreState, input: CommitInput, batch: Batch): CommitOutcome {
  const open = openJobToChange(state, input);
  if (open === undefined) return staleOrEnded(state, input);
  checkChange(open, input);
  const refused = grantRefusal(state, input);
  return refused ?? { kind: 'committed', job: saveChange({ state, open, input, batch }) };
}

/** A decision about a job that has ended is stale, unless it was made knowing that (I8). */
function staleOrEnded(
  { openJobs, stored }: StoreState,
  { claim, from }: CommitInput,
): CommitOutcome {
  const ended = openJobs.find(from.id) === undefined ? stored.find(from.id)?.job : undefined;
  if (claim !== null || ended?.version !== from.version) return { kind: 'stale' };
  throw contradiction(`job ${from.id}`, `it has ended as ${ended.state}`);
}

/** Saves the write-once mark; see `JobStore.markDispatch`. */
export function markDispatch(
  state: StoreState,
  input: MarkDispatchInput,
  batch: Batch,
): MarkDispatchOutcome {
  const { dispatches } = state;
  const { correlationId, requestDigest, sendDeadlineAt, from, now } = input;
  const { refusals } = input.next;
  const position = state.openJobs.find(from.id)?.position ?? state.rows.position(from.id);
  const isMarked = position !== undefined && dispatches.isTryMarked({ position, refusals });
  if (isMarked || dispatches.isCorrelationUsed(correlationId)) return { kind: 'already-marked' };
  const open = openJobToChange(state, input);
  if (open === undefined) return { kind: 'stale' };
  checkChange(open, input);
  const refused = grantRefusal(state, input);
  if (refused !== undefined) return refused;
  dispatches.mark({
    job: open.position,
    refusals,
    correlation_id: correlationId,
    request_digest: requestDigest,
    marked_at: now,
    send_deadline_at: sendDeadlineAt,
  });
  return { kind: 'marked', job: saveChange({ state, open, input, batch }) };
}
