import type { Requirement } from './requirement.ts';

const jobs = 'decisions §6 jobs';
const audit = 'decisions §6 audit-log';
const outcomes = 'decisions §2, §6 jobs';

/** The console's rooms about jobs, and about who changed what; and what the admin API tells them beyond the lists. */
export const consoleJobsRequirements: readonly Requirement[] = [
  {
    id: 'admin.jobs.trail-authors',
    source: jobs,
    text: 'Each step of a trail says who did it (caller, runner, check, operator by name).',
  },
  {
    id: 'admin.jobs.trail-other',
    source: jobs,
    text: 'A step of a trail that another version wrote is told as such; the rest stays readable.',
  },
  {
    id: 'admin.jobs.waiting-for',
    source: jobs,
    text: 'A waiting job tells for each account why it does not take it, with slots, free credits and when it passes.',
  },
  {
    id: 'admin.jobs.owner-names',
    source: jobs,
    text: 'Jobs of API users carry the name of the user.',
  },
  {
    id: 'admin.jobs.attempts',
    source: jobs,
    text: 'A job tells how many submissions of it may have reached an upstream.',
  },
  {
    id: 'admin.jobs.content',
    source: jobs,
    text: "GET jobs/:id/content gives an administrator the stored result of any owner's job, with Range and HEAD.",
  },
  {
    id: 'admin.audit-log.filters',
    source: audit,
    text: 'The audit log filters by actor, by one or more actions, and by target, page by page.',
  },
  {
    id: 'console.jobs-list',
    source: jobs,
    text: 'The jobs of all owners are listed newest first, move live, and are read on as the list is scrolled, from a virtual table.',
  },
  {
    id: 'console.jobs-filters',
    source: jobs,
    text: 'Filters and the open job stand in the address: reload, back and a sent link find them again.',
  },
  {
    id: 'console.jobs-waiting',
    source: jobs,
    text: 'A waiting job says on top why it waits: no free slot, credits, lost login, in words and numbers for each account.',
  },
  {
    id: 'console.jobs-timeline',
    source: jobs,
    text: 'The timeline says in words what happened, who did it, when after acceptance, each refused account with its reason, and each movement of money with what it leaves.',
  },
  {
    id: 'console.jobs-words',
    source: jobs,
    text: 'Every kind of line, reason, state and failure has words in both languages.',
  },
  {
    id: 'console.jobs-reason',
    source: jobs,
    text: 'A failed job says in its row why, in a word or two.',
  },
  {
    id: 'console.jobs-film',
    source: jobs,
    text: 'A completed job of any owner plays in its drawer.',
  },
  {
    id: 'console.jobs-ruling',
    source: outcomes,
    text: 'An unknown outcome is checked and ruled from its drawer, which says what each ruling does to the money and that nothing is sent again; a second ruling is explained.',
  },
  {
    id: 'console.audit-log',
    source: audit,
    text: 'The audit log shows who changed what as old and new values, leads to what was changed, filters in the address, and is read on as it is scrolled.',
  },
  {
    id: 'console.jobs-accessible',
    source: jobs,
    text: 'Jobs and audit log have no serious barriers in either scheme, and fit a phone without sideways scrolling.',
  },
];
