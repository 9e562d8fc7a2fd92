import type { Job } from '@filmgate/core';
import type { Owner } from '../ledger/owners.ts';
import type { Due } from '../schedule/due-heap.ts';

/** A runner's lease; while it lasts no other runner is given the job. */
export interface Lease {
  readonly holder: string;
  readonly until: number;
}

/** The part of an open job that one act replaces, and its undoing puts back. */
export interface Standing {
  readonly job: Job;
  /** Newest stored line of its trail. */
  readonly lastEntry: number | null;
  readonly lease: Lease | null;
  /** When it may be claimed if it is not leased; null = not without an operator. */
  readonly dueAt: number | null;
}

/** Where the schedule keeps a job. */
export type Lane = 'nowhere' | 'ongoing' | 'waiting' | 'ready';

/** A job that has not ended, with everything only memory knows of it. */
export interface OpenJob extends Due {
  readonly owner: Owner;
  standing: Standing;
  /** Epoch of the newest claim. */
  epoch: number;
  /** How often the accounts had been changed when it was last claimed. */
  poolSeen: number;
  lane: Lane;
}
