import type { Requirement } from './requirement.ts';

/** The invariants every part of the gateway keeps. */
export const invariantsRequirements: readonly Requirement[] = [
  {
    id: 'invariants.i1-one-submission',
    source: 'architecture §3 I1',
    text: 'An upstream accepts at most one submission per job, unless an operator ruled the first void.',
  },
  {
    id: 'invariants.i2-accepted-survives',
    source: 'architecture §3 I2',
    text: 'What was answered 202 survives any kill and power loss.',
  },
  {
    id: 'invariants.i3-one-job-per-key',
    source: 'architecture §3 I3',
    text: 'An owner and a key lead to one job.',
  },
  {
    id: 'invariants.i4-ledger-balanced',
    source: 'architecture §3 I4',
    text: 'Settled, reserved and held never exceed the limit, each reservation closes exactly once, and totals equal the sum of entries.',
  },
  {
    id: 'invariants.i5-refund-with-proof',
    source: 'architecture §3 I5',
    text: 'A refund happens only with proof.',
  },
  {
    id: 'invariants.i6-unknown-not-resubmitted',
    source: 'architecture §3 I6',
    text: 'An outcome_unknown job is never resubmitted.',
  },
  {
    id: 'invariants.i7-completed-on-disk',
    source: 'architecture §3 I7',
    text: 'A completed job has its bytes on disk, with the size and digest of its row.',
  },
  {
    id: 'invariants.i8-final-states',
    source: 'architecture §3 I8',
    text: 'Final states are final.',
  },
  {
    id: 'invariants.i9-stale-epoch',
    source: 'architecture §3 I9',
    text: 'A stale epoch changes no decision.',
  },
  {
    id: 'invariants.i10-account-cap',
    source: 'architecture §3 I10',
    text: "An account's jobs in flight, as the upstream sees them, never exceed its cap.",
  },
  {
    id: 'invariants.i11-foreign-is-missing',
    source: 'architecture §3 I11',
    text: 'Foreign and missing ids are indistinguishable.',
  },
  {
    id: 'invariants.i12-revoked-credential',
    source: 'architecture §3 I12',
    text: 'A revoked credential authorises nothing that starts later.',
  },
  {
    id: 'invariants.i13-no-secret-leaves',
    source: 'architecture §3 I13',
    text: 'No secret leaves in logs, errors, metrics, URLs or database text.',
  },
  {
    id: 'invariants.i14-heals',
    source: 'architecture §3 I14',
    text: 'When faults heal, every job is final, moving, or unknown with a next step, and nothing is orphaned.',
  },
];
