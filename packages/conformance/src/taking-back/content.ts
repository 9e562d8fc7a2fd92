import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import { type Job, withoutContent, withoutResult } from '@filmgate/core';
import { idsOn } from '../job-reader/listing.ts';
import { moneyOf, type StepMaker } from '../job/job-step.ts';
import { complete, finish } from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import { ofKind, refuses } from '../law/outcomes.ts';
import type { LawGroup } from '../law/law.ts';
import { requestIds, requestsOn, newRequest } from '../request-logs/requests.ts';
import type { StorageContext } from '../storage-harness.ts';

const rareWords = 'zebrafish under a magenta umbrella';

/** Taking back content of final jobs, uploads and the request log. */
export const takenBackContentLaws: LawGroup<StorageContext> = {
  name: 'taking-back.content',
  laws: [
    {
      name: '[taking-back.result] a job without its result is read so, stands where it stood, and says so in its trail',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('completed', { owner: 'native', cost: 7 });
        const [usage, trail] = [
          await bundle.apiUsers.usage('native'),
          await bundle.reader.trail(job.id),
        ];
        const entry = reported(scene.later(1_000), 'result-removed');
        const input = { from: job, next: withoutResult(job), trail: 'keep', entry } as const;
        const amended = ofKind(await bundle.jobs.amend(input), 'amended').job;
        deepStrictEqual(amended, { ...job, version: job.version + 1, result: null, output: null });
        equal(await bundle.reader.find(job.id), amended);
        deepStrictEqual(await bundle.apiUsers.usage('native'), usage);
        deepStrictEqual(await bundle.reader.trail(job.id), [...trail, { ...entry, money: [] }]);
        equal((await bundle.jobs.amend(input)).kind, 'stale');
      },
    },
    {
      name: '[taking-back.content-erased] no read shows erased content, no search finds it, and the trail has lost it',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const key = { scope: 'user:u1', key: 'k', fingerprint: '1:f' };
        const accepted = await scene.accept({ owner: 'user:u1', prompt: `a ${rareWords}` }, key);
        const other = await scene.acceptIn('completed', { prompt: `another ${rareWords}` });
        const quoted = await scene.step(await scene.bring(accepted, 'polling'), quoting);
        const job = await scene.step(await scene.step(quoted, finish), complete);
        const [found, dispatches, usage] = [
          await idsOn(bundle, { search: [rareWords] }),
          await bundle.reader.dispatches(job.id),
          await bundle.apiUsers.usage('user:u1'),
        ];
        deepStrictEqual(found.toSorted(), [job.id, other.id].toSorted());
        const money = moneyOf(await bundle.reader.trail(job.id));
        const erased = await erase(scene, job);
        equal(erased.request.prompt, '');
        deepStrictEqual(await bundle.reader.find(job.id), erased);
        const trail = await bundle.reader.trail(job.id);
        ok(!JSON.stringify([erased, trail]).includes('zebrafish'));
        deepStrictEqual(moneyOf(trail), money);
        equal(trail.at(-1)?.what, 'content-erased');
        deepStrictEqual(trail.find(({ what }) => what === 'read-failed')?.detail, { inARow: 1 });
        deepStrictEqual(await idsOn(bundle, { search: [rareWords] }), [other.id]);
        deepStrictEqual(await idsOn(bundle, { owner: 'user:u1', states: ['completed'] }), [job.id]);
        deepStrictEqual(await idsOn(bundle, { search: [job.id] }), [job.id]);
        deepStrictEqual(await bundle.reader.dispatches(job.id), dispatches);
        deepStrictEqual(await bundle.apiUsers.usage('user:u1'), usage);
        equal((await bundle.reader.findByKey({ scope: 'user:u1', key: 'k' }))?.job, erased);
      },
    },
    {
      name: 'a job that has not ended is not amended, nor does an amendment change how it ended',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const entry = reported(scene.now, 'result-removed');
        for (const state of ['queued', 'polling', 'outcome_unknown'] as const) {
          const from = await scene.acceptIn(state);
          const asked = { from, next: withoutResult(from), trail: 'keep', entry } as const;
          await refuses(() => bundle.jobs.amend(asked), `amending a ${state} job`);
          equal(await bundle.reader.find(from.id), from);
        }
        const from = await scene.acceptIn('completed');
        const next = { ...withoutResult(from), state: 'failed' } as const;
        const asked = { from, next, trail: 'keep', entry } as const;
        await refuses(() => bundle.jobs.amend(asked), 'another end');
        equal(await bundle.reader.find(from.id), from);
      },
    },
    {
      name: 'an amended job is removed by its age as before, with everything that was its',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('failed');
        scene.later(10_000);
        const erased = await erase(scene, job);
        const input = { finishedBefore: job.updatedAt + 1, limit: 9, now: scene.now };
        deepStrictEqual(await bundle.jobs.removeFinished(input), [erased]);
        equal(await bundle.reader.find(job.id), undefined);
      },
    },
    {
      name: '[taking-back.uploads] an owner’s uploads are forgotten, so many at a time, but those an open job refers to',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const { assets } = bundle;
        const file = { contentType: 'image/png', fileName: 'f', size: 1, kind: 'image' } as const;
        const add = (id: string, owner: string) =>
          assets.add({ ...file, id, owner, sha256: `of ${id}`, createdAt: 1 });
        for (const id of ['a1', 'a2', 'a3']) await add(id, 'user:u1');
        await add('b1', 'user:u2');
        await scene.accept({
          references: [
            {
              kind: 'image',
              role: 'reference_image',
              assetId: 'a2',
              sha256: 'of a2',
              contentType: 'image/png',
              size: 1,
            },
          ],
        });
        const remove = async (limit: number) =>
          (await assets.removeOwned({ owner: 'user:u1', limit })).map(({ sha256 }) => sha256);
        const gone = [...(await remove(1)), ...(await remove(9))];
        deepStrictEqual(gone.toSorted(), ['of a1', 'of a3']);
        deepStrictEqual(await remove(9), []);
        equal((await assets.find('a2'))?.id, 'a2');
        equal((await assets.find('b1'))?.id, 'b1');
        deepStrictEqual(
          await assets.neededDigests(['of a1', 'of a2', 'of b1']),
          new Set(['of a2', 'of b1']),
        );
      },
    },
    {
      name: '[taking-back.call-prompts] a caller’s rows lose their prompts and digests, so many at a time; other callers keep theirs',
      holds: async ({ bundle }) => {
        const { requestLogs } = bundle;
        const said = { prompt: rareWords, promptDigest: 'ab' };
        requestLogs.append([
          ...[1, 2, 3].map((at) => newRequest(`c${at}`, { ...said, at, caller: 'user:u1' })),
          newRequest('c4', { ...said, at: 4, caller: 'user:u2' }),
          newRequest('c5', { at: 5, caller: 'user:u1' }),
        ]);
        const erasing = (limit: number) => requestLogs.erasePrompts({ caller: 'user:u1', limit });
        deepStrictEqual([await erasing(2), await erasing(9), await erasing(9)], [2, 1, 0]);
        const entries = await requestsOn(bundle);
        deepStrictEqual(
          entries.map(({ caller, prompt, promptDigest }) => [caller, prompt, promptDigest]),
          [
            ['user:u1', null, null],
            ['user:u2', rareWords, 'ab'],
            ...[1, 2, 3].map(() => ['user:u1', null, null]),
          ],
        );
        deepStrictEqual(await requestIds(bundle, { text: 'zebrafish' }), ['c4']);
      },
    },
  ],
};

/** A failed read, with the provider's reason. */
const quoting: StepMaker = (from, now) => ({
  next: { ...from, version: from.version + 1, updatedAt: now },
  effects: [
    {
      kind: 'trail',
      entry: { at: now, what: 'read-failed', detail: { detail: `no ${rareWords}`, inARow: 1 } },
    },
  ],
});

function reported(at: number, what: string) {
  return { at, what, detail: { by: 'operator' } };
}

async function erase({ bundle, now }: Scene, from: Job): Promise<Job> {
  const entry = { at: now, what: 'content-erased', detail: {} };
  const input = { from, next: withoutContent(from), trail: 'erase', entry } as const;
  return ofKind(await bundle.jobs.amend(input), 'amended').job;
}
