/** @module-tag long */
import { beforeAll, expect, it } from 'vitest';
import { type PromisesReport, provePromises } from './prove-promises.ts';

let report: PromisesReport;

beforeAll(async () => {
  report = await provePromises();
}, 600_000);

it('[invariants.i1-one-submission][invariants.i2-accepted-survives][invariants.i3-one-job-per-key][invariants.i4-ledger-balanced][invariants.i5-refund-with-proof][invariants.i6-unknown-not-resubmitted][invariants.i7-completed-on-disk][invariants.i8-final-states][invariants.i12-revoked-credential][invariants.i14-heals][simulation.unknown-is-explained][simulation.served-video-never-failed][simulation.looked-for][simulation.files-come-back][simulation.erased-not-sent] 20,000 histories keep every promise', () => {
  expect(report.broken).toEqual([]);
});

it('[simulation.rare-situations] every rare situation comes up', () => {
  expect(report.missed).toEqual([]);
});
