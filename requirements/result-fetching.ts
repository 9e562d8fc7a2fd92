import type { Requirement } from './requirement.ts';

const operating = 'docs/operating, A film that does not come';

/** How the finished film of a job comes home. */
export const resultFetchingRequirements: readonly Requirement[] = [
  {
    id: 'results.transport',
    source: operating,
    text: 'However a result cannot be reached or read to its end, and however long within the time it is fetched, the job goes on and completes when it can be.',
  },
  {
    id: 'results.back-off',
    source: operating,
    text: 'A result that did not come is fetched again with doubling pauses up to a quarter of an hour, each time after a poll that may give a fresh link.',
  },
  {
    id: 'results.time-over',
    source: 'decisions §2',
    text: 'A result is fetched for FILMGATE_RESULT_FETCH_HOURS, or for as long as its provider says it keeps it; then the job fails with result_invalid, a line in its trail and an error in the log, and the owner pays nothing.',
  },
  {
    id: 'results.proof',
    source: 'decisions §2',
    text: 'A result ends its job only when it was read whole and was unusable three times, with other bytes or through a link that a poll had just given; one its source ends early counts only when it ends at the same place.',
  },
  {
    id: 'results.gone',
    source: operating,
    text: 'A provider that says after a fresh poll, three times, that it does not have the result ends the job.',
  },
  {
    id: 'results.told',
    source: operating,
    text: 'What a finished film waits for, and since when, is told by the job itself, on every surface, in the admin API, the console, the trail and the metrics; its slot goes back to work after FILMGATE_UNKNOWN_SLOT_SECONDS.',
  },
  {
    id: 'results.resumed',
    source: 'RFC 9110 §13.1.5, §14.2',
    text: 'A copy goes on where its connection ended, over another one and for the very same bytes alone; bytes of two results are never joined.',
  },
  {
    id: 'results.pace',
    source: 'docs/settings, Jobs',
    text: 'A connection that is silent or crawls is given up; a copy has no limit on its whole time.',
  },
  {
    id: 'results.burst',
    source: operating,
    text: 'Many results at once over a line that holds only some lose no film.',
  },
  {
    id: 'results.bounded',
    source: 'docs/settings, Jobs',
    text: 'Copies are bounded in number and in the bytes they announce; one alone may be larger.',
  },
  {
    id: 'results.urgent-first',
    source: operating,
    text: 'Of the results of an account that wait for a place, the one that will be gone first comes first.',
  },
  {
    id: 'results.apart',
    source: operating,
    text: 'Copies that wait keep their leases and take nothing other work needs; an account whose host hangs delays no other.',
  },
  {
    id: 'results.room',
    source: operating,
    text: 'Without room for a result nothing is downloaded; the job waits, readiness, trail, log and metrics say why, and the film comes when there is room.',
  },
];
