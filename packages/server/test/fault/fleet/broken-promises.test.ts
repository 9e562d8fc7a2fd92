import { describe, expect, it } from 'vitest';
import { brokenPromises, type Evidence } from './broken-promises.ts';

const accepted = (correlation: string, second: number, state = 'completed') => ({
  correlation_id: correlation,
  prompt: 'a lighthouse',
  state,
  accepted_at: new Date(second * 1_000).toISOString(),
});
const job = (id: string, state: string) => ({
  id,
  owner: 'user:one',
  state,
  quota: 'reserved' as const,
  price: 10,
  error: null,
});
const ledger = (...jobs: readonly ReturnType<typeof accepted>[]): Evidence['truth'] => ({
  accepted: jobs.length,
  completed: 0,
  charged_credits: 0,
  jobs: [...jobs],
});

const kept: Evidence = {
  jobs: [job('a', 'completed'), job('b', 'outcome_unknown'), job('c', 'failed')],
  truth: ledger(accepted('a.1', 1), accepted('b.1', 1), accepted('c.1', 3, 'failed')),
  usage: { used: 10, reserved: 0, held: 10 },
  promised: new Map([['key', new Set(['a'])]]),
  cap: 2,
  runMs: 1_000,
};

describe('the check of a fleet', () => {
  it('finds nothing where every promise was kept', () => {
    expect(brokenPromises(kept)).toEqual([]);
  });

  it.each<readonly [invariant: string, change: Partial<Evidence>]>([
    ['I1', { truth: ledger(...kept.truth.jobs, accepted('a.2', 9)) }],
    ['I2', { promised: new Map([['key', new Set(['gone'])]]) }],
    ['I3', { promised: new Map([['key', new Set(['a', 'b'])]]) }],
    ['I4', { usage: { used: 20, reserved: 0, held: 10 } }],
    ['I4', { usage: { used: 10, reserved: 10, held: 10 } }],
    ['I4', { usage: { used: 10, reserved: 0, held: 0 } }],
    ['I5', { truth: ledger(accepted('a.1', 1), accepted('c.1', 3)) }],
    ['I7', { truth: ledger(accepted('b.1', 1)) }],
    ['I10', { cap: 1 }],
    ['I14', { jobs: [...kept.jobs, job('d', 'polling')] }],
    ['I14', { truth: ledger(...kept.truth.jobs, accepted('unknown.1', 9)) }],
  ])('notices a breach of %s', (invariant, change) => {
    const found = brokenPromises({ ...kept, ...change });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`(${invariant})`);
  });
});
