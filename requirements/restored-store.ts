import type { Requirement } from './requirement.ts';

const backups = 'docs/operating, Backups';
const goneBack = 'docs/operating, A store that went back';

/** A store, when an older copy of it is put in its place. */
export const restoredStoreRequirements: readonly Requirement[] = [
  {
    id: 'restore.noticed',
    source: goneBack,
    text: 'An older copy in the place of the database is noticed at the start, by what its witness saw; from then on jobs are neither taken, shown, claimed nor changed, and every such call says why.',
  },
  {
    id: 'restore.witness-place',
    source: goneBack,
    text: 'With its witness outside of the data directory, a data directory that was put back as a whole is noticed too.',
  },
  {
    id: 'restore.no-false-alarm',
    source: goneBack,
    text: 'A store that was closed in order, killed at any moment or cut off from power is never called lost.',
  },
  {
    id: 'restore.administration',
    source: goneBack,
    text: 'On a database that went back administrators can log in, look, and change settings, and receipts of upstreams are kept.',
  },
  {
    id: 'restore.told',
    source: goneBack,
    text: 'A loss is told by the administration API and on every page of the console, in English and Chinese: which store, since when, how many changes are missing at the least where that is known, what rests because of it, and the command that acknowledges it.',
  },
  {
    id: 'restore.keys',
    source: goneBack,
    text: 'A key used in the part of the past that is missing is answered 503 while the loss is not acknowledged, never with a second job.',
  },
  {
    id: 'restore.acknowledge',
    source: goneBack,
    text: "By an operator's word a copy is gone on with; each job that may have been sent since it was made waits for a ruling first, its money held, and is never sent, and what was sent by then goes on.",
  },
  {
    id: 'restore.claims-end',
    source: 'docs/many-nodes, When Redis lost something',
    text: 'With the acknowledgement of a loss every claim ends that was given before, and no later one has its epoch: nothing is decided, extended or given back under it, whatever version of its job is known; what the upstream answered is recorded all the same.',
  },
  {
    id: 'restore.searched-first',
    source: goneBack,
    text: 'A job accepted before this start is searched for, at every account that makes its family and can be asked, and under every name it could have, before it is sent for the first time; what is found is watched and never sent.',
  },
  {
    id: 'restore.migrate',
    source: goneBack,
    text: 'A database that went back is not moved to another store, and a copy from before a move is noticed.',
  },
  {
    id: 'restore.backup',
    source: backups,
    text: 'filmgate backup copies database, request log, films and uploads of a gateway that runs to a new folder, reads the copy through, counts what is in it, and says what is not; the copy asks for an operator wherever it is started.',
  },
  {
    id: 'restore.command',
    source: backups,
    text: 'filmgate restore refuses a data directory in use and a damaged copy, keeps the database that was there, and puts a copy in its place that takes no work until an operator acknowledged what may have happened since.',
  },
];
