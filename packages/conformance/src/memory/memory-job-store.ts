import type { Audited, CommitInput, CommitOutcome, JobStore } from '@filmgate/core';
import { acceptJob } from './accept-job.ts';
import { amendJob } from './amend-job.ts';
import { claimDue } from './claim-due.ts';
import { followClock } from './follow-clock.ts';
import { releaseClaim, renewLeases } from './leases.ts';
import { markDispatch, recordReceipt } from './mark-dispatch.ts';
import type { MemoryState } from './memory-state.ts';
import { noteAudit } from './note-audit.ts';
import type { OpenState } from './open-state.ts';
import { removeFinished } from './remove-finished.ts';
import {
  checkChange,
  creditsGranted,
  entryToChange,
  saveChange,
  slotsGranted,
} from './save-change.ts';

/** Every method is one synchronous step, so nothing comes between. */
export function createMemoryJobStore(open: OpenState): JobStore {
  return {
    acceptJob: async (input) => acceptJob(followClock(open(), input.now), input),
    claimDue: async (input) => claimDue(followClock(open(), input.now), input),
    commit: async (input) => commit(followClock(open(), input.now), input),
    markDispatch: async (input) => markDispatch(followClock(open(), input.now), input),
    recordReceipt: async (input) => recordReceipt(open(), input),
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

function commit(state: MemoryState, input: CommitInput & Audited): CommitOutcome {
  const entry = entryToChange(state, input);
  if (entry === undefined) return { kind: 'stale' };
  checkChange(entry, input);
  if (!slotsGranted(state, input.effects)) return { kind: 'slot-taken' };
  if (!creditsGranted(state, entry.job, input.effects)) return { kind: 'credits-reserved' };
  const job = saveChange(state, entry, input);
  noteAudit(state, input);
  return { kind: 'committed', job };
}
