import { isFinal, type FinalJobState, type JobListQuery } from '@filmgate/core';
import type { PlacedJob } from '../finished/job-cache.ts';
import { shelvesOf } from '../finished/shelf.ts';
import { indexTerms } from '../search/index-question.ts';
import { PositionList } from '../memory/position-list.ts';
import type { StoreState } from '../store/store-state.ts';
import type { PositionSpan } from './position-span.ts';
import { IndexSource } from './index-source.ts';
import { type JobMatcher, jobMatcher } from './job-matcher.ts';
import type { JobSource } from './job-source.ts';
import { memorySource } from './memory-source.ts';
import { matchFinished } from './match-finished.ts';
import type { PositionPage } from './position-page.ts';
import { storedSource } from './stored-source.ts';

/** Stored jobs looked at one after the other in one turn: a few ms. */
const jobsPerScan = 256;

/** Open jobs looked at in one turn: they are in memory. */
const openPerLook = 2048;

/** Jobs looked at in one turn that have ended and are not listed yet: some must be read from the database. */
const unlistedPerLook = 256;

/** So many are looked at before an index is asked. */
const jobsBeforeIndex = 64;

/** The same of open jobs, which are in memory. */
const openBeforeIndex = 128;

/** Jobs in memory looked at in one turn whose prompts are likely to contain a text. */
const candidatesPerLook = 1024;

/** Prompts of jobs in memory made searchable in one turn: a few ms. */
const promptsPerTurn = 256;

interface Listing {
  readonly state: StoreState;
  readonly query: JobListQuery;
  readonly matches: JobMatcher;
  readonly span: PositionSpan;
  readonly ascending: boolean;
  /** Matches wanted at a time: a page, and one more to know whether another follows. */
  readonly wanted: number;
}

/** The sources of a list, by how many looks were taken already. */
export type ChooseSources = (looks: number) => readonly JobSource[];

/** Where the jobs of a query are to be looked for, so that the work does not grow with the number of stored jobs. */
export function chooseSources(state: StoreState, query: JobListQuery): ChooseSources {
  const listing: Listing = {
    state,
    query,
    matches: jobMatcher(query),
    span: state.creation.span(query.createdFrom, query.createdUntil),
    ascending: query.order === 'oldest-first',
    wanted: query.limit + 1,
  };
  const { search } = query;
  const isOfFinals = wantedFinals(query).length > 0;
  const byId = search === null ? [] : [idSource(listing, search)];
  if (search === null || search === '') {
    const inMemory = memorySources(listing, { open: openPerLook, unlisted: unlistedPerLook });
    const stored = needsIndex(query) ? indexSources(listing) : scanSources(listing, perScan(query));
    const all = [...inMemory, ...byId, ...(isOfFinals ? stored : [])];
    return () => all;
  }
  // What is common is found at once by looking at the newest; the indexes are asked for what is not.
  const inMemory = memorySources(listing, { open: openBeforeIndex, unlisted: jobsBeforeIndex });
  const scanned = isOfFinals ? scanSources(listing, jobsBeforeIndex) : [];
  const indexed = isOfFinals ? indexSources(listing) : [];
  const first = [...inMemory, ...byId, ...scanned];
  const then = [promptSource(listing, search), ...byId, ...indexed];
  return (looks) => (looks === 0 ? first : then);
}

/** Jobs in memory one after the other. */
function memorySources(
  listing: Listing,
  perLook: { readonly open: number; readonly unlisted: number },
): readonly JobSource[] {
  const { state, query } = listing;
  const owner = query.owner === null ? undefined : state.owners.find(query.owner);
  if (query.owner !== null && owner === undefined) return [];
  const open = owner === undefined ? state.openJobs.positions : owner.open;
  const { positions: unlisted } = state.unlisted;
  const isOfOpen = query.states === null || !query.states.every(isFinal);
  const isOfFinals = wantedFinals(query).length > 0;
  const source = (positions: PositionList, most: number, match: MatchInMemory) =>
    memorySource({ ...listing, positions: () => positions, match, perLook: most });
  return [
    ...(isOfOpen ? [source(open, perLook.open, openMatch(listing))] : []),
    ...(isOfFinals ? [source(unlisted, perLook.unlisted, unlistedMatch(listing))] : []),
  ];
}

