import { type Job, type JobListQuery, promptMatcher, searchedId } from '@filmgate/core';
import type { JobAccess } from '../jobs/stored-jobs.ts';
import { positionOf } from '../jobs/job-record.ts';
import { readMember } from '../lists/read-page.ts';
import {
  type BlockSpan,
  type Candidate,
  locate,
  readBlocks,
  scanBlocks,
  scanRows,
} from './candidates.ts';
import { searchedRuns } from './text-runs.ts';

/** Decides whether a job belongs on a page by all conditions of a query, cheapest first. */
export function jobMatcher(query: JobListQuery): (job: Job) => boolean {
  const { owner, surface, states, models, accountId, createdFrom, createdUntil, search } = query;
  const contains = search === null ? null : promptMatcher(search);
  const id = search === null ? null : searchedId(search);
  return (job) =>
    (owner === null || job.owner === owner) &&
    (surface === null || job.surface === surface) &&
    (states === null || states.includes(job.state)) &&
    (models === null || models.includes(job.request.model)) &&
    (accountId === null || job.accountId === accountId) &&
    (createdFrom === null || job.createdAt >= createdFrom) &&
    (createdUntil === null || job.createdAt < createdUntil) &&
    (contains === null || job.id === id || contains(job.request.prompt));
}

/** A search in the form that signatures can match. */
export interface JobSearch {
  readonly query: JobListQuery & { readonly search: readonly string[] };
  /** Keys of lists: a job matches when it is in one list of each group. */
  readonly groups: readonly (readonly string[])[];
  /** Position after which the page starts; null = at the beginning. */
  readonly after: { readonly createdAt: number; readonly position: number } | null;
  /** Maximum number of jobs wanted. */
  readonly wanted: number;
}

/** Maximum number of blocks scanned by one call, and of jobs read in one turn: some ms of the server's time. */
const mostBlocks = 32;
const mostReads = 400;

/** Factor by which each turn does more than the one before: frequent matches are found soon. */
const growth = 4;

/**
 * Jobs of a search in the order of the list. Signatures name those that may match: the newest in rows, the others in
 * blocks, which are scanned in the order of the list by their newest job (or the oldest, upwards). A candidate is read
 * once it comes before everything the remaining blocks may hold.
 */
export async function searchJobs(access: JobAccess, search: JobSearch): Promise<readonly Job[]> {
  const { query, wanted } = search;
  const runs = searchedRuns(query.search, query);
  const found = new FoundJobs(access, search);
  const waiting = new Waiting(search);
  waiting.add(await candidateById(access, search));
  waiting.add(await located(access, search, await scanRows(access, runs)));
  let blocks = blocksOf(search, await readBlocks(access));
  let atOnce = 1;
  for (;;) {
    await found.addMatching(waiting.takeBefore(blocks[0]));
    if (found.jobs.length >= wanted || blocks.length === 0) return found.jobs.slice(0, wanted);
    const next = blocks.slice(0, atOnce).map(({ block }) => block);
    const { looked, members } = await scanBlocks(access, next, runs);
    waiting.add(await located(access, search, members));
    blocks = blocks.slice(looked);
    atOnce = Math.min(growth * atOnce, mostBlocks);
  }
}

/** The job with this id, if the only text is an id. */
async function candidateById(
  { stored }: JobAccess,
  { query }: JobSearch,
): Promise<readonly Candidate[]> {
  const id = searchedId(query.search);
  if (id === null) return [];
  const [tagged] = await stored.findTagged([id]);
  if (tagged === undefined || !jobMatcher(query)(tagged.job)) return [];
  return [{ id, createdAt: tagged.job.createdAt, position: Number(positionOf(tagged.tag)) }];
}

function located(
  access: JobAccess,
  { query: { surface }, groups }: JobSearch,
  members: readonly string[],
): Promise<readonly Candidate[]> {
  const asked = members.filter(
    (member) => surface === null || readMember(member).surface === surface,
  );
  return locate(access, groups, asked);
}

/** Blocks that may hold matching jobs, in the order of the list. */
function blocksOf({ query, after }: JobSearch, blocks: readonly BlockSpan[]): readonly BlockSpan[] {
  const isUp = query.order === 'oldest-first';
  const { createdFrom, createdUntil } = query;
  const isAsked = ({ from, until }: BlockSpan): boolean =>
    (createdFrom === null || until >= createdFrom) &&
    (createdUntil === null || from < createdUntil) &&
    (after === null || (isUp ? until >= after.createdAt : from <= after.createdAt));
  const inOrder = (one: BlockSpan, other: BlockSpan): number =>
    isUp ? one.from - other.from : other.until - one.until;
  return blocks.filter(isAsked).toSorted(inOrder);
}

/** Candidates that have not been read yet. */
class Waiting {
  readonly #search: JobSearch;
  readonly #seen = new Set<number>();
  #candidates: readonly Candidate[] = [];

  constructor(search: JobSearch) {
    this.#search = search;
  }

  add(candidates: readonly Candidate[]): void {
    const asked = candidates.filter((candidate) => this.#isAsked(candidate));
    for (const { position } of asked) this.#seen.add(position);
    this.#candidates = [...this.#candidates, ...asked];
  }

  /** In list order, the candidates that come before all jobs of the block; all of them without a block. */
  takeBefore(block: BlockSpan | undefined): readonly Candidate[] {
    const isUp = this.#search.query.order === 'oldest-first';
    const isReady = ({ createdAt }: Candidate): boolean =>
      block === undefined || (isUp ? createdAt < block.from : createdAt > block.until);
    const ready = this.#candidates.filter(isReady);
    this.#candidates = this.#candidates.filter((candidate) => !isReady(candidate));
    return ready.toSorted((one, other) => (isUp ? compare(one, other) : compare(other, one)));
  }

  /** Never twice: a row may be packed while the rows are scanned. */
  #isAsked(candidate: Candidate): boolean {
    const { query, after } = this.#search;
    const { createdFrom, createdUntil } = query;
    const { createdAt, position } = candidate;
    if (this.#seen.has(position)) return false;
    if (createdFrom !== null && createdAt < createdFrom) return false;
    if (createdUntil !== null && createdAt >= createdUntil) return false;
    if (after === null) return true;
    const distance = compare(candidate, after);
    return query.order === 'oldest-first' ? distance > 0 : distance < 0;
  }
}

type SortKey = Pick<Candidate, 'createdAt' | 'position'>;

function compare(one: SortKey, other: SortKey): number {
  return one.createdAt === other.createdAt
    ? one.position - other.position
    : one.createdAt - other.createdAt;
}

/** Jobs that were read and match, up to the number wanted. */
class FoundJobs {
  readonly jobs: Job[] = [];
  readonly #access: JobAccess;
  readonly #wanted: number;
  readonly #matches: (job: Job) => boolean;
  #atOnce: number;

  constructor(access: JobAccess, { query, wanted }: JobSearch) {
    this.#access = access;
    this.#wanted = wanted;
    this.#matches = jobMatcher(query);
    this.#atOnce = wanted;
  }

  async addMatching(candidates: readonly Candidate[]): Promise<void> {
    for (let from = 0; from < candidates.length && this.jobs.length < this.#wanted; ) {
      const ids = candidates.slice(from, from + this.#atOnce).map(({ id }) => id);
      const jobs = await this.#access.stored.findAll(ids);
      this.jobs.push(...jobs.filter((job) => job !== undefined).filter(this.#matches));
      from += ids.length;
      this.#atOnce = Math.min(growth * this.#atOnce, Math.max(mostReads, this.#wanted));
    }
  }
}
