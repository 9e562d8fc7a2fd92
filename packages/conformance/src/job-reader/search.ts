import { deepStrictEqual } from 'node:assert/strict';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';
import { ids, idsOn } from './listing.ts';

/** A case-insensitive substring of the prompt, or a whole id. */
export const searchLaws: LawGroup<StorageContext> = {
  name: 'job-reader.search',
  laws: [
    {
      name: 'any part of the prompt is found, in any case, in any script',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const boat = await scene.accept({ prompt: 'A Paper BOAT at dawn' });
        const umlaut = await scene.accept({ prompt: 'ÄPFEL über Öl' });
        const chinese = await scene.accept({ prompt: '竖屏9:16视频，一只猫' });
        for (const part of ['paper', 'PAPER', 'oat at', 'dawn', 'A']) {
          deepStrictEqual((await idsOn(bundle, { search: [part] })).includes(boat.id), true, part);
        }
        deepStrictEqual(await idsOn(bundle, { search: ['äpfel ÜBER'] }), ids(umlaut));
        deepStrictEqual(await idsOn(bundle, { search: ['一只'] }), ids(chinese));
        deepStrictEqual(await idsOn(bundle, { search: ['nowhere'] }), []);
      },
    },
    {
      name: 'signs that mean something to databases mean themselves',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const percent = await scene.accept({ prompt: '100% wool_blend' });
        const quote = await scene.accept({ prompt: `it's "quoted" \\ back* [a-z] ?` });
        await scene.accept({ prompt: 'plain words' });
        deepStrictEqual(await idsOn(bundle, { search: ['%'] }), ids(percent));
        deepStrictEqual(await idsOn(bundle, { search: ['_'] }), ids(percent));
        for (const sign of ["'", '"', '\\', '*', '[a-z]', '?']) {
          deepStrictEqual(await idsOn(bundle, { search: [sign] }), ids(quote), sign);
        }
        deepStrictEqual(await idsOn(bundle, { search: ['w_ol'] }), []);
      },
    },
    {
      name: 'several texts are all in the prompt, in whatever order and however short they are',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const both = await scene.accept({ prompt: 'A LIGHTHOUSE on a rock at dusk' });
        const turned = await scene.accept({ prompt: 'Dusk falls, and the lighthouse waits' });
        const one = await scene.accept({ prompt: 'a lighthouse at dawn' });
        const chinese = await scene.accept({ prompt: '一只狗，竖屏，一只猫' });
        deepStrictEqual(await idsOn(bundle, { search: ['lighthouse', 'DUSK'] }), ids(turned, both));
        deepStrictEqual(await idsOn(bundle, { search: ['lighthouse', 'a', 'dawn'] }), ids(one));
        deepStrictEqual(await idsOn(bundle, { search: ['猫', '狗'] }), ids(chinese));
        deepStrictEqual(await idsOn(bundle, { search: ['猫', '狗', '鸟'] }), []);
        deepStrictEqual(await idsOn(bundle, { search: ['lighthouse dusk'] }), []);
        deepStrictEqual(await idsOn(bundle, { search: [one?.id ?? '', 'lighthouse'] }), []);
      },
    },
    {
      name: 'an id is found whole, not in part',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const job = await scene.accept({ prompt: 'boat' });
        await scene.accept({ prompt: 'boat' });
        deepStrictEqual(await idsOn(bundle, { search: [job.id] }), ids(job));
        deepStrictEqual(await idsOn(bundle, { search: [job.id.slice(0, -1)] }), []);
        deepStrictEqual(await idsOn(bundle, { search: [job.id.slice(1)] }), []);
      },
    },
    {
      name: "a search keeps to the owner's jobs, by prompt and by id",
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const mine = await scene.accept({ owner: 'user:a', prompt: 'boat' });
        const foreign = await scene.accept({ owner: 'user:b', prompt: 'boat' });
        deepStrictEqual(await idsOn(bundle, { owner: 'user:a', search: ['boat'] }), ids(mine));
        deepStrictEqual(await idsOn(bundle, { owner: 'user:a', search: [foreign.id] }), []);
      },
    },
    {
      name: 'pages of a search hold the matches only, and end with the last one',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const [first, , second] = [
          await scene.accept({ prompt: 'boat one' }),
          await scene.accept({ prompt: 'a train' }),
          await scene.accept({ prompt: 'boat two' }),
        ];
        await scene.accept({ prompt: 'a train' });
        deepStrictEqual(await idsOn(bundle, { search: ['boat'], limit: 1 }), ids(second));
        deepStrictEqual(
          await idsOn(bundle, { search: ['boat'], limit: 1, after: second?.id ?? '' }),
          ids(first),
        );
        deepStrictEqual(
          await idsOn(bundle, { search: ['boat'], limit: 1, after: first?.id ?? '' }),
          [],
        );
      },
    },
  ],
};
