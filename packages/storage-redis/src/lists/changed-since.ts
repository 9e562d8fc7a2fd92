import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChangedJobsOutcome, ChangedJobsQuery, Job } from '@filmgate/core';
import type { JobAccess } from '../jobs/stored-jobs.ts';
import { type ListMember, type ListPosition, readMember, readPage } from './read-page.ts';

/** Changes of all owners read in one turn: a millisecond or two of the server's time. */
const perTurn = 1000;

/** Maximum number of turns, for a caller who was away while others were busy. */
const mostTurns = 64;

/** See `JobReader.changedSince`. A job that changes meanwhile moves to the end of a list, and is found there. */
export async function changedSince(
  access: JobAccess,
  query: ChangedJobsQuery,
): Promise<ChangedJobsOutcome> {
  const ids = await changedIds(access, query);
  if (ids === null) return { kind: 'too-many' };
  const jobs = (await access.stored.findAll([...ids])).filter((job) => job !== undefined);
  return { kind: 'changed', jobs: inOrderOfChange(jobs) };
}

/** Returns null where there are too many. */
async function changedIds(
  access: JobAccess,
  query: ChangedJobsQuery,
): Promise<ReadonlySet<string> | null> {
  const { changedOpen, changedFinal } = access.keys;
  const reading = {
    groups: [[changedOpen, changedFinal]],
    surface: query.surface,
    order: 'oldest-first',
    from: query.at,
    until: null,
  } as const;
  const ids = new Set<string>();
  let after: ListPosition | null = null;
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const page = await readPage(access, { ...reading, after, limit: perTurn });
    for (const text of page.members) {
      const member = readMember(text);
      if (isAsked(member, query)) ids.add(member.id);
    }
    if (ids.size > query.limit) return null;
    if (page.isAll) return ids;
    after = page.last;
    await nextTurn();
  }
  return null;
}

function isAsked(member: ListMember, { owner, surface }: ChangedJobsQuery): boolean {
  return (
    (owner === null || member.owner === owner) && (surface === null || member.surface === surface)
  );
}

/** Stable, so that jobs of one instant stay in the order of acceptance that the lists returned. */
function inOrderOfChange(jobs: readonly Job[]): readonly Job[] {
  return jobs.toSorted((one, other) => one.updatedAt - other.updatedAt);
}
