import type { JobStore } from '@filmgate/core';
import type { StoreAccess } from '../store/store-access.ts';
import { acceptJob } from './accept-job.ts';
import { amendJob } from './amend-job.ts';
import { commitJob, markDispatch } from './commit-job.ts';
import { claimDue, releaseClaim, renewLeases } from './leases.ts';
import { recordReceipt, recordRefusal } from './record-answer.ts';
import { removeFinished } from './remove-finished.ts';

/** The life of jobs in SQLite. Claims and leases live in memory and are decided at once, all else in a transaction. */
export function createJobStore(access: StoreAccess, events: { announceWork(): void }): JobStore {
  return {
    acceptJob: (input) => access.write((state, batch) => acceptJob(state, input, batch)),
    claimDue: (input) => access.read((state) => claimDue(state, input)),
    commit: (input) =>
      access.writeAudited(
        input,
        (state, batch) => commitJob(state, input, batch),
        ({ kind }) => kind === 'committed',
      ),
    markDispatch: (input) => access.write((state, batch) => markDispatch(state, input, batch)),
    recordReceipt: (input) => access.write((state, batch) => recordReceipt(state, input, batch)),
    recordRefusal: (input) => access.write((state) => recordRefusal(state, input)),
    renewLeases: (input) => access.read((state) => renewLeases(state, input)),
    releaseClaim: (input) =>
      access.read((state) => {
        if (releaseClaim(state, input)) events.announceWork();
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
