import { type Claim, type ClaimDueInput, isFinal, type Job, setBackBy } from '@filmgate/core';
import { frozenCopy } from './freeze.ts';
import { announceWork, type MemoryJob, type MemoryState } from './memory-state.ts';

/** Instant of the job's next claim: the end of its lease, otherwise when it is due; null = not without an operator. */
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

/** One job of each owner in turn, also across calls: no owner waits for more than one job of each other owner. */
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

/** True when a job waits for an account: it is in the waiting room and served by lane `start`. */
export function waitsToStart({ job }: { readonly job: Job }): boolean {
  return job.state === 'queued' || job.state === 'awaiting_configuration';
}

/** Ascending order by several numbers, the first that differs deciding. */
export function byNumbers<Item>(
  numbersOf: (item: Item) => readonly number[],
): (one: Item, other: Item) => number {
  return (one, other) => {
    const others = numbersOf(other);
    const differences = numbersOf(one).map((number, index) => number - (others[index] ?? 0));
    return differences.find((difference) => difference !== 0) ?? 0;
  };
}

/** The claimed job, while the claim is the newest of its job and was not returned; its expiry does not matter. */
export function entryUnder(state: MemoryState, claim: Claim): MemoryJob | undefined {
  const entry = state.jobs.get(claim.job.id);
  return entry !== undefined && entry.lease !== null && entry.epoch === claim.epoch
    ? entry
    : undefined;
}

/** Extends the leases still held; returns the ids of the others. */
export function renewLeases(
  state: MemoryState,
  { claims, leaseUntil }: { readonly claims: readonly Claim[]; readonly leaseUntil: number },
): { readonly lost: readonly string[] } {
  const lost: string[] = [];
  for (const claim of claims) {
    const entry = entryUnder(state, claim);
    if (entry === undefined || entry.lease === null) lost.push(claim.job.id);
    else entry.lease = { ...entry.lease, until: Math.max(entry.lease.until, leaseUntil) };
  }
  return { lost };
}

/**
 * Ends every claim that was ever given, as an acknowledged loss does: each job can be claimed when its lease would have
 * expired, and epochs continue from a base that no history of the store has seen.
 */
export function endClaims(state: MemoryState, epochBase: number): void {
  state.epochBase = epochBase;
  for (const entry of state.jobs.values()) {
    if (entry.lease !== null) entry.job = frozenCopy({ ...entry.job, dueAt: entry.lease.until });
    entry.lease = null;
    entry.epoch = epochBase;
  }
}

/** Returns a claim; the job's due instant changes, its version does not. */
export function releaseClaim(
  state: MemoryState,
  { claim, dueAt }: { readonly claim: Claim; readonly dueAt: number },
): void {
  const entry = entryUnder(state, claim);
  if (entry === undefined) return;
  entry.lease = null;
  entry.job = frozenCopy({ ...entry.job, dueAt });
  announceWork(state);
}

/** Moves waiting jobs back when the clock was set back; see `JobStore`. Called before anything is decided by `now`. */
export function followClock(state: MemoryState, now: number): MemoryState {
  const by = setBackBy(state.newestReported, now);
  state.newestReported = by > 0 ? now : Math.max(state.newestReported, now);
  if (by === 0) return state;
  for (const entry of state.jobs.values()) {
    const { job, lease } = entry;
    if (job.dueAt !== null) entry.job = frozenCopy({ ...job, dueAt: job.dueAt - by });
    if (lease !== null) entry.lease = { ...lease, until: lease.until - by };
  }
  return state;
}
