import type { CommitInput, CommitOutcome, Job, StorageBundle } from '@filmgate/core';
import { bumped, replacing } from './breaking.ts';

/** The bundle with a different way to commit. */
export function committing(
  commit: (inner: StorageBundle) => (input: CommitInput) => Promise<CommitOutcome>,
) {
  return replacing('jobs', (inner) => ({ commit: commit(inner) }));
}

/** Overwrites whatever is stored by now. */
export async function overwrite(inner: StorageBundle, input: CommitInput): Promise<CommitOutcome> {
  const current = await inner.reader.find(input.from.id);
  if (current === undefined) return { kind: 'stale' };
  const next = { ...input.next, version: current.version + 1 };
  const open = current.quota === input.from.quota && current.credit === input.from.credit;
  const money = { quota: current.quota, credit: current.credit, holdsSlot: current.holdsSlot };
  const effects = open ? input.effects : [];
  return await inner.jobs.commit({
    ...input,
    from: current,
    next: open ? next : { ...next, ...money },
    effects,
  });
}

/** Changes a job once more without any caller knowing. */
export async function changeBehind(
  inner: StorageBundle,
  job: Job | undefined,
  now: number,
): Promise<void> {
  if (job === undefined) return;
  await inner.jobs.commit({
    claim: null,
    from: job,
    next: bumped(job),
    effects: [],
    lease: 'release',
    now,
  });
}
