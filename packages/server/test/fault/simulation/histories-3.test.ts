import { beforeAll, expect, it } from 'vitest';
import { type PartReport, provePromises } from './prove-promises.ts';

let part: PartReport;

beforeAll(async () => {
  part = await provePromises(3);
}, 600_000);

it('[invariants.i1-one-submission][invariants.i2-accepted-survives][invariants.i3-one-job-per-key][invariants.i4-ledger-balanced][invariants.i5-refund-with-proof][invariants.i6-unknown-not-resubmitted][invariants.i7-completed-on-disk][invariants.i8-final-states][invariants.i12-revoked-credential][invariants.i14-heals][simulation.unknown-is-explained][simulation.served-film-never-failed] 5,000 histories keep every promise', () => {
  expect(part.broken).toEqual([]);
});

it('[simulation.rare-situations] every rare situation comes up', () => {
  expect(part.missed).toEqual([]);
});
