import { isFinal, type FinalJobState, type JobListQuery, searchedId } from '@filmgate/core';
import { type IndexTerms, indexTerms } from '../search/search-question.ts';
import type { StoreState } from '../store/store-state.ts';
import { jobMatcher } from './job-matcher.ts';
import {
  IndexSource,
  type JobSource,
  type Listing,
  matchFinished,
  memorySource,
  type ScanOptions,
  scanSource,
} from './job-sources.ts';
import type { PositionSpan } from '../memory/position-list.ts';

/** Stored jobs scanned in one turn: a few ms. */
const jobsPerScan = 256;

/** Open jobs checked in one turn: they are in memory. */
const openPerLook = 2048;

/** Ended jobs without a list entry checked in one turn: some must be read from the database. */
const unlistedPerLook = 256;

/** Maximum number of trigrams queried for the text they begin with. */
const mostTrigrams = 64;

/** Sources to search for the jobs of a query, chosen so that the work does not grow with the number of stored jobs. */
export function chooseSources(state: StoreState, query: JobListQuery): readonly JobSource[] {
  const listing: Listing = {
    state,
    matches: jobMatcher(query),
    span: state.creation.span(query.createdFrom, query.createdUntil),
    ascending: query.order === 'oldest-first',
    wanted: query.limit + 1,
  };
  return [
    ...memorySources(listing, query),
    ...idSources(listing, query),
    ...finishedSources(listing, query),
  ];
}

/** Jobs in memory, scanned one after the other. */
function memorySources(listing: Listing, query: JobListQuery): readonly JobSource[] {
  const { state, matches } = listing;
  const owner = query.owner === null ? undefined : state.owners.find(query.owner);
  if (query.owner !== null && owner === undefined) return [];
  const open = memorySource(listing, {
    positions: owner === undefined ? state.openJobs.positions : owner.open,
    perLook: openPerLook,
    match: (position) => {
      const job = state.openJobs.at(position)?.current.job;
      return job !== undefined && matches.matches(job) ? [{ position, job }] : [];
    },
  });
  const unlisted = memorySource(listing, {
    positions: state.unlisted.positions,
    perLook: unlistedPerLook,
    match: (position) => {
      const found = state.unlisted.at(position);
      const isAsked = found !== undefined && (owner === undefined || found.owner === owner.number);
      return isAsked ? matchFinished(listing, position) : [];
    },
  });
  const isOfOpen = query.states === null || !query.states.every(isFinal);
  return [...(isOfOpen ? [open] : []), ...(wantedFinals(query).length > 0 ? [unlisted] : [])];
}

/** Listed jobs: by the search index where it is faster, otherwise scanned one after the other. */
function finishedSources(listing: Listing, query: JobListQuery): readonly JobSource[] {
  const finals = wantedFinals(query);
  if (finals.length === 0) return [];
  const scans = scansOf(listing, query);
  const scan = (within: PositionSpan) => scans.map((one) => scanSource(listing, one, within));
  const states = query.states === null || finals.length > 1 ? null : finals;
  const terms = indexTerms({ ...query, states });
  if (terms.kind === 'anything' || !needsIndex(query) || isCommon(listing.state, terms))
    return scan(listing.span);
  const { from } = listing.state.search;
  const uncovered = { ...listing.span, end: Math.min(listing.span.end, from) };
  return [new IndexSource(listing, terms), ...(from === 0 ? [] : scan(uncovered))];
}

/** True when very many trigrams begin with a short text: scanning the newest jobs finds it sooner. */
function isCommon({ search }: StoreState, terms: IndexTerms): boolean {
  return (
    terms.kind === 'short' &&
    search.trigramsFrom(terms.beginning, mostTrigrams + 1).length > mostTrigrams
  );
}

/** Scans of finished jobs: of one owner by its partitions, otherwise of all. */
function scansOf({ state }: Listing, query: JobListQuery): readonly ScanOptions[] {
  const matchesAll =
    query.search === null && query.createdFrom === null && query.createdUntil === null;
  const perLook = matchesAll ? query.limit + 1 : jobsPerScan;
  if (query.owner === null) return [{ perLook, read: (page) => state.stored.positions(page) }];
  const owner = state.owners.find(query.owner)?.number;
  if (owner === undefined) return [];
  return state.surfaces.partitionsOf(query.surface, wantedFinals(query)).map((partition) => ({
    perLook,
    read: (page) => state.lists.inPartition({ ...page, owner, partition }),
  }));
}

/** Finds a whole id without any index. */
function idSources(
  { state, matches, ascending }: Listing,
  { search }: JobListQuery,
): readonly JobSource[] {
  const id = search === null ? null : searchedId(search);
  if (id === null) return [];
  const source: JobSource = {
    look: (from) => {
      const open = state.openJobs.find(id);
      const positioned =
        open === undefined
          ? state.stored.find(id)
          : { position: open.position, job: open.current.job };
      const isBeyond =
        positioned !== undefined &&
        (ascending ? positioned.position > from : positioned.position < from);
      return {
        found: isBeyond && matches.matches(positioned.job) ? [positioned] : [],
        reached: null,
      };
    },
  };
  return [source];
}

/** True when scanning one job after the other could take long, and the index is faster. */
function needsIndex({ owner, surface, states, models, accountId, search }: JobListQuery): boolean {
  const isOfAllOwners = owner === null && (states !== null || surface !== null);
  const isSearch = search?.some((text) => text !== '') === true;
  return isSearch || isOfAllOwners || models !== null || accountId !== null;
}

function wantedFinals({ states }: JobListQuery): readonly FinalJobState[] {
  return states === null ? ['completed', 'failed'] : states.filter(isFinal);
}
