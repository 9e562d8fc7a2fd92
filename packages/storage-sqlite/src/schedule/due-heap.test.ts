import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Due, DueHeap } from './due-heap.ts';

interface Item extends Due {
  readonly position: number;
}

const instants = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 });

function inOrder(items: readonly Item[]): readonly Item[] {
  return items.toSorted((one, other) =>
    one.filedAt === other.filedAt ? one.position - other.position : one.filedAt - other.filedAt,
  );
}

function drain(heap: DueHeap<Item>): readonly Item[] {
  const items: Item[] = [];
  for (let item = heap.peek(); item !== undefined; item = heap.peek()) {
    heap.remove(item);
    items.push(item);
  }
  return items;
}

it('gives items by instant, equals by position, whatever was taken out between', () => {
  fc.assert(
    fc.property(instants, fc.array(fc.nat()), (times, removals) => {
      const heap = new DueHeap<Item>();
      const items = times.map((filedAt, position) => ({ position, filedAt, heapIndex: -1 }));
      for (const item of items) heap.push(item);
      const gone = new Set(removals.map((index) => items[index % Math.max(1, items.length)]));
      for (const item of items) if (gone.has(item)) heap.remove(item);
      const left = items.filter((item) => !gone.has(item));
      expect(heap.size).toBe(left.length);
      expect(drain(heap)).toEqual(inOrder(left));
      expect(items.every(({ heapIndex }) => heapIndex === -1)).toBe(true);
    }),
  );
});

it('is empty at first', () => {
  expect(new DueHeap<Item>().peek()).toBeUndefined();
});
