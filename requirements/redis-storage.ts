import type { Requirement } from './requirement.ts';

const source = 'decisions §1.2 FILMGATE_STORAGE, §7a Nodes';

/** The shared store on Redis: what it demands of its server, and what it does when that fails it. */
export const redisStorageRequirements: readonly Requirement[] = [
  {
    id: 'redis.servers',
    source,
    text: 'Redis and Valkey carry the store alike: the whole conformance suite, the refusals at the start, lost answers and lost writes are tested on both.',
  },
  {
    id: 'redis.start.refuses-weak',
    source,
    text: 'A Redis that could lose what it answered, or evict keys, is refused at every connection, with the very command that mends it.',
  },
  {
    id: 'redis.start.weaker-profile',
    source,
    text: 'A Redis that syncs its file each second is let in only where the operator chose that profile; one that never does is not let in.',
  },
  {
    id: 'redis.start.vouched',
    source,
    text: 'A Redis that does not show its settings is let in only where the operator vouches for it; what it shows all the same still counts.',
  },
  {
    id: 'redis.start.primary',
    source,
    text: 'A replica is refused with the address of its primary.',
  },
  {
    id: 'redis.start.cluster',
    source,
    text: 'A node of a cluster that does not hold the slot of the store is refused, with the address of the one that does.',
  },
  {
    id: 'redis.unanswered.reread',
    source,
    text: 'A change whose answer is lost is asked for again by its operation id; it is done once, and its caller learns what it came to.',
  },
  {
    id: 'redis.unanswered.refusal-final',
    source,
    text: 'A refusal that was given after an answer was lost stays the answer, even if the lost copy arrives later.',
  },
  {
    id: 'redis.unanswered.unknown',
    source,
    text: 'A change that cannot be learnt about within the bound fails as unknown, never as done or as not done.',
  },
  {
    id: 'redis.unanswered.no-late-effect',
    source,
    text: 'A change that failed as unknown takes no effect afterwards, however late a copy of it arrives.',
  },
  {
    id: 'redis.unanswered.half-open',
    source,
    text: 'A connection that is dead and does not say so is given up within the time an answer may take, and made anew.',
  },
  {
    id: 'redis.unanswered.latency',
    source,
    text: 'A change whose answers come later than is waited for is done at most once.',
  },
  {
    id: 'redis.unanswered.unsent',
    source,
    text: 'A change that was never sent fails as not done.',
  },
  {
    id: 'redis.refusals.oom',
    source,
    text: 'A Redis out of memory refuses changes as not done, whole; reads go on.',
  },
  {
    id: 'redis.refusals.loading',
    source,
    text: 'A Redis that still reads its file is waited for.',
  },
  {
    id: 'redis.refusals.readonly',
    source,
    text: 'A Redis that became a replica is written to no more until it is a primary again.',
  },
  {
    id: 'redis.refusals.busy',
    source,
    text: 'A Redis that somebody else holds up refuses changes as not done.',
  },
  {
    id: 'redis.restart.with-file',
    source,
    text: 'A Redis killed and started again with its file has everything that was answered; nodes go on by themselves, and writes under way are settled.',
  },
  {
    id: 'redis.amnesia.detected',
    source,
    text: 'A Redis that lost changes it had answered is noticed, by every node and whatever was written since; from then on jobs are neither taken, shown, claimed nor changed, and every such call says why.',
  },
  {
    id: 'redis.amnesia.witness',
    source,
    text: 'A Redis that lost changes while no node ran is noticed by what a node wrote down outside of it.',
  },
  {
    id: 'redis.amnesia.administration',
    source,
    text: 'While a loss waits for an operator, administrators can log in, look, and change settings, and receipts of upstreams are kept.',
  },
  {
    id: 'redis.amnesia.acknowledge',
    source,
    text: "By an operator's word a store that lost changes is gone on with on every node; each job that may have been sent in the lost past waits for a ruling first, its money held, and is never sent.",
  },
  {
    id: 'redis.failover.whole',
    source,
    text: 'A replica that took over with everything that was answered is gone on with by every node, without an operator.',
  },
  {
    id: 'redis.failover.noticed',
    source,
    text: 'A replica that took over without the last answered writes is noticed by every node that had made or seen one of them, however late it comes back and whatever was written since; it halts the store for all.',
  },
  {
    id: 'redis.failover.heard',
    source,
    text: 'After a server was started again or replaced no running node goes on before every node that lived within the last ten seconds has compared what it knows, or a loss was told.',
  },
  {
    id: 'redis.failover.restored',
    source,
    text: 'When the former server comes back with all changes, every node goes on by itself, also one that had met the server without them.',
  },
  {
    id: 'redis.scripts.declared-keys',
    source,
    text: 'Every key a store keeps carries the hash tag of the store, and every script names its keys.',
  },
  {
    id: 'redis.lists.indexed',
    source,
    text: 'A list narrowed by model, account or text looks at the jobs that match and at few others, however many there are; no script looks at more than a bounded number of entries.',
  },
  {
    id: 'redis.lists.found-iff-matches',
    source,
    text: 'A job is on a page exactly when it matches, in the order of creation: in any script, imported or accepted, wherever its index stands, and never once it is removed.',
  },
  {
    id: 'redis.events.resync',
    source,
    text: 'After a break of the announcements nobody waits for what was said meanwhile: jobs somebody waits for are read again, who hears of all is told of what changed, and runners look for work.',
  },
];
