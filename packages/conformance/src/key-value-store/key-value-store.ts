import { deepStrictEqual, equal } from 'node:assert/strict';
import type { LawGroup } from '../law/law.ts';
import { race } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Small named texts. */
export const keyValueLaws: LawGroup<StorageContext> = {
  name: 'named-values.values',
  laws: [
    {
      name: 'a value is read as it was put, the last one put wins, an unknown name has none',
      holds: async ({ bundle: { values } }) => {
        await values.put('a', 'one\u0000\n画面');
        equal(await values.get('a'), 'one\u0000\n画面');
        await values.put('a', '');
        equal(await values.get('a'), '');
        for (const name of ['A', 'b', '', '__proto__']) equal(await values.get(name), undefined);
      },
    },
    {
      name: 'putIfAbsent keeps what is in force, an empty text included',
      holds: async ({ bundle: { values } }) => {
        equal(await values.putIfAbsent('a', 'one'), 'one');
        equal(await values.putIfAbsent('a', 'two'), 'one');
        equal(await values.get('a'), 'one');
        await values.put('b', '');
        equal(await values.putIfAbsent('b', 'two'), '');
      },
    },
    {
      name: 'values put together are in force together, over what was there and beside what was not named',
      holds: async ({ bundle: { values } }) => {
        await values.put('a', 'former');
        await values.put('kept', 'as it was');
        await values.putAll(
          new Map([
            ['a', 'one'],
            ['b', ''],
          ]),
        );
        deepStrictEqual(await Promise.all(['a', 'b', 'kept'].map((name) => values.get(name))), [
          'one',
          '',
          'as it was',
        ]);
        await values.putAll(new Map());
        equal(await values.get('a'), 'one');
      },
    },
    {
      name: 'of two sets of values put at once one is in force whole',
      holds: async ({ bundle, connections }) => {
        await race(await connections(4), 20, (way, index) =>
          way.values.putAll(
            new Map([
              ['a', `value ${index}`],
              ['b', `value ${index}`],
            ]),
          ),
        );
        equal(await bundle.values.get('a'), await bundle.values.get('b'));
      },
    },
    {
      name: 'values are put while one is as expected, or all stay as they were',
      holds: async ({ bundle: { values } }) => {
        const put = (value: string | undefined, text: string) =>
          values.putAllIf({
            values: new Map([
              ['version', text],
              ['beside', text],
            ]),
            expected: { name: 'version', value },
          });
        const inForce = () => Promise.all([values.get('version'), values.get('beside')]);
        equal(await put('one', 'two'), false);
        equal(await put('', 'two'), false);
        deepStrictEqual(await inForce(), [undefined, undefined]);
        equal(await put(undefined, ''), true);
        equal(await put(undefined, 'one'), false);
        deepStrictEqual(await inForce(), ['', '']);
        equal(await put('', 'one'), true);
        equal(await put('one', 'two'), true);
        equal(await put('one', 'three'), false);
        deepStrictEqual(await inForce(), ['two', 'two']);
        const expected = { name: 'version', value: 'two' };
        equal(await values.putAllIf({ values: new Map([['other', 'new']]), expected }), true);
        deepStrictEqual(await inForce(), ['two', 'two']);
        equal(await values.get('other'), 'new');
      },
    },
    {
      name: 'of callers that expect the same value exactly one puts its own',
      holds: async ({ bundle, connections }) => {
        const puts = await race(await connections(4), 20, (way, index) =>
          way.values.putAllIf({
            values: new Map([['a', `value ${index}`]]),
            expected: { name: 'a', value: undefined },
          }),
        );
        equal(puts.filter(Boolean).length, 1);
        equal(await bundle.values.get('a'), `value ${puts.indexOf(true)}`);
      },
    },
    {
      name: 'of values put at once if absent exactly one is in force, and every caller sees it',
      holds: async ({ bundle, connections }) => {
        const seen = await race(await connections(4), 20, (way, index) =>
          way.values.putIfAbsent('a', `value ${index}`),
        );
        deepStrictEqual([...new Set(seen)], [await bundle.values.get('a')]);
      },
    },
  ],
};
