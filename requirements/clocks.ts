import type { Requirement } from './requirement.ts';

/** Clocks that are wrong, that are set, and that differ. */
export const clocksRequirements: readonly Requirement[] = [
  {
    id: 'clocks.retention.jump',
    source: 'docs/operating, When the clock jumps',
    text: 'Nothing is removed for its age because the clock jumped ahead by more than an hour of what the store and the running process witness, until the new time is confirmed.',
  },
  {
    id: 'clocks.results.jump',
    source: 'docs/operating, When the clock jumps',
    text: 'A film that is still being fetched is not given up because the clock jumped ahead by more than an hour, until the new time is confirmed.',
  },
  {
    id: 'clocks.retention.start',
    source: 'docs/operating, When the clock jumps',
    text: 'A start with a clock that is 100 days ahead removes no task, film, upload, session or log row, and the next start with the right clock finds them all.',
  },
  {
    id: 'clocks.retention.told',
    source: 'docs/operating, When the clock jumps',
    text: 'A jump is told in the log, in a metric, by /readyz, which stays ready, by the administration API and on every page of the console.',
  },
  {
    id: 'clocks.retention.confirm',
    source: 'docs/operating, When the clock jumps',
    text: 'An administrator confirms the time in one step, over the API or by a command, and it is an entry of the audit log; what is old by then is removed from then on.',
  },
  {
    id: 'clocks.retention.server-time',
    source: 'docs/operating, When the clock jumps',
    text: 'On Redis the age of what is removed is told by the clock of the server: a node whose own clock is ahead removes nothing early.',
  },
  {
    id: 'clocks.schedule.set-back',
    source: 'ARCHITECTURE, Clocks',
    text: 'A wall clock that is set back delays nothing in flight: each pause lasts as long as it was meant to.',
  },
  {
    id: 'clocks.jobs.forward-only',
    source: 'ARCHITECTURE, Clocks',
    text: 'The instants at which a job changed and ended are never before the change before: a node whose clock is behind makes no job old too early.',
  },
  {
    id: 'clocks.slots.set-back',
    source: 'ARCHITECTURE, Clocks',
    text: 'A job whose outcome is unknown gives its slot up after the time it was given for, whatever is done to the wall clock.',
  },
  {
    id: 'clocks.leases.set-back',
    source: 'ARCHITECTURE, Clocks',
    text: 'A lease lasts as long as it was given for, whatever is done to the wall clock.',
  },
  {
    id: 'clocks.leases.server-time',
    source: 'ARCHITECTURE, Clocks',
    text: 'On Redis leases and due times are judged by the clock of the server: nodes whose clocks are 30 s apart take no claim of each other.',
  },
  {
    id: 'clocks.claims.one-work',
    source: 'ARCHITECTURE, Clocks',
    text: 'A node never works on a job twice at the same time: a claim of one it has in hand waits until the work in hand has ended.',
  },
  {
    id: 'clocks.accounts.set-back',
    source: 'ARCHITECTURE, Clocks',
    text: 'The cooling of an account, the circuit of a provider and the order of probes do not outlast a clock that was set back.',
  },
  {
    id: 'clocks.login',
    source: 'ARCHITECTURE, Clocks',
    text: 'Whoever knows the name and the password logs in although the clock was set back; a session belongs to the login it was opened with, not to an instant.',
  },
  {
    id: 'clocks.gateway',
    source: 'ARCHITECTURE, Clocks',
    text: 'A gateway whose clock is set back by an hour goes on with jobs of every open state within seconds.',
  },
];
