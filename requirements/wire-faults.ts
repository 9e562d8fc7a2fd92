import type { Requirement } from './requirement.ts';

/** What a provider, or the line to it, does wrong. */
export const wireFaultRequirements: readonly Requirement[] = [
  {
    id: 'wire.outcomes',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'Whatever comes over the line instead of a good answer ends a submission as unknown, or as refused with proof, and a read as failed, in bounded time and memory.',
  },
  {
    id: 'wire.nothing-sent',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'A submission whose connection never stood (refused, no such name, TLS not agreed, given up while connecting) was not sent: it is refused and not unknown.',
  },
  {
    id: 'wire.no-redirect',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'A redirect is followed by no submission and no read of a job, and its target sees no connection and no credential; nor by the read of a film, where the place lists no other hosts.',
  },
  {
    id: 'wire.own-words',
    source: 'ARCHITECTURE, Submission protocol',
    text: "Only an answer in the provider's own words about the very job asked for says something of it: an id of another job, an unknown shape or a proxy's page says nothing.",
  },
  {
    id: 'wire.retry-after',
    source: 'RFC 9110 §10.2.3',
    text: 'Retry-After is heeded for refusals and reads, as seconds or as a date, and for an hour at most.',
  },
  {
    id: 'wire.jobs',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'Whatever the line does to a submission, the job is sent at most once without proof of refusal, its money is held until there is proof, and an unknown outcome is never sent again.',
  },
  {
    id: 'wire.fickle-provider',
    source: 'ARCHITECTURE, What always holds',
    text: 'A provider that takes back what it said (flapping states, vanished jobs, expired links, late or broken searches, negative balances) leads to no second submission and no refund without proof.',
  },
  {
    id: 'damage.log',
    source: 'ARCHITECTURE, What always holds',
    text: 'A log that is missing, damaged or older than its database is noticed at the opening, as a store that went back.',
  },
  {
    id: 'damage.page',
    source: 'ARCHITECTURE, What always holds',
    text: 'A database with a damaged page refuses to open, or says of what lies there that it cannot say; it tells nothing wrong.',
  },
  {
    id: 'system-calls.opening',
    source: 'ARCHITECTURE, What always holds',
    text: 'A store whose disk refuses a write, a sync or a removal while it opens does not open, and says that the disk failed; the next opening goes on.',
  },
  {
    id: 'system-calls.running',
    source: 'ARCHITECTURE, What always holds',
    text: 'A system call that fails once, now and then, or ever after answers callers with 503 or a task that is kept; after a restart on a sound disk every task is delivered or unknown, paid once.',
  },
  {
    id: 'system-calls.removing',
    source: 'ARCHITECTURE, What always holds',
    text: 'A film that is taken back while the disk refuses to remove its file is served no more, the refusal is told, and no other film is lost by it.',
  },
];
