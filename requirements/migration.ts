import type { Requirement } from './requirement.ts';

/** From a gateway on SQLite to nodes on Redis. */
export const migrationRequirements: readonly Requirement[] = [
  {
    id: 'migration.same-answers',
    source: 'docs/many-nodes, Moving there from SQLite',
    text: 'After a migration every reader port of the new store answers as that of the old one: jobs, trails, marks, lists, depth, money, accounts, users, assets, named values and the audit log.',
  },
  {
    id: 'migration.goes-on',
    source: 'docs/many-nodes, Moving there from SQLite; architecture §3 I1',
    text: 'A job goes on in the new store from the state it was in, with its mark and its receipt; none is submitted a second time.',
  },
  {
    id: 'migration.keys',
    source: 'docs/many-nodes, Moving there from SQLite; architecture §3 I3',
    text: 'Keys of API users work after a migration, and an idempotency key used before it leads to the same job.',
  },
  {
    id: 'migration.resumable',
    source: 'docs/commands, filmgate migrate',
    text: 'A migration killed at any instant is run again and ends as one that was not killed; one whose source was worked on meanwhile is begun anew.',
  },
  {
    id: 'migration.verified',
    source: 'docs/commands, filmgate migrate',
    text: 'A migration ends only when counts and answers of both stores are the same; a difference is named by its first record, and nothing is given up.',
  },
  {
    id: 'migration.refusals',
    source: 'docs/commands, filmgate migrate',
    text: 'A migration refuses a database in use, a target that holds anything else, and a source that was moved elsewhere, each with a sentence.',
  },
  {
    id: 'migration.one-truth',
    source: 'docs/many-nodes',
    text: 'No gateway works on a store that was moved, nor on one a migration is still being brought to; an operator can take the old one back, and what was unsent then waits for a ruling.',
  },
  {
    id: 'migration.witness',
    source: 'docs/many-nodes, Moving there from SQLite',
    text: 'A migration writes down beside the database how much it brought to Redis: a Redis that lost some of it, or all, is noticed by the first node that starts there, and nothing is brought to it a second time.',
  },
  {
    id: 'migration.source-unchanged',
    source: 'docs/commands, filmgate migrate',
    text: 'Nothing in the source is changed but for the note that it was moved.',
  },
  {
    id: 'migration.bytes',
    source: 'docs/many-nodes, Moving there from SQLite',
    text: 'With results in a bucket, a migration brings the films and uploads of the data directory there and checks their digests.',
  },
  {
    id: 'migration.progress',
    source: 'docs/commands, filmgate migrate',
    text: 'A migration shows a bar on a terminal and writes lines of JSON otherwise.',
  },
];
