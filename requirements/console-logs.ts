import type { Requirement } from './requirement.ts';

const logs = 'decisions §6 request-logs';
const settings = 'decisions §1.2, §6 settings';

/** The console's pages about calls, settings and models. */
export const consoleLogsRequirements: readonly Requirement[] = [
  {
    id: 'request-log.counts',
    source: logs,
    text: 'Calls are counted over time by what became of them, with every filter of the list, without holding up those who call.',
  },
  {
    id: 'console.logs-list',
    source: logs,
    text: 'A hundred thousand calls are read page by page as somebody moves through them; only those on the screen are in the page.',
  },
  {
    id: 'console.logs-words',
    source: logs,
    text: 'A caller who left, a call still open, and one the server did not live to answer are said in words.',
  },
  {
    id: 'console.logs-filters',
    source: logs,
    text: 'Filters and time range are kept in the address, over reload and back.',
  },
  {
    id: 'console.logs-histogram',
    source: logs,
    text: 'A histogram above the list counts the filtered calls by what became of them; choosing bars, by mouse or keys, looks closer.',
  },
  {
    id: 'console.logs-drawer',
    source: logs,
    text: 'A call shows its whole row, under an address of its own, with ways to its job and its caller.',
  },
  {
    id: 'console.logs-export',
    source: logs,
    text: 'All filtered rows are downloaded as CSV that no spreadsheet calculates, or JSON lines, streamed with bounded memory.',
  },
  {
    id: 'console.logs-empty',
    source: logs,
    text: 'An empty log says what it is for and what to do first.',
  },
  {
    id: 'console.settings-list',
    source: settings,
    text: 'Settings stand in groups, each with its meaning, its unit, and where its value comes from; what only the environment may change says so.',
  },
  {
    id: 'console.settings-change',
    source: settings,
    text: 'A setting is changed in place and holds for the next request; a refusal stands beside the field; it can be given back to the environment.',
  },
  {
    id: 'console.settings-secret',
    source: settings,
    text: 'A secret is written and never shown.',
  },
  {
    id: 'console.settings-empty-key',
    source: 'decisions §5 Empty service key',
    text: 'While the service key is empty a red banner says what that means and leads to setting one.',
  },
  {
    id: 'console.models',
    source: 'decisions §5 Model ids, §6',
    text: 'The catalog shows every family of both APIs, images too, with abilities, prices, aliases and ids to copy, and is searched by words.',
  },
];
