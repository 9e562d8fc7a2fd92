import { isFinal, type FinalJobState, type JobListQuery } from '@filmgate/core';
import { shelvesOf } from '../finished/shelf.ts';
import { searchedTrigrams } from '../search/index-words.ts';
import type { StoreState } from '../store/store-state.ts';
import type { PositionSpan } from './creation-blocks.ts';
import { type JobMatcher, jobMatcher } from './job-matcher.ts';
import type { JobSource } from './job-source.ts';
import { memorySource } from './memory-source.ts';
import { type ReadPositions, storedSource } from './stored-source.ts';

/** Stored jobs looked at one after the other in one turn: a few ms. */
const jobsPerScan = 256;

/** So many are looked at before the index is asked: what is common is found at once that way. */
const jobsBeforeIndex = 64;

interface Listing {
  readonly state: StoreState;
  readonly query: JobListQuery;
  readonly matches: JobMatcher;
  readonly span: PositionSpan;
  readonly ascending: boolean;
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
  };
  const inMemory = [...openSources(listing), ...unlistedSources(listing)];
  const scanned = scanSources(listing);
  if (wantedFinals(query).length === 0) return () => inMemory;
  if (!needsIndex(query)) return () => [...inMemory, ...scanned];
  const indexed = [...indexSources(listing), ...idSources(listing)];
  return (looks) => [...inMemory, ...(looks === 0 ? scanned : indexed)];
}

function openSources({ state, query, matches, ascending }: Listing): readonly JobSource[] {
  const { states, owner, limit } = query;
  if (states !== null && states.every(isFinal)) return [];
  const positions = owner === null ? state.openJobs.positions : state.owners.find(owner)?.open;
  if (positions === undefined) return [];
  const jobAt = (position: number) => state.openJobs.at(position)?.standing.job;
  return [memorySource({ positions, jobAt, matches, ascending, wanted: limit + 1 })];
}

function unlistedSources({ state, query, matches, ascending }: Listing): readonly JobSource[] {
  const owner = query.owner === null ? undefined : state.owners.find(query.owner);
  const { positions } = state.unlisted;
  const jobAt = (position: number) => {
    const unlisted = state.unlisted.at(position);
    if (unlisted === undefined || (owner !== undefined && unlisted.owner !== owner.number)) {
      return undefined;
    }
    return state.stored.at(position)?.job;
  };
  return [memorySource({ positions, jobAt, matches, ascending, wanted: query.limit + 1 })];
}

/** Finished jobs one after the other: of one owner by its shelves, else all there are. */
function scanSources(listing: Listing): readonly JobSource[] {
  const { state, query } = listing;
  if (query.owner === null) return [source(listing, (page) => state.stored.positions(page))];
  const owner = state.owners.find(query.owner)?.number;
  if (owner === undefined) return [];
  return shelvesOf(query.origin, wantedFinals(query)).map((shelf) =>
    source(listing, (page) => state.lists.onShelf({ ...page, owner, shelf })),
  );
}

function indexSources(listing: Listing): readonly JobSource[] {
  const { state, query } = listing;
  const states = query.states === null ? null : wantedFinals(query);
  return [source(listing, (page) => state.search.find({ ...query, states }, page))];
}

/** A whole id is found without the index. */
function idSources({ state, query, matches, ascending }: Listing): readonly JobSource[] {
  const { search } = query;
  if (search === null) return [];
  return [
    {
      look: (from) => {
        const placed =
          state.openJobs.find(search) === undefined ? state.stored.find(search) : undefined;
        const isBeyond =
          placed !== undefined && (ascending ? placed.position > from : placed.position < from);
        return { found: isBeyond && matches(placed.job) ? [placed] : [], reached: null };
      },
    },
  ];
}

function source(listing: Listing, read: ReadPositions): JobSource {
  const { state, matches, span, ascending, query } = listing;
  return storedSource({ state, read, matches, span, ascending, perLook: perLook(query) });
}

function perLook(query: JobListQuery): number {
  if (needsIndex(query)) return Math.max(jobsBeforeIndex, query.limit + 1);
  const matchesAll = query.search === null && (query.owner !== null || query.origin === null);
  return matchesAll ? query.limit + 1 : jobsPerScan;
}

/** Whether looking at one job after the other could take long, and the index knows better. */
function needsIndex({ owner, states, model, accountId, search }: JobListQuery): boolean {
  const isSearchable = search !== null && searchedTrigrams(search).length > 0;
  const isRare = model !== null || accountId !== null || (owner === null && states !== null);
  return isSearchable || isRare;
}

function wantedFinals({ states }: JobListQuery): readonly FinalJobState[] {
  return states === null ? ['completed', 'failed'] : states.filter(isFinal);
}
