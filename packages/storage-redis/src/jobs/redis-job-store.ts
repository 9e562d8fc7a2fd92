import type { JobStore } from '@filmgate/core';
import { acceptJob } from './accept-job.ts';
import { amendJob } from './amend-job.ts';
import { claimDue } from './claim-due.ts';
import { commitJob, recordDispatch } from './commit-job.ts';
import type { JobAccess } from './stored-jobs.ts';
import { releaseClaim, renewLeases } from './leases.ts';
import { recordReceipt, recordRefusal } from './record-response.ts';
import { removeFinished } from './remove-finished.ts';

/** The life of jobs in Redis; every act is one script. */
export function createJobStore(access: JobAccess): JobStore {
  return {
    acceptJob: (input) => acceptJob(access, input),
    claimDue: (input) => claimDue(access, input),
    commit: (input) => commitJob(access, input),
    recordDispatch: (input) => recordDispatch(access, input),
    recordReceipt: (input) => recordReceipt(access, input),
    recordRefusal: (input) => recordRefusal(access, input),
    renewLeases: (input) => renewLeases(access, input),
    releaseClaim: (input) => releaseClaim(access, input),
    amend: (input) => amendJob(access, input),
    removeFinished: (input) => removeFinished(access, input),
  };
}
