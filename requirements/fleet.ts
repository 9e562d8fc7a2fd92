import type { Requirement } from './requirement.ts';

/** Several nodes on one store. */
export const fleetRequirements: readonly Requirement[] = [
  {
    id: 'fleet.one-key-one-job',
    source: 'architecture §3 I3, decisions §7a',
    text: 'One idempotency key sent to two nodes at once leads to one job, and the upstream accepts one submission.',
  },
  {
    id: 'fleet.any-node',
    source: 'architecture §4',
    text: 'A job made on one node is read, listed, awaited, followed and downloaded on every other.',
  },
  {
    id: 'fleet.takeover',
    source: 'architecture §3 I1, I9, I14',
    text: 'When a node is killed or stands still, another goes on with all its jobs within the length of a lease; when it wakes it decides nothing of them, and its receipts are kept.',
  },
  {
    id: 'fleet.account-cap',
    source: 'architecture §3 I10',
    text: 'All nodes together never have more jobs at an account than its cap.',
  },
  {
    id: 'fleet.redis-restart',
    source: 'docs/many-nodes',
    text: 'While Redis is away creations answer 503 and nodes are not ready; with its file back everything goes on.',
  },
  {
    id: 'fleet.store-loss',
    source: 'docs/many-nodes',
    text: 'A Redis that came back without answered writes is told by every surface and /readyz; nothing is claimed or sent until an operator acknowledges it.',
  },
  {
    id: 'fleet.bad-line',
    source: 'docs/many-nodes',
    text: 'Lost scripts, lost answers, dead connections and late answers between a node and Redis lose no job and repeat none.',
  },
  {
    id: 'fleet.redis-refuses',
    source: 'docs/many-nodes',
    text: 'A Redis without memory, as a replica, or still reading its file leads to 503 and to nothing half-written, and is recovered from.',
  },
  {
    id: 'fleet.settings',
    source: 'architecture §3 I12',
    text: 'A setting changed on one node is in force on every other for its next request.',
  },
  {
    id: 'fleet.round-trips',
    source: 'architecture §7',
    text: 'On a shared store a creation waits three times for an answer of the store, and a look at a task twice.',
  },
  {
    id: 'fleet.credentials',
    source: 'architecture §3 I12',
    text: 'A key that was rotated or disabled, and a session that was ended, on one node open nothing on any other.',
  },
  {
    id: 'fleet.same-login',
    source: 'decisions §7a',
    text: 'Nodes that start at once agree on one administrator login and its beginning.',
  },
  {
    id: 'fleet.demo-once',
    source: 'decisions §7a',
    text: 'Demo credentials are made once per store, and a second node leaves the quickstart.json of the first alone.',
  },
  {
    id: 'fleet.mismatch-refused',
    source: 'decisions §7a',
    text: 'A node with another master key, or with another result store, is refused at its start with a sentence.',
  },
  {
    id: 'fleet.role-http',
    source: 'docs/many-nodes',
    text: 'A node with the role http answers everything and runs no job.',
  },
  {
    id: 'fleet.role-runner',
    source: 'docs/many-nodes',
    text: 'A node with the role runner runs jobs, and answers for health and metrics alone.',
  },
  {
    id: 'fleet.clean-up-once',
    source: 'docs/many-nodes',
    text: 'Scheduled clean-up runs on one node at a time, and on another when that one is gone.',
  },
  {
    id: 'fleet.lazy-parts',
    source: 'decisions §1',
    text: 'A start on SQLite and files loads neither the Redis client nor the client of buckets.',
  },
  {
    id: 'fleet.example',
    source: 'architecture §1',
    text: 'A short program shows two nodes on one Redis and checks itself.',
  },
];
