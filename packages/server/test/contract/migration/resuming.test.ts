import { Scene } from '@filmgate/conformance';
import {
  exportNoteName,
  importNoteName,
  type StorageBundle,
  type StoreImport,
  whyNotToWork,
} from '@filmgate/core';
import { expect, it } from 'vitest';
import { responsesOf } from './responses.ts';
import { furnish } from './furnish.ts';
import { type Pair, usePairs } from './stores.ts';

const newPair = usePairs();

/** A target that breaks at its nth write of a kind: before it, after half of it, or after all of it. */
function breaking(
  target: StoreImport,
  { act, after }: { readonly act: 'write' | 'note'; readonly after: 'none' | 'half' | 'all' },
): StoreImport {
  let isBroken = false;
  const doAndBreak = async (half: () => Promise<void>, all: () => Promise<void>) => {
    if (isBroken) throw new Error('broken already');
    isBroken = true;
    if (after === 'half') await half();
    if (after === 'all') await all();
    throw new Error('broken here');
  };
  return {
    ...target,
    write: (records) =>
      act === 'write' && records.some(({ kind }) => kind === 'job')
        ? doAndBreak(
            // The audit log is appended to by one write, in order.
            () =>
              target.write(
                records.filter(({ kind }, at) => kind === 'audit-entry' || at % 2 === 0),
              ),
            () => target.write(records),
          )
        : target.write(records),
    note: (note) =>
      act === 'note'
        ? doAndBreak(
            async () => undefined,
            () => target.note(note),
          )
        : target.note(note),
  };
}

async function sameResponses(pair: Pair): Promise<void> {
  const [here, there] = [await pair.sqlite(), await pair.redis()];
  expect(await responsesOf(there)).toEqual(await responsesOf(here));
}

it('[migration.resumable] broken in the middle of a step, again and again, it ends the same', async () => {
  const pair = newPair();
  const source = await pair.sqlite();
  await furnish(source);
  await source.close();
  for (const act of ['write', 'note'] as const)
    for (const after of ['none', 'half', 'all'] as const) {
      const broken = pair.move({ wrapTarget: (target) => breaking(target, { act, after }) });
      await expect(broken).rejects.toThrow('broken here');
    }
  expect(await pair.move()).toMatchObject({ kind: 'equal' });
  expect(await pair.move()).toEqual({ kind: 'moved-already' });
  await sameResponses(pair);
  await pair.dispose();
});

it('[migration.resumable] interrupted, it resumes where it was', async () => {
  const pair = newPair();
  const source = await pair.sqlite();
  await furnish(source);
  await source.close();
  const interruption = new AbortController();
  const interrupted = interruption.signal;
  const onProgress = () => interruption.abort();
  expect(await pair.move({ interrupted, onProgress })).toEqual({ kind: 'interrupted' });
  const written: number[] = [];
  const wrapTarget = (target: StoreImport): StoreImport => ({
    ...target,
    write: (records) => {
      written.push(records.length);
      return target.write(records);
    },
  });
  expect(await pair.move({ wrapTarget })).toMatchObject({ kind: 'equal' });
  expect(written).toHaveLength(1);
  await pair.dispose();
});

it('[migration.resumable] [migration.one-truth] killed between the two last notes, neither store is worked on and the next run ends it', async () => {
  const pair = newPair();
  const source = await pair.sqlite();
  await furnish(source);
  await source.close();
  const notComplete = (target: StoreImport): StoreImport => ({
    ...target,
    note: async (note) => {
      if (note.text.includes('"complete"')) throw new Error('killed');
      await target.note(note);
    },
  });
  await expect(pair.move({ wrapTarget: notComplete })).rejects.toThrow('killed');
  const [here, there] = [await pair.sqlite(), await pair.redis()];
  const notes = async ({ values }: StorageBundle) =>
    whyNotToWork({
      imported: await values.get(importNoteName),
      exported: await values.get(exportNoteName),
    });
  expect([await notes(here), await notes(there)]).toEqual(['moved-elsewhere', 'import-under-way']);
  await here.close();
  expect(await pair.move()).toMatchObject({ kind: 'equal' });
  await pair.dispose();
});

it('[migration.one-truth] after the source released its jobs, nothing is copied to a target that lost data', async () => {
  const pair = newPair();
  const source = await pair.sqlite();
  await furnish(source);
  await source.close();
  expect(await pair.move()).toMatchObject({ kind: 'equal' });
  await pair.empty();
  for (let time = 0; time < 2; time += 1)
    expect(await pair.move()).toEqual({ kind: 'target-lost' });
  const target = await pair.redis();
  expect((await target.reader.depth()).waiting).toBe(0);
  const imported = await target.values.get(importNoteName);
  expect(whyNotToWork({ imported, exported: undefined })).toBe('import-under-way');
  await pair.dispose();
});

it('[migration.witness] the baseline includes the target once it was verified, before the source releases its jobs', async () => {
  const pair = newPair();
  const source = await pair.sqlite();
  await furnish(source);
  await source.close();
  let baselines = 0;
  const wrapTarget = (target: StoreImport): StoreImport => ({
    ...target,
    keepBaseline: async () => {
      baselines += 1;
      throw new Error('killed');
    },
  });
  await expect(pair.move({ wrapTarget })).rejects.toThrow('killed');
  const here = await pair.sqlite();
  expect(await here.values.get(exportNoteName)).toBeUndefined();
  await here.close();
  const bringBytes = async () => (await pair.redis()).values.put('canary', 'another');
  expect(await pair.move({ wrapTarget, bringBytes })).toMatchObject({ kind: 'different' });
  expect(baselines).toBe(1);
  await pair.dispose();
});

it('[migration.resumable] starts from the beginning when the source was used meanwhile', async () => {
  const pair = newPair();
  const source = await pair.sqlite();
  const { jobs } = await furnish(source);
  await source.close();
  const broken = pair.move({
    wrapTarget: (target) => breaking(target, { act: 'note', after: 'all' }),
  });
  await expect(broken).rejects.toThrow('broken here');
  const between = await pair.sqlite();
  const scene = new Scene(between, 2);
  scene.later(120_000);
  await scene.user('late', 50);
  const queued = jobs.get('queued');
  if (queued === undefined) throw new Error('no job was queued');
  await scene.bring(queued, 'completed');
  await scene.accept({ owner: 'user:late', id: 'vt_accepted_between' });
  await between.jobs.removeFinished({ finishedBefore: scene.now, limit: 1, now: scene.now });
  await between.close();
  expect(await pair.move()).toMatchObject({ kind: 'equal', counts: { job: 10, 'api-user': 4 } });
  await sameResponses(pair);
  await pair.dispose();
});
