import type { ReconcileOutcome, UpstreamHandle } from '@filmgate/core';
import { ambiguousAmong, type Tell } from './ambiguous-among.ts';
import { handleOf } from './prepared-call.ts';
import type { ListedTask } from './provider-description.ts';

/** How far a provider's clock, and the whole seconds it writes, may be from ours, in ms. */
const clockToleranceMs = 60_000;

/** Instants between which the bytes of a submission can have left, in ms since 1970. */
export interface SendWindow {
  readonly from: number;
  readonly to: number;
}

/**
 * What a list says of a submission whose response was lost: it is a task that no job owns, made while it can have been sent, of
 * the same parameters. Adopted only when there is exactly one; beside a second one, or one that cannot be told apart, a person
 * has to say. A list that shows none proves nothing.
 */
export async function matchCandidates(
  tasks: readonly ListedTask[],
  window: SendWindow,
  {
    isOwned,
    tell,
  }: { readonly isOwned: (handle: UpstreamHandle) => Promise<boolean>; readonly tell: Tell },
): Promise<ReconcileOutcome> {
  const byHandle = new Map<
    string,
    { handle: UpstreamHandle; listed: ListedTask; isCertain: boolean }
  >();
  for (const listed of tasks) {
    if (listed.matches === 'no' || !isWithin(listed.createdAt, window)) continue;
    const handle = handleOf(listed.task);
    if (handle === undefined || (await isOwned(handle))) continue;
    const name = JSON.stringify(handle);
    const isNamed = listed.matches === 'yes' && listed.createdAt !== null;
    const isCertain = isNamed || byHandle.get(name)?.isCertain === true;
    byHandle.set(name, { handle, listed, isCertain });
  }
  const [only, ...others] = byHandle.values();
  if (only === undefined) return { kind: 'transient', detail: 'the list shows nothing that fits' };
  if (others.length > 0 || !only.isCertain)
    return ambiguousAmong(
      [only, ...others].map(({ listed }) => listed),
      tell,
    );
  return { kind: 'found', handle: only.handle };
}

/** Whether a task of this instant can be of a submission that was sent within the window; one without an instant can. */
export function isWithin(createdAt: number | null, { from, to }: SendWindow): boolean {
  if (createdAt === null) return true;
  return createdAt >= from - clockToleranceMs && createdAt <= to + clockToleranceMs;
}
