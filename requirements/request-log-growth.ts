import type { Requirement } from './requirement.ts';

/** How large the log of calls, and the log of the process, can become, and what is left out of them then. */
export const requestLogGrowthRequirements: readonly Requirement[] = [
  {
    id: 'request-log-growth.polls',
    source: 'docs/operating, What fills the disk',
    text: 'Polls of one task by one caller with one outcome are one row with a count and the time of the last, for an hour at most.',
  },
  {
    id: 'request-log-growth.refused',
    source: 'docs/operating, What fills the disk',
    text: 'Of calls that are refused, the first of a caller or block of addresses in a minute have rows; the others are counted in one row of caller, route and code for each minute.',
  },
  {
    id: 'request-log-growth.refused-facts',
    source: 'docs/operating, What fills the disk',
    text: 'The row of a refused creation names the model that was asked for, at most 200 characters without control characters, and the code of the error.',
  },
  {
    id: 'request-log-growth.size',
    source: 'docs/settings, FILMGATE_REQUEST_LOG_MAX_MB',
    text: 'The request log takes no more than it may: the oldest rows are removed in short steps, and their room is given back.',
  },
  {
    id: 'request-log-growth.told',
    source: 'docs/metrics',
    text: 'The overview and the metrics tell what the request log takes, and how many rows were removed because it took more than it may.',
  },
  {
    id: 'request-log-growth.lines',
    source: 'docs/operating, What fills the disk',
    text: 'Of refused requests, the first of a block of addresses in a minute have a line in the log of the process; the others are counted, and one line for each route and status says how many there were.',
  },
  {
    id: 'request-log-growth.columns',
    source: 'docs/operating, What fills the disk',
    text: 'List, exports and console show the count of a row and the time of its last call.',
  },
];
