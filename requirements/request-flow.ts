import type { Requirement } from './requirement.ts';

/** What one caller may cost in time, bytes and connections, and that a stalled process calls no answer lost. */
export const requestFlowRequirements: readonly Requirement[] = [
  {
    id: 'flow.stall.answer-kept',
    source: 'architecture §Submission protocol',
    text: 'A submission answered while the process stood still for twice the send timeout is accepted: a timer that fires late gives the call the time it lost.',
  },
  {
    id: 'flow.stall.bounded',
    source: 'architecture §Submission protocol',
    text: 'A call that is never answered is given up after a stall too, at the latest when its timer was late ten times in a row.',
  },
  {
    id: 'flow.stall.lease-renewed',
    source: 'architecture §Submission protocol',
    text: 'A runner that stood still renews the leases of what it has in hand before it claims anything.',
  },
];
