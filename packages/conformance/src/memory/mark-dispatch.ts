import type { MarkDispatchInput, MarkDispatchOutcome } from '@filmgate/core';
import type { MemoryState } from './memory-state.ts';
import { checkChange, entryToChange, grantRefusal, saveChange } from './save-change.ts';

/** What a mark holds before its upstream's answer is recorded. */
export const withoutAnswer = { handle: null, accountId: null, refusal: null } as const;

/** The write-once mark; a try is named by how many submissions of the job were refused before it. */
export function markDispatch(state: MemoryState, input: MarkDispatchInput): MarkDispatchOutcome {
  const { correlationId, requestDigest, sendDeadlineAt, now } = input;
  const { refusals } = input.next;
  const earlier = state.jobs.get(input.from.id)?.dispatches ?? [];
  const marked = earlier.some((dispatch) => dispatch.refusals === refusals);
  if (marked || state.correlationIds.has(correlationId)) return { kind: 'already-marked' };
  const entry = entryToChange(state, input);
  if (entry === undefined) return { kind: 'stale' };
  checkChange(entry, input);
  const refused = grantRefusal(state, input);
  if (refused !== undefined) return refused;
  state.correlationIds.add(correlationId);
  entry.dispatches.push({
    correlationId,
    refusals,
    requestDigest,
    markedAt: now,
    sendDeadlineAt,
    ...withoutAnswer,
  });
  return { kind: 'marked', job: saveChange(state, entry, input) };
}
