import type { UpstreamHandle } from '@filmgate/core';
import { handleOf } from './prepared-call.ts';
import type { ListedTask } from './provider-description.ts';
import type { SendWindow } from './search.ts';

/** Maximum difference between a provider's clock, with its whole seconds, and ours, in ms. */
const clockToleranceMs = 60_000;

/** A listed task that a lost submission may have made. */
export interface Candidate {
  readonly handle: UpstreamHandle;
  readonly listed: ListedTask;
  /** True if the list has its instant, and equal parameters of the submission. */
  readonly isCertain: boolean;
}

/** Returns the tasks of a list that no job owns, made in the send window, without differing parameters; each once. */
export async function candidatesIn(
  tasks: readonly ListedTask[],
  window: SendWindow,
  isOwned: (handle: UpstreamHandle) => Promise<boolean>,
): Promise<readonly Candidate[]> {
  const byHandle = new Map<string, Candidate>();
  for (const listed of tasks) {
    if (listed.matches === 'no' || !isWithin(listed.createdAt, window)) continue;
    const handle = handleOf(listed.task);
    if (handle === undefined || (await isOwned(handle))) continue;
    const name = JSON.stringify(handle);
    const isNamed = listed.matches === 'yes' && listed.createdAt !== null;
    const isCertain = isNamed || byHandle.get(name)?.isCertain === true;
    byHandle.set(name, { handle, listed, isCertain });
  }
  return [...byHandle.values()];
}

/** Returns true if a task of this instant can be of a submission sent within the window; one without an instant can. */
export function isWithin(createdAt: number | null, { from, to }: SendWindow): boolean {
  if (createdAt === null) return true;
  return createdAt >= from - clockToleranceMs && createdAt <= to + clockToleranceMs;
}
