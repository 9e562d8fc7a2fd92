import type { Job } from '@filmgate/core';
import type { Owner } from '../ledger/owners.ts';
import type { Due } from '../schedule/due-heap.ts';

/** A runner's lease; until it expires no other runner is given the job. */
export interface Lease {
  readonly holder: string;
  readonly until: number;
}

/** The part of an open job that one act replaces, and its undo restores. */
export interface OpenJobState {
  readonly job: Job;
  /** Newest stored step of the job's trail. */
  readonly lastEntry: number | null;
  readonly lease: Lease | null;
  /** Instant from which the job may be claimed if it is not leased; null = not without an operator. */
  readonly dueAt: number | null;
}

/** Lane of the schedule that holds a job. */
export type Lane = 'nowhere' | 'ongoing' | 'waiting' | 'ready';

/** A job that has not ended, with its state that only memory holds. */
export interface OpenJob extends Due {
  readonly owner: Owner;
  current: OpenJobState;
  /** Epoch of the newest claim. */
  epoch: number;
  /** Number of account changes when the job was last claimed. */
  poolSeen: number;
  lane: Lane;
}
