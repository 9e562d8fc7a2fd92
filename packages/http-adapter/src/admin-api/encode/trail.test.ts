import { type TrailEntry, trailKinds } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { encodeTrail } from './trail.ts';

type Line = readonly [at: number, what: string, detail?: TrailEntry['detail']];

const entries = (...lines: readonly Line[]): readonly TrailEntry[] =>
  lines.map(([at, what, detail = {}]) => ({ at, what, detail }));

const opening = { ledger: 'quota', move: 'reserve', amount: 8 } as const;
const reserve = { ledger: 'credit', move: 'reserve', amount: 8, accountId: 'ac_1' } as const;
const refund = { ledger: 'credit', move: 'refund', amount: 8, accountId: 'ac_1' } as const;
const giveBack = { ledger: 'quota', move: 'refund', amount: 8 } as const;

describe('lines saved together', () => {
  it('[admin.jobs.trail-authors] are one step: money with the line that says why, within one ms too', () => {
    const trail = encodeTrail(
      entries(
        [1, 'accepted'],
        [1, 'money', opening],
        [1, 'money', reserve],
        [1, 'account-chosen'],
        [1, 'marked'],
        [5, 'money', refund],
        [5, 'account-refused', { reason: 'policy' }],
        [5, 'money', giveBack],
        [5, 'failed', { code: 'content_rejected' }],
      ),
    );
    expect(trail.map(({ step }) => step)).toEqual([1, 1, 2, 2, 3, 4, 4, 5, 5]);
  });

  it('[admin.jobs.trail-authors] money no line follows stays with the line before', () => {
    const trail = encodeTrail(entries([1, 'accepted'], [3, 'money', refund], [9, 'failed']));
    expect(trail.map(({ step }) => step)).toEqual([1, 1, 2]);
  });
});

describe('who did it', () => {
  it('[admin.jobs.trail-authors] is said of each line, of its money as well', () => {
    const trail = encodeTrail(
      entries(
        [1, 'accepted'],
        [1, 'money', opening],
        [2, 'money', reserve],
        [2, 'account-chosen'],
        [7, 'read-failed', { by: 'check', detail: 'refused', inARow: 1 }],
        [9, 'money', giveBack],
        [9, 'ruled', { outcome: 'not_charged', by: 'anna', note: 'the bill' }],
        [9, 'failed', { by: 'operator', code: 'outcome_ruled_not_charged' }],
      ),
    );
    expect(trail.map(({ what, by, actor }) => [what, by, actor])).toEqual([
      ['accepted', 'caller', null],
      ['money', 'caller', null],
      ['money', 'runner', null],
      ['account-chosen', 'runner', null],
      ['read-failed', 'check', null],
      ['money', 'operator', 'anna'],
      ['ruled', 'operator', 'anna'],
      ['failed', 'operator', null],
    ]);
  });
});

describe('the facts of a line', () => {
  it('[admin.names] have names in snake_case, also those of other versions', () => {
    const trail = encodeTrail(
      entries(
        [1, 'money', reserve],
        [2, 'read-failed', { detail: 'refused', inARow: 3, newFact: { ofLater: [{ aKind: 1 }] } }],
      ),
    );
    expect(trail.map(({ detail }) => detail)).toEqual([
      { ledger: 'credit', move: 'reserve', amount: 8, account_id: 'ac_1' },
      { detail: 'refused', in_a_row: 3, new_fact: { of_later: [{ a_kind: 1 }] } },
    ]);
  });
});

describe('a line', () => {
  it.each(trailKinds)('%s is told by its own word', (what) => {
    expect(encodeTrail(entries([0, what]))).toMatchObject([
      { at: '1970-01-01T00:00:00.000Z', what },
    ]);
  });

  it.each<readonly [string, TrailEntry['detail']]>([
    ['from-the-future', {}],
    ['account-refused', { reason: 'a reason nobody knows' }],
  ])(
    '[admin.jobs.trail-other] of another version (%s) leaves the rest readable',
    (what, detail) => {
      const trail = encodeTrail(entries([1, 'accepted'], [2, what, detail]));
      expect(trail.map((line) => [line.what, line.detail])).toEqual([
        ['accepted', {}],
        ['other', { word: what }],
      ]);
    },
  );
});
