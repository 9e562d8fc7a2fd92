import { trailKinds, type TrailMoney, type TrailStep } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { encodeTrailStep, trailStep } from './trail.ts';

function step(
  what: string,
  detail: TrailStep['detail'] = {},
  money: readonly TrailMoney[] = [],
): TrailStep {
  return { at: 0, what, detail, money };
}

describe('a step', () => {
  it('[providers.trail.steps] is one record, with its money and the balance after each movement', () => {
    const after = { reserved: 0, held: 0, settled: 430 };
    const moved = { move: 'settle', amount: 430, unit: 'usd', after } as const;
    const quota = { ledger: 'quota', move: 'refund', amount: 8, unit: 'credits', after } as const;
    const money = [{ ledger: 'credit', accountId: 'ac_1', ...moved }, quota] as const;
    const record = encodeTrailStep(step('receipt', { account: 'ac_1' }, money));
    expect(record).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      what: 'receipt',
      by: 'runner',
      actor: null,
      detail: { account: 'ac_1' },
      money: [
        { ledger: 'credit', account_id: 'ac_1', ...moved },
        { ...quota, account_id: null },
      ],
    });
    expect(trailStep.strict().parse(record)).toEqual(record);
  });

  it.each<readonly [string, TrailStep['detail'], string, string | null]>([
    ['accepted', {}, 'caller', null],
    ['account-chosen', {}, 'runner', null],
    ['read-failed', { by: 'check', detail: 'refused', inARow: 1 }, 'check', null],
    ['account-gone', { by: 'operator', code: 'account_removed' }, 'operator', null],
    ['ruled', { by: 'anna', outcome: 'not_charged', note: 'the bill' }, 'operator', 'anna'],
  ])('[admin.jobs.trail-authors] %s of %j is done by %s (%s)', (what, detail, by, actor) => {
    expect(encodeTrailStep(step(what, detail))).toMatchObject({ what, by, actor });
  });

  it('[providers.trail.figures] shows the charge and the result in the provider’s own fields', () => {
    const usage = { unit: 'tokens', amount: 9, figures: { totalTokens: 9 } } as const;
    const detail = { usage, effective: { aspectRatio: '16:9', duration: 5 } };
    expect(encodeTrailStep(step('upstream-finished', detail)).detail).toEqual(detail);
  });

  it('[admin.names] has facts with names in snake_case, also those of other versions', () => {
    const detail = { detail: 'refused', inARow: 3, newFact: { ofLater: [{ aKind: 1 }] } };
    expect(encodeTrailStep(step('read-failed', detail)).detail).toEqual({
      detail: 'refused',
      in_a_row: 3,
      new_fact: { of_later: [{ a_kind: 1 }] },
    });
  });

  it.each(trailKinds)('%s is encoded by its own word', (what) => {
    expect(encodeTrailStep(step(what))).toMatchObject({ at: '1970-01-01T00:00:00.000Z', what });
  });

  it.each<readonly [string, TrailStep['detail']]>([
    ['from-the-future', {}],
    ['account-refused', { reason: 'an unknown reason' }],
  ])(
    '[admin.jobs.trail-other] of another version (%s) leaves the rest readable',
    (what, detail) => {
      const { what: said, detail: facts } = encodeTrailStep(step(what, detail));
      expect([said, facts]).toEqual(['other', { word: what }]);
    },
  );
});
