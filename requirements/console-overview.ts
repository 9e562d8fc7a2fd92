import type { Requirement } from './requirement.ts';

const admin = 'decisions §6';
const pool = 'decisions §5; local-generation-api §4';

/** Figures over time, and the rooms of the console that show them. */
export const consoleOverviewRequirements: readonly Requirement[] = [
  {
    id: 'samples.minutes',
    source: admin,
    text: 'Figures over time are kept by the minute, from the start of a process on and over its restart; those of more than eight days ago are removed.',
  },
  {
    id: 'samples.figures',
    source: pool,
    text: 'A sample says what waits, what is open, and the busy and open slots in all, by family and by account, from the same numbers as the capacity of the pool.',
  },
  {
    id: 'samples.counts',
    source: admin,
    text: 'A sample counts jobs accepted, completed and failed, credits spent, calls and failed calls, each once, on the node that decided it.',
  },
  {
    id: 'samples.merged',
    source: admin,
    text: 'Samples of any minutes and nodes come to the same figures, in whatever order they are joined.',
  },
  {
    id: 'samples.percentiles',
    source: admin,
    text: 'Times to result and to start are estimated from joined histograms, at most half a bucket off.',
  },
  {
    id: 'samples.never-in-the-way',
    source: admin,
    text: 'A store that takes no samples holds nothing up; what was counted meanwhile is kept when it takes them again.',
  },
  {
    id: 'samples.route',
    source: admin,
    text: 'GET /api/v1/admin/samples lists figures between two instants at a step, gaps left out, with all of it together and on request by family or account.',
  },
  {
    id: 'overview.route',
    source: admin,
    text: 'GET /api/v1/admin/overview tells version, uptime, store, queue, pool, unknown outcomes that need a ruling, what was done today (UTC) and in the last hour, and the disk.',
  },
  {
    id: 'overview.waiting',
    source: admin,
    text: 'Why jobs wait now is said by family: each reason, of which accounts, for how many jobs, and which only an operator can help.',
  },
  {
    id: 'overview.disk',
    source: admin,
    text: 'The disk used by results, assets and databases is measured now and then, and what is free is told.',
  },
  {
    id: 'console.overview-first',
    source: admin,
    text: 'While nothing was ever made the overview leads to the workbench.',
  },
  {
    id: 'console.overview',
    source: admin,
    text: 'The overview shows at a glance how the gateway does, and leads to the unknown outcomes that need a ruling.',
  },
  {
    id: 'console.overview-over-time',
    source: admin,
    text: 'Plots show the last hour, day or week, as the address says, with gaps where nothing is known.',
  },
  {
    id: 'console.plots-for-everybody',
    source: admin,
    text: 'A plot can be walked through by keys, says what it comes to, and opens as a table.',
  },
  {
    id: 'console.capacity',
    source: pool,
    text: 'The capacity page shows slots and waiting over time, by family and account, and why jobs wait now, in words.',
  },
];