/** Jobs in memory whose prompts may contain the text. */
function promptSource(listing: Listing, search: string): JobSource {
  const { memoryPrompts, openJobs, stored } = listing.state;
  const promptAt = (position: number) =>
    openJobs.at(position)?.standing.job.request.prompt ?? stored.prompt(position);
  const [isOpen, isUnlisted] = [openMatch(listing), unlistedMatch(listing)];
  const match = (position: number) => [...isOpen(position), ...isUnlisted(position)];
  const positions = () => new PositionList(memoryPrompts.candidates(search));
  const candidates = memorySource({ ...listing, positions, match, perLook: candidatesPerLook });
  return {
    look: (from) =>
      memoryPrompts.prepare(promptsPerTurn, promptAt)
        ? candidates.look(from)
        : { found: [], reached: from },
  };
}

type MatchInMemory = (position: number) => readonly PlacedJob[];

function openMatch({ state, matches }: Listing): MatchInMemory {
  return (position) => {
    const job = state.openJobs.at(position)?.standing.job;
    return job !== undefined && matches.matches(job) ? [{ position, job }] : [];
  };
}

function unlistedMatch({ state, query, matches }: Listing): MatchInMemory {
  const owner = query.owner === null ? undefined : state.owners.find(query.owner)?.number;
  return (position) => {
    const unlisted = state.unlisted.at(position);
    const isAsked = unlisted !== undefined && (owner === undefined || unlisted.owner === owner);
    return isAsked ? matchFinished(state, position, matches) : [];
  };
}

type ReadPositions = (page: PositionPage) => readonly number[];

/** Finished jobs one after the other. */
function scanSources(listing: Listing, perLook: number): readonly JobSource[] {
  return finishedReaders(listing).map((read) => storedSource({ ...listing, perLook, read }));
}

/** Where finished jobs stand: of one owner by its shelves, else all there are. */
function finishedReaders({ state, query }: Listing): readonly ReadPositions[] {
  if (query.owner === null) return [(page) => state.stored.positions(page)];
  const owner = state.owners.find(query.owner)?.number;
  if (owner === undefined) return [];
  return shelvesOf(query.origin, wantedFinals(query)).map(
    (shelf) => (page) => state.lists.onShelf({ ...page, owner, shelf }),
  );
}

/** Finished jobs the search index names, and one after the other those it does not cover yet. */
function indexSources(listing: Listing): readonly JobSource[] {
  const { query, state } = listing;
  const states = query.states === null ? null : wantedFinals(query);
  const indexed = new IndexSource({ ...listing, terms: indexTerms({ ...query, states }) });
  if (state.search.from === 0) return [indexed];
  const uncovered = finishedReaders(listing).map((read) =>
    storedSource({
      ...listing,
      perLook: jobsPerScan,
      read: (page) => read({ ...page, end: Math.min(page.end, state.search.from) }),
    }),
  );
  return [indexed, ...uncovered];
}

/** A whole id is found without any index. */
function idSource({ state, matches, ascending }: Listing, id: string): JobSource {
  return {
    look: (from) => {
      const open = state.openJobs.find(id);
      const placed =
        open === undefined
          ? state.stored.find(id)
          : { position: open.position, job: open.standing.job };
      const isBeyond =
        placed !== undefined && (ascending ? placed.position > from : placed.position < from);
      return { found: isBeyond && matches.matches(placed.job) ? [placed] : [], reached: null };
    },
  };
}

function perScan({ search, createdFrom, createdUntil, limit }: JobListQuery): number {
  const matchesAll = search === null && createdFrom === null && createdUntil === null;
  return matchesAll ? limit + 1 : jobsPerScan;
}

/** Whether looking at one job after the other could take long, and the index knows better. */
function needsIndex({ owner, origin, states, model, accountId }: JobListQuery): boolean {
  const isOfAllOwners = owner === null && (states !== null || origin !== null);
  return isOfAllOwners || model !== null || accountId !== null;
}

function wantedFinals({ states }: JobListQuery): readonly FinalJobState[] {
  return states === null ? ['completed', 'failed'] : states.filter(isFinal);
}
