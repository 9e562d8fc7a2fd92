import type { JobStore } from '@filmgate/core';
import { acceptJob } from './accept-job.ts';
import { amendJob } from './amend-job.ts';
import { claimDue } from './claim-due.ts';
import { followClock } from './follow-clock.ts';
import { releaseClaim, renewLeases } from './leases.ts';
import { markDispatch } from './mark-dispatch.ts';
import { noteAudit } from './note-audit.ts';
import type { OpenState } from './open-state.ts';
import { commit, recordReceipt, recordRefusal } from './record-answer.ts';
import { removeFinished } from './remove-finished.ts';

/** Every method is one synchronous step, so nothing comes between. */
export function createMemoryJobStore(open: OpenState): JobStore {
  return {
    acceptJob: async (input) => acceptJob(followClock(open(), input.now), input),
    claimDue: async (input) => claimDue(followClock(open(), input.now), input),
    commit: async (input) => commit(followClock(open(), input.now), input),
    markDispatch: async (input) => markDispatch(followClock(open(), input.now), input),
    recordReceipt: async (input) => recordReceipt(followClock(open(), input.now), input),
    recordRefusal: async (input) => recordRefusal(open(), input),
    renewLeases: async (input) => renewLeases(followClock(open(), input.now), input),
    releaseClaim: async (input) => releaseClaim(followClock(open(), input.now), input),
    amend: async (input) => {
      const state = open();
      const outcome = amendJob(state, input);
      if (outcome.kind === 'amended') noteAudit(state, input);
      return outcome;
    },
    removeFinished: async (input) => removeFinished(open(), input),
  };
}
