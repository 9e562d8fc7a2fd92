import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAllowance } from './allowance.ts';

describe('an allowance', () => {
  it('[flow.bytes.bounded] never exceeds its limits, refuses only amounts that would, and returns to zero', () => {
    const step = fc.record({ name: fc.constantFrom('a', 'b', 'c'), amount: fc.nat(60) });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.nat(100),
        fc.nat(200),
        (steps, each, inAll) => {
          const allowance = createAllowance({ each, inAll });
          const taken: { readonly name: string; readonly amount: number }[] = [];
          const sum = (name?: string): number =>
            taken
              .filter((one) => name === undefined || one.name === name)
              .reduce((total, { amount }) => total + amount, 0);
          for (const one of steps) {
            const fitsOwn = sum(one.name) + one.amount <= each;
            const fitsAll = sum() + one.amount <= inAll;
            const outcome = allowance.take(one.name, one.amount);
            expect(outcome === 'own').toBe(!fitsOwn);
            expect(outcome === 'taken').toBe(fitsOwn && fitsAll);
            if (outcome === 'taken') taken.push(one);
            expect(allowance.out).toBe(sum());
          }
          for (const { name, amount } of taken) allowance.give(name, amount);
          expect(allowance.out).toBe(0);
          expect(allowance.take('a', Math.min(each, inAll))).toBe('taken');
        },
      ),
    );
  });
});
