import { type Claim, type ClaimDueInput, isFinal } from '@filmgate/core';
import { byNumbers } from './by-numbers.ts';
import type { MemoryJob, MemoryState } from './memory-state.ts';
import { waitsToStart } from './waits-to-start.ts';

/** When the job can be claimed next: when its lease runs out, else when it is due; null = not without an operator. */
export function claimableAt({ job, lease }: MemoryJob): number | null {
  if (isFinal(job.state)) return null;
  return lease === null ? job.dueAt : lease.until;
}

/** Leases due jobs of one lane. */
export function claimDue(state: MemoryState, input: ClaimDueInput): readonly Claim[] {
  const due = [...state.jobs.values()].filter((entry) => isDue(entry, input));
  const chosen =
    input.lane === 'start'
      ? inTurn(state, due, input.limit)
      : earliestFirst(due).slice(0, input.limit);
  return chosen.map((entry) => {
    entry.epoch += 1;
    entry.poolSeen = state.poolChanges;
    entry.lease = { holder: input.holder, until: input.leaseUntil };
    return {
      job: entry.job,
      epoch: entry.epoch,
      holder: input.holder,
      leaseUntil: input.leaseUntil,
    };
  });
}

function isDue(entry: MemoryJob, { lane, families, now }: ClaimDueInput): boolean {
  const at = claimableAt(entry);
  if (at === null || at > now) return false;
  if (waitsToStart(entry) !== (lane === 'start')) return false;
  return (
    lane === 'continue' || families.includes('*') || families.includes(entry.job.request.family)
  );
}

function earliestFirst(due: readonly MemoryJob[]): readonly MemoryJob[] {
  return due.toSorted(byNumbers((entry) => [claimableAt(entry) ?? 0, entry.sequence]));
}

/**
 * One job for each owner in turn, beginning with the owner whose last turn is longest ago, so that across calls too
 * nobody waits for more than one job of each other owner.
 */
function inTurn(
  state: MemoryState,
  due: readonly MemoryJob[],
  limit: number,
): readonly MemoryJob[] {
  const queues = new Map<string, MemoryJob[]>();
  for (const entry of due.toSorted((one, other) => one.sequence - other.sequence)) {
    const queue = queues.get(entry.job.owner);
    if (queue === undefined) queues.set(entry.job.owner, [entry]);
    else queue.push(entry);
  }
  const owners = [...queues].toSorted(
    ([one], [other]) => (state.turns.get(one) ?? 0) - (state.turns.get(other) ?? 0),
  );
  const chosen: MemoryJob[] = [];
  while (chosen.length < Math.min(limit, due.length)) {
    for (const [owner, queue] of owners) {
      const entry = chosen.length < limit ? queue.shift() : undefined;
      if (entry === undefined) continue;
      chosen.push(entry);
      state.turns.set(owner, nextTurn(state));
    }
  }
  return chosen;
}

function nextTurn(state: MemoryState): number {
  state.sequence += 1;
  return state.sequence;
}
