import { expect, it } from 'vitest';
import { demandOf } from './demand-of.ts';

it('a request asks for its family and its cost, and for one account only when it names one', () => {
  expect(demandOf({ family: 'vidA' }, 10)).toStrictEqual({ family: 'vidA', cost: 10 });
  expect(demandOf({ family: 'vidA', pinnedAccountId: 'a' }, 10)).toStrictEqual({
    family: 'vidA',
    cost: 10,
    pinnedAccountId: 'a',
  });
});
