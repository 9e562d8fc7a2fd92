import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyPlain } from './copy-plain.ts';

const limits = { depth: 8, values: 100, textUnits: 1_000 };
const copy = (value: unknown) => copyPlain(value, limits);

function loop(): object {
  const value: { self?: object } = {};
  value.self = value;
  return value;
}

function endless(): object {
  return new Proxy(
    {},
    { ownKeys: () => ['a'], getOwnPropertyDescriptor: descriptor, get: endless },
  );
}

function descriptor(): PropertyDescriptor {
  return { enumerable: true, configurable: true, value: 1 };
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

describe('copyPlain', () => {
  it('law: copies any JSON value as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const wide = { depth: 10, values: 100_000, textUnits: 1_000_000 };
        expect(copyPlain(value, wide)).toEqual({ kind: 'copied', value });
      }),
    );
  });

  it('law: is total over anything there is', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (value) => {
        expect(['copied', 'refused']).toContain(copy(value).kind);
      }),
    );
  });

  it.each<[string, unknown, string]>([
    ['a cycle', loop(), 'must not be nested deeper than 8 levels'],
    ['an endless proxy', endless(), 'must not be nested deeper than 8 levels'],
    ['a revoked proxy', revoked(), 'cannot be read'],
    [
      'a getter that throws',
      {
        get bad(): never {
          throw new Error('no');
        },
      },
      'cannot be read',
    ],
    [
      'many values',
      Array.from({ length: 101 }, () => 1),
      'must not contain more than 100 values in total',
    ],
    [
      'a list of any length',
      { length: 0, list: Object.assign([], { length: 4_000_000_000 }) },
      'must not contain more than 100 values in total',
    ],
    ['a long text', 'x'.repeat(1_001), 'must not contain more than 1000 characters in total'],
    [
      'long names',
      { ['x'.repeat(1_001)]: 1 },
      'must not contain more than 1000 characters in total',
    ],
    ['a hole in a list', [1, undefined], 'must not be undefined'],
    ['a bigint', [1n], 'must not be bigint'],
    ['a function', { a: () => 1 }, 'must not be function'],
    ['a date', { a: new Date(0) }, 'must be a plain object, a list, or bytes'],
    ['a boxed text', Object('x'), 'must be a plain object, a list, or bytes'],
    ['no number', [Number.NaN], 'must be a finite number'],
    ['words instead of bytes', new Uint16Array(1), 'must be bytes in a Uint8Array'],
  ])('refuses %s', (_, value, rule) => {
    expect(copy(value)).toMatchObject({ kind: 'refused', rule });
  });

  it('names the place', () => {
    expect(copy({ a: [1, { b: 1n }] })).toMatchObject({ path: ['a', 1, 'b'] });
  });

  it('reads each property once', () => {
    let reads = 0;
    const value = {
      get once() {
        reads += 1;
        return reads;
      },
    };
    expect(copy(value)).toEqual({ kind: 'copied', value: { once: 1 } });
  });

  it('keeps a member named __proto__ a member, and leaves out what is undefined', () => {
    const value = Object.fromEntries([
      ['__proto__', 1],
      ['b', undefined],
    ]);
    const copied = copy(value);
    expect(copied.kind === 'copied' && Object.entries(copied.value ?? {})).toEqual([
      ['__proto__', 1],
    ]);
  });

  it('sees the bytes of a view with a false length', () => {
    const bytes = Uint8Array.of(1, 2);
    Object.defineProperty(bytes, 'length', { value: 5 });
    expect(copy(bytes)).toEqual({ kind: 'copied', value: Uint8Array.of(1, 2) });
  });
});
