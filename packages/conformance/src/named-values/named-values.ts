import { deepStrictEqual, equal } from 'node:assert/strict';
import type { LawGroup } from '../law/law.ts';
import { race } from '../law/race.ts';
import type { StorageContext } from '../storage-context.ts';

/** Small named texts. */
export const namedValueLaws: LawGroup<StorageContext> = {
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
