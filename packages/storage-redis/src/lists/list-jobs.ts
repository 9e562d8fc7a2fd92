import {
  type Job,
  type JobListOutcome,
  type JobListQuery,
  type JobState,
  jobStates,
} from '@filmgate/core';
import type { JobAccess } from '../jobs/stored-jobs.ts';
import { listMember, type ListPage, type ListPosition, readMember, readPage } from './read-page.ts';
import type { JobKeys } from '../keys/job-keys.ts';
import { jobMatcher, type JobSearch, searchJobs } from '../search/search-jobs.ts';
import { cursorScript } from './list-script.ts';

/**
 * See `JobReader.list`. There is one list for each state, of all owners and of each owner, one for each model and one
 * for each account. A query walks the shortest of the lists it names and looks members up in the others. Texts are
 * found by signatures.
 */
export async function listJobs(access: JobAccess, query: JobListQuery): Promise<JobListOutcome> {
  let after: ListPosition | null = null;
  if (query.after !== null) {
    after = await positionOf(access, query, query.after);
    if (after === null) return { kind: 'cursor-unknown' };
  }
  const { search } = query;
  const jobs =
    search === null || search.every((text) => text === '')
      ? await walk(access, query, after)
      : await searchJobs(access, {
          query: { ...query, search },
          groups: groupsOf(access.keys, { ...query, models: located(query.models) }),
          after: after === null ? null : startAfter(after),
          wanted: query.limit + 1,
        });
  return { kind: 'page', jobs: jobs.slice(0, query.limit), hasMore: jobs.length > query.limit };
}

/** Jobs after a position, one more than the page holds. */
async function walk(
  access: JobAccess,
  query: JobListQuery,
  start: ListPosition | null,
): Promise<readonly Job[]> {
  const { surface, order, createdFrom: from, createdUntil: until } = query;
  const reading = { groups: groupsOf(access.keys, query), surface, order, from, until };
  const wanted = query.limit + 1;
  const jobs: Job[] = [];
  let after = start;
  for (;;) {
    const limit = wanted - jobs.length;
    const page: ListPage = await readPage(access, { ...reading, after, limit });
    jobs.push(...(await matching(access, query, page)));
    if (page.isAll || jobs.length === wanted) return jobs;
    after = page.last;
  }
}

function startAfter({ instant, member }: ListPosition): JobSearch['after'] {
  return { createdAt: Number(instant), position: readMember(member).position };
}

/** Maximum number of model lists in which a search looks its candidates up: each list is queried for each one. */
const mostLocated = 16;

/** With more models, the jobs themselves are checked. */
function located(models: JobListQuery['models']): JobListQuery['models'] {
  return models !== null && models.length > mostLocated ? null : models;
}

/** A job is in one list of each group; all owners' lists by state are walked only if a query names nothing else. */
function groupsOf(
  keys: JobKeys,
  { owner, states, models, accountId }: JobListQuery,
): readonly (readonly string[])[] {
  const asked: readonly JobState[] = states === null ? jobStates : [...new Set(states)];
  const ofStates = asked.map((state) =>
    owner === null ? keys.list(state) : keys.ownerList(state, owner),
  );
  const others = [
    ...(models === null ? [] : [models.map((model) => keys.modelList(model))]),
    ...(accountId === null ? [] : [[keys.accountList(accountId)]]),
  ];
  const isAnybody = owner === null && states === null;
  return isAnybody && others.length > 0 ? others : [ofStates, ...others];
}

/** A job may have changed or been removed since its list was read. */
async function matching(
  { stored }: JobAccess,
  query: JobListQuery,
  { members }: ListPage,
): Promise<readonly Job[]> {
  const matches = jobMatcher(query);
  const jobs = await stored.findAll(members.map((member) => readMember(member).id));
  return jobs.filter((job) => job !== undefined).filter(matches);
}

/** Position of the job a page starts after; null when it is not a job of this owner and surface (I11). */
async function positionOf(
  { scripts, keys }: JobAccess,
  { owner, surface }: JobListQuery,
  id: string,
): Promise<ListPosition | null> {
  const call = cursorScript.call({ job: keys.job(id) }, {});
  const head = await scripts.read(cursorScript.script, call);
  if (typeof head !== 'string') return null;
  const [position = '', , , instant = '', ofSurface = '', , ofOwner = ''] = head.split('\n');
  if (owner !== null && ofOwner !== owner) return null;
  if (surface !== null && ofSurface !== surface) return null;
  return { instant, member: listMember(Number(position), ofSurface, id) };
}
