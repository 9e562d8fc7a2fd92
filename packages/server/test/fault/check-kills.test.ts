import { describe, expect, it } from 'vitest';
import { brokenPromises, type Evidence } from '../soak/check-kills.ts';

const made = (correlation: string, state = 'completed', prompt = 'a lighthouse') => ({
  correlation_id: correlation,
  prompt,
  state,
  accepted_at: new Date(0).toISOString(),
});
const moneyOf = {
  completed: 'settled',
  failed: 'released',
  outcome_unknown: 'held',
  storing: 'reserved',
  polling: 'reserved',
} as const;
const job = (id: string, state: keyof typeof moneyOf, code?: string) => ({
  id,
  owner: 'user:one',
  state,
  quota: moneyOf[state],
  price: 10,
  error: code === undefined ? null : { code },
});
const ledger = (...jobs: readonly ReturnType<typeof made>[]): Evidence['truth'] => ({
  accepted: jobs.length,
  completed: 0,
  charged_credits: 0,
  jobs: [...jobs],
});

const spoilt = 'a lighthouse [[mock:truncate=60%]]';
const kept: Evidence = {
  jobs: [
    job('a', 'completed'),
    job('b', 'outcome_unknown'),
    job('c', 'failed', 'generation_failed'),
    job('d', 'failed', 'result_invalid'),
    job('e', 'storing'),
  ],
  truth: ledger(
    made('a.1'),
    made('b.1'),
    made('c.1', 'failed'),
    made('d.1', 'completed', spoilt),
    made('e.1', 'completed', spoilt),
  ),
  users: [{ id: 'one', usage: { used: 10, reserved: 10, held: 10 } }],
  promised: new Map([['one key', new Set(['a'])]]),
  limits: new Map([['one', 30]]),
};
const [first, ...others] = kept.jobs;
const usage = (used: number, reserved: number, held: number) => ({
  users: [{ id: 'one', usage: { used, reserved, held } }],
});

describe('the check of a soak', () => {
  it('finds nothing where every promise was kept', () => {
    expect(brokenPromises(kept)).toEqual([]);
  });

  it.each<readonly [invariant: string, change: Partial<Evidence>]>([
    ['I1', { truth: ledger(...kept.truth.jobs, made('a.2')) }],
    ['I2', { promised: new Map([['one key', new Set(['gone'])]]) }],
    ['I3', { promised: new Map([['one key', new Set(['a', 'b'])]]) }],
    ['I4', usage(0, 10, 10)],
    ['I4', usage(10, 0, 10)],
    ['I4', usage(10, 10, 0)],
    ['I4', { limits: new Map([['one', 29]]) }],
    [
      'I4',
      {
        jobs: kept.jobs.map((one) => (one.id === 'a' ? { ...one, quota: 'held' } : one)),
        ...usage(0, 10, 20),
      },
    ],
    [
      'I5',
      { truth: ledger(...kept.truth.jobs.slice(0, 2), made('c.1'), ...kept.truth.jobs.slice(3)) },
    ],
    ['I5', { jobs: kept.jobs.map((one) => (one.id === 'd' ? job('d', 'failed', 'x') : one)) }],
    ['I7', { truth: ledger(made('a.1', 'running'), ...kept.truth.jobs.slice(1)) }],
    ['I7', { truth: ledger(made('a.1', 'completed', spoilt), ...kept.truth.jobs.slice(1)) }],
    ['I11', { promised: new Map([['two key', new Set(['a'])]]) }],
    ['I14', { jobs: [...kept.jobs, job('f', 'polling')], ...usage(10, 20, 10), limits: new Map() }],
    ['I14', { truth: ledger(...kept.truth.jobs, made('unknown.1')) }],
  ])('notices a breach of %s', (invariant, change) => {
    const found = brokenPromises({ ...kept, ...change });
    expect(found, found.join('\n')).toHaveLength(1);
    expect(found[0]).toContain(`(${invariant})`);
  });

  it('leaves the money of unknown work held that was found and waits for its result', () => {
    const jobs = kept.jobs.map((one) =>
      one.id === 'e' ? { ...one, quota: 'held' as const } : one,
    );
    expect(brokenPromises({ ...kept, jobs, ...usage(10, 0, 20) })).toEqual([]);
  });

  it('mistakes no other job for one that waits for its result', () => {
    expect(first?.state).toBe('completed');
    const found = brokenPromises({ ...kept, jobs: [job('a', 'storing'), ...others] });
    expect(found.some((one) => one.includes('a is still storing (I14)'))).toBe(true);
  });
});
