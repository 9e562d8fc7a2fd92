import type { JobStore } from '@filmgate/core';
import type { StoreAccess } from '../store/store-access.ts';
import type { StoreState } from '../store/store-state.ts';
import { acceptJob } from './accept-job.ts';
import { amendJob } from './amend-job.ts';
import { commitJob, markDispatch } from './commit-job.ts';
import { claimDue, releaseClaim, renewLeases } from './leases.ts';
import { recordReceipt, recordRefusal } from './record-answer.ts';
import { removeFinished } from './remove-finished.ts';

/** The life of jobs in SQLite. Claims and leases live in memory and are decided at once, all else in a transaction. */
export function createJobStore(access: StoreAccess, events: { announceWork(): void }): JobStore {
  return {
    acceptJob: (input) => access.write((state, batch) => acceptJob(by(state, input), input, batch)),
    claimDue: (input) => access.read((state) => claimDue(by(state, input), input)),
    commit: (input) =>
      access.writeAudited(
        input,
        (state, batch) => commitJob(by(state, input), input, batch),
        ({ kind }) => kind === 'committed',
      ),
    markDispatch: (input) =>
      access.write((state, batch) => markDispatch(by(state, input), input, batch)),
    recordReceipt: (input) =>
      access.write((state, batch) => recordReceipt(by(state, input), input, batch)),
    recordRefusal: (input) => access.write((state) => recordRefusal(state, input)),
    renewLeases: (input) => access.read((state) => renewLeases(by(state, input), input)),
    releaseClaim: (input) =>
      access.read((state) => {
        if (releaseClaim(by(state, input), input)) events.announceWork();
      }),
    amend: (input) =>
      access.writeAudited(
        input,
        (state, batch) => amendJob(state, input, batch),
        ({ kind }) => kind === 'amended',
      ),
    removeFinished: (input) => access.write((state, batch) => removeFinished(state, input, batch)),
  };
}

/** The state, with its schedule by the clock the call was told. */
function by(state: StoreState, { now }: { readonly now: number }): StoreState {
  state.openJobs.schedule.follow(now);
  return state;
}
