import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { nestFields } from './nested-fields.ts';

const nest = (...entries: (readonly [string, string | Uint8Array])[]): unknown => {
  const nested = nestFields(entries);
  return nested.kind === 'nested' ? JSON.parse(JSON.stringify(nested.fields)) : nested;
};

describe('nestFields', () => {
  it.each([
    [
      'plain',
      [
        ['a', '1'],
        ['b', '2'],
      ],
      { a: '1', b: '2' },
    ],
    [
      'object',
      [
        ['a[b]', '1'],
        ['a[c]', '2'],
      ],
      { a: { b: '1', c: '2' } },
    ],
    [
      'list',
      [
        ['a[]', '1'],
        ['a[]', '2'],
      ],
      { a: ['1', '2'] },
    ],
    [
      'numbered',
      [
        ['a[1][b]', '2'],
        ['a[0][b]', '1'],
      ],
      { a: [{ b: '1' }, { b: '2' }] },
    ],
    [
      'numbered with gaps',
      [
        ['a[7]', '2'],
        ['a[3]', '1'],
      ],
      { a: ['1', '2'] },
    ],
    [
      'items',
      [
        ['a[][b]', '1'],
        ['a[][c]', '2'],
        ['a[][b]', '3'],
      ],
      { a: [{ b: '1', c: '2' }, { b: '3' }] },
    ],
    [
      'deep items',
      [
        ['a[][u][url]', '1'],
        ['a[][role]', '2'],
        ['a[][u][url]', '3'],
      ],
      { a: [{ u: { url: '1' }, role: '2' }, { u: { url: '3' } }] },
    ],
    [
      'lists within an item',
      [
        ['a[][b][]', '1'],
        ['a[][b][]', '2'],
      ],
      { a: [{ b: ['1', '2'] }] },
    ],
    [
      'repeated',
      [
        ['a', '1'],
        ['a', '2'],
        ['a', '3'],
      ],
      { a: ['1', '2', '3'] },
    ],
    [
      'repeated within',
      [
        ['a[b]', '1'],
        ['a[b]', '2'],
      ],
      { a: { b: ['1', '2'] } },
    ],
    ['nothing', [], {}],
  ] as const)('%s', (_name, entries, expected) => {
    expect(nest(...entries)).toEqual(expected);
  });

  it('keeps bytes as bytes', () => {
    const bytes = new Uint8Array([1, 2]);
    const nested = nestFields([['a[file]', bytes]]);
    expect(nested).toMatchObject({ kind: 'nested', fields: { a: { file: bytes } } });
  });

  it.each([
    [['a[b', '1']],
    [['[a]', '1']],
    [['a[b]c', '1']],
    [['', '1']],
    [['__proto__', '1']],
    [['a[__proto__][polluted]', '1']],
    [[`a${'[b]'.repeat(8)}`, '1']],
  ] as const)('%j cannot be read', (...entries) => {
    expect(nest(...entries)).toEqual({ kind: 'malformed', name: entries[0][0] });
  });

  it.each([
    [
      ['a', '1'],
      ['a[b]', '2'],
    ],
    [
      ['a[b]', '1'],
      ['a', '2'],
    ],
    [
      ['a[]', '1'],
      ['a[b]', '2'],
    ],
    [
      ['a[b]', '1'],
      ['a[]', '2'],
    ],
    [
      ['a[0]', '1'],
      ['a[0][b]', '2'],
    ],
  ] as const)('%j contradicts %j', (first, second) => {
    expect(nest(first, second)).toEqual({ kind: 'contradicted', name: second[0] });
  });

  it('keeps names every object has as fields of their own', () => {
    const nested = nestFields([
      ['constructor', '1'],
      ['a[toString]', '2'],
    ]);
    const fields = nested.kind === 'nested' ? nested.fields : {};
    expect(Object.entries(fields)).toEqual([
      ['constructor', '1'],
      ['a', { toString: '2' }],
    ]);
  });

  const name = fc.stringMatching(/^[a-z_]{1,6}$/).filter((text) => text !== '__proto__');
  const tree = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      fc.string(),
      fc.array(tie('value'), { minLength: 1, maxLength: 4 }),
      fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 4 }),
    ),
  })).value;

  test.prop([fc.dictionary(name, tree, { maxKeys: 4 })])(
    'undoes flattening with numbers',
    (fields) => {
      const entries = Object.entries(fields).flatMap(([key, value]) => flatten(key, value));
      expect(nest(...entries)).toEqual(fields);
    },
  );

  test.prop([fc.array(fc.tuple(fc.string(), fc.string()))])('never throws', (entries) => {
    expect(['nested', 'malformed', 'contradicted']).toContain(nestFields(entries).kind);
  });
});

function flatten(name: string, value: unknown): (readonly [string, string])[] {
  if (typeof value === 'string') return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((item, at) => flatten(`${name}[${at}]`, item));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => flatten(`${name}[${key}]`, inner));
}
