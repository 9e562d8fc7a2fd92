import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { DispatchRecord } from '../../ports/job-reader.ts';
import { describeNamedWorkRefusal } from './describe-refusal.ts';
import { accountOfNamedWork, dispatchOfNamedWork } from './check-named-work.ts';

const handle = { version: 1, value: { b: 1, a: 'film-7' } } as const;
const rewritten = '{"value":{"a":"film-7","b":1.0},"version":1}';
const job = { id: 'vt_1', refusals: 1, correlationId: 'vt_1.2' };
const forgotten = { ...job, correlationId: null };

function record(change: Partial<DispatchRecord>): DispatchRecord {
  const { id: jobId, correlationId } = job;
  const sent = { recordedAt: 1, sendDeadlineAt: 2 };
  return { jobId, correlationId, ...sent, handle: null, accountId: null, refusal: null, ...change };
}

const former = record({ correlationId: 'vt_1.1', refusal: '{}' });

describe('the account of work that a person names', () => {
  it('[jobs.found.pinned] is the one that the dispatch record says, and no other', () => {
    const sent = { accountId: 'one', correlationId: 'vt_1.1' };
    const pinned = { kind: 'account', accountId: 'one' };
    expect(accountOfNamedWork(sent, null)).toEqual(pinned);
    expect(accountOfNamedWork(sent, 'one')).toEqual(pinned);
    expect(accountOfNamedWork(sent, 'two')).toEqual({ kind: 'account-differs' });
  });

  it('[jobs.found.pinned] is required where the store lost the submission', () => {
    const lost = { accountId: null, correlationId: null };
    expect(accountOfNamedWork(lost, null)).toEqual({ kind: 'account-needed' });
    expect(accountOfNamedWork(lost, 'two')).toEqual({ kind: 'account', accountId: 'two' });
    const known = { accountId: 'one', correlationId: null };
    expect(accountOfNamedWork(known, null)).toEqual({ kind: 'account', accountId: 'one' });
    expect(accountOfNamedWork(known, 'two')).toEqual({ kind: 'account', accountId: 'two' });
  });
});

describe('the dispatch record for named work', () => {
  const open = { kind: 'open', correlationId: 'vt_1.2' };
  const answered = { kind: 'answered' };

  it.each<[string, readonly DispatchRecord[], object]>([
    ['without a response', [former, record({})], open],
    ['that the store lost', [former], open],
    ['with this very handle', [record({ handle: rewritten })], open],
    ['with another handle', [record({ handle: '{"version":1,"value":"other"}' })], answered],
    ['with a refusal', [record({ refusal: '{}' })], answered],
  ])('[jobs.found.one-response] is the present one, %s', (_name, records, outcome) => {
    expect(dispatchOfNamedWork(job, records, handle)).toEqual(outcome);
  });

  it('[jobs.found.one-response] is the last one without a response where its name is lost', () => {
    const later = record({ correlationId: 'vt_1.3' });
    const found = { kind: 'open', correlationId: 'vt_1.3' };
    expect(dispatchOfNamedWork(forgotten, [former, record({}), later], handle)).toEqual(found);
    expect(dispatchOfNamedWork(forgotten, [former], handle)).toEqual(open);
    expect(dispatchOfNamedWork(forgotten, [], handle)).toEqual(open);
  });

  const anyRecord = fc.record({
    jobId: fc.constantFrom('vt_1', 'vt_2'),
    correlationId: fc.constantFrom('vt_1.1', 'vt_1.2', 'vt_1.3'),
    recordedAt: fc.constant(1),
    sendDeadlineAt: fc.constant(2),
    handle: fc.constantFrom(null, rewritten, '"other"'),
    accountId: fc.constant(null),
    refusal: fc.constantFrom(null, '{}'),
  });

  law.prop([
    fc.uniqueArray(anyRecord, { selector: ({ correlationId }) => correlationId }),
    fc.constantFrom(job, forgotten),
  ])(
    '[jobs.found.one-response] never is one that has another response, nor another job’s',
    (records, from) => {
      const outcome = dispatchOfNamedWork(from, records, handle);
      if (outcome.kind === 'answered') return;
      const { correlationId } = outcome;
      if (from.correlationId !== null) expect(correlationId).toBe(from.correlationId);
      const own = records.filter(({ jobId }) => jobId === from.id);
      const responses = own.find((one) => one.correlationId === correlationId);
      expect([undefined, null]).toContain(responses?.refusal);
      expect([undefined, null, rewritten]).toContain(responses?.handle);
    },
  );
});

it('[jobs.found.told] the reason not to adopt named work is a sentence that names the obstacle', () => {
  expect(describeNamedWorkRefusal({ kind: 'held', heldBy: 'vt_2' })).toContain('job vt_2');
  const unread = describeNamedWorkRefusal({
    kind: 'not-read',
    detail: 'the provider responded 502',
  });
  expect(unread).toContain('the provider responded 502');
  expect(describeNamedWorkRefusal({ kind: 'another-id', reported: 'f-8' })).toContain(
    'another ID, f-8',
  );
  expect(describeNamedWorkRefusal({ kind: 'not-known' })).toMatch(/^The provider does not know/);
});
