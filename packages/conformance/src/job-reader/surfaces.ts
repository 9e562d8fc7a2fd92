import { deepStrictEqual, equal } from 'node:assert/strict';
import type { Job, StorageBundle } from '@filmgate/core';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';
import { ids, idsOn, query } from './listing.ts';

/** Names that a store could confuse: equal first letters, one the beginning of another, the longest possible name. */
const names = [
  'local',
  'luma',
  'l',
  'lum',
  'tasks',
  't',
  'my-own-2',
  `l${'o'.repeat(31)}`,
] as const;

/** A surface may have any name, and no two are confused. */
export const surfaceLaws: LawGroup<StorageContext> = {
  name: 'job-reader.surfaces',
  laws: [
    {
      name: '[surfaces.open-names] surfaces of like names stay apart: the same key, lists in every state, searches, changes',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        for (const surface of names) {
          const claim = { scope: surface, key: 'k', fingerprint: `1:${surface}` };
          const open = await scene.accept(
            { owner: 'user:a', surface, prompt: 'A zeppelin' },
            claim,
          );
          const ended = await scene.acceptIn('failed', { owner: 'user:a', surface });
          const byKey = await bundle.reader.findByKey({ scope: surface, key: 'k' });
          deepStrictEqual([byKey?.job, byKey?.fingerprint], [open, `1:${surface}`]);
          deepStrictEqual(await bundle.reader.find(ended.id), ended);
        }
        const depth = await bundle.reader.depth();
        deepStrictEqual([depth.waiting, depth.byState.failed], [names.length, names.length]);
        for (const surface of names) await staysApart(bundle, surface);
        equal((await idsOn(bundle, { owner: 'user:a' })).length, 2 * names.length);
      },
    },
    {
      name: '[surfaces.open-names] a surface without jobs has an empty page, and knows no cursor of a like name',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const { id: after } = await scene.accept({ owner: 'user:a', surface: 'local' });
        const luma = { owner: 'user:a', surface: 'luma' } as const;
        deepStrictEqual(await idsOn(bundle, luma), []);
        deepStrictEqual(await bundle.reader.list(query({ ...luma, after })), {
          kind: 'cursor-unknown',
        });
      },
    },
  ],
};

/** Every way to query returns the two jobs of the surface, and no other's. */
async function staysApart(bundle: StorageBundle, surface: string): Promise<void> {
  const { reader } = bundle;
  const own = ofKind(await reader.list(query({ surface, order: 'oldest-first' })), 'page').jobs;
  deepStrictEqual(
    own.map((job) => [job.surface, job.state]),
    [
      [surface, 'queued'],
      [surface, 'failed'],
    ],
  );
  const [open, ended] = own;
  const ofA = { owner: 'user:a', surface } as const;
  deepStrictEqual(await idsOn(bundle, ofA), ids(ended, open));
  deepStrictEqual(await idsOn(bundle, { ...ofA, states: ['failed'] }), ids(ended));
  deepStrictEqual(await idsOn(bundle, { surface, search: ['ZEPPELIN'] }), ids(open));
  deepStrictEqual(await idsOn(bundle, { ...ofA, after: ended?.id ?? '' }), ids(open));
  const reported = await reader.changedSince({ owner: null, surface, at: 0, limit: 1000 });
  deepStrictEqual(
    new Set(ofKind(reported, 'changed').jobs),
    new Set<Job | undefined>([open, ended]),
  );
}

/**
 * Opens a store of a release that knew four surfaces: its jobs of `tasks` and `local` are listed under those, a surface
 * of another name is added, and no job is listed on two surfaces.
 */
export async function keepsSurfacesApart(
  bundle: StorageBundle,
  { all, locals }: { readonly all: readonly string[]; readonly locals: readonly string[] },
): Promise<void> {
  const scene = new Scene(bundle);
  scene.now = Date.now();
  const luma = await scene.accept({ id: 'vt_luma', owner: 'user:u1', surface: 'luma' });
  const listed = async (surface: string) =>
    (await idsOn(bundle, { owner: 'user:u1', surface, order: 'oldest-first' })).toSorted();
  deepStrictEqual(await listed('local'), locals.toSorted());
  deepStrictEqual(await listed('tasks'), all.filter((id) => !locals.includes(id)).toSorted());
  deepStrictEqual(await listed('luma'), [luma.id]);
  const reported = await bundle.reader.changedSince({
    owner: null,
    surface: 'luma',
    at: 0,
    limit: 9,
  });
  deepStrictEqual(ofKind(reported, 'changed').jobs, [luma]);
}
