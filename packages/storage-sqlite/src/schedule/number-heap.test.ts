import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberHeap } from './number-heap.ts';

it('gives the smallest first, whatever came in between', () => {
  const acts = fc.array(fc.oneof(fc.integer(), fc.constant('pop' as const)));
  fc.assert(
    fc.property(acts, (steps) => {
      const heap = new NumberHeap();
      let model: number[] = [];
      for (const step of steps) {
        if (step === 'pop') {
          expect(heap.pop()).toBe(model[0]);
          model = model.slice(1);
        } else {
          heap.push(step);
          model = [...model, step].toSorted((one, other) => one - other);
        }
        expect(heap.peek()).toBe(model[0]);
      }
    }),
  );
});
