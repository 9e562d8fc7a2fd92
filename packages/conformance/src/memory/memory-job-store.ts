import type { JobStore } from '@filmgate/core';
import { acceptJob } from './accept-job.ts';
import { amendJob } from './amend-job.ts';
import { claimDue } from './claim-due.ts';
import { releaseClaim, renewLeases } from './leases.ts';
import { markDispatch } from './mark-dispatch.ts';
import { noteAudit } from './note-audit.ts';
import type { OpenState } from './open-state.ts';
import { commit, recordReceipt, recordRefusal } from './record-answer.ts';
import { removeFinished } from './remove-finished.ts';

/** Every method is one synchronous step, so nothing comes between. */
export function createMemoryJobStore(open: OpenState): JobStore {
  return {
    acceptJob: async (input) => acceptJob(open(), input),
    claimDue: async (input) => claimDue(open(), input),
    commit: async (input) => commit(open(), input),
    markDispatch: async (input) => markDispatch(open(), input),
    recordReceipt: async (input) => recordReceipt(open(), input),
    recordRefusal: async (input) => recordRefusal(open(), input),
    renewLeases: async (input) => renewLeases(open(), input),
    releaseClaim: async (input) => releaseClaim(open(), input),
    amend: async (input) => {
      const state = open();
      const outcome = amendJob(state, input);
      if (outcome.kind === 'amended') noteAudit(state, input);
      return outcome;
    },
    removeFinished: async (input) => removeFinished(open(), input),
  };
}
