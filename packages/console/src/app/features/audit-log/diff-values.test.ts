import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffValues } from './diff-values.ts';

describe('[console.audit-log] what changed', () => {
  it('is told field by field, with what stayed the same left out', () => {
    const before = { label: 'one', enabled: true, usage: { used: 1, held: 0 }, families: ['vidA'] };
    const after = { label: 'one', enabled: false, usage: { used: 1, held: 8 }, families: ['*'] };
    expect(diffValues(before, after)).toEqual([
      { field: 'enabled', before: 'true', after: 'false' },
      { field: 'usage.held', before: '0', after: '8' },
      { field: 'families', before: 'vidA', after: '*' },
    ]);
  });

  it('of something new is all of it, of something removed too', () => {
    const values = { name: 'Anna', total_limit: null };
    const name = { field: 'name', before: null, after: 'Anna' };
    expect(diffValues(null, values)).toEqual([
      name,
      { field: 'total_limit', before: null, after: '–' },
    ]);
    expect(diffValues(values, null)[0]).toEqual({ field: 'name', before: 'Anna', after: null });
  });

  it('of what only got or lost a field is that field', () => {
    expect(diffValues({ a: 1 }, { a: 1, secret: 'changed' })).toEqual([
      { field: 'secret', before: null, after: 'changed' },
    ]);
    expect(diffValues({ a: {} }, { a: { b: [] } })).toEqual([
      { field: 'a.b', before: null, after: '[]' },
      { field: 'a', before: '{}', after: null },
    ]);
  });

  it('is nothing between equals, and the same either way round', () => {
    const values = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue());
    fc.assert(fc.property(values, (same) => diffValues(same, same).length === 0));
    fc.assert(
      fc.property(values, values, (one, other) => {
        const turned = diffValues(other, one).map(({ field, before, after }) => ({
          field,
          before: after,
          after: before,
        }));
        const byField = (left: { field: string }, right: { field: string }) =>
          left.field < right.field ? -1 : 1;
        expect(turned.toSorted(byField)).toEqual([...diffValues(one, other)].toSorted(byField));
      }),
    );
  });
});
