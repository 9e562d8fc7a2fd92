import { expect, it } from 'vitest';
import { accept, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { JobResults } from './job-results.ts';
import { createResultCache, type ResultCache } from './result-cache.ts';

/** Files that note which were drawn. */
function notedFiles() {
  const files = createResultCache();
  const drawn: string[] = [];
  const noted: ResultCache = {
    get: (name, draw) =>
      files.get(name, () => {
        drawn.push(name);
        return draw();
      }),
  };
  return { noted, drawn };
}

it.each([
  ['result-cut=1', 1],
  ['drip=2s', 1],
  ['truncate=50%', 0],
  ['corrupt', 1],
])(
  '[mock.rules.reads] a rule about results that says %s keeps no file of its own for each read',
  async (fault, kept) => {
    const world = openWorld();
    const { noted, drawn } = notedFiles();
    const results = new JobResults(world, noted);
    const image = { mediaType: 'image', durationSeconds: null, resolution: '1k' } as const;
    const job = accept(world, 'key-1', sampleSubmission(image));
    world.control.advanceClock(60_000);
    world.rules.put({ name: null, when: { op: 'result' }, outcome: { fault }, times: null });
    // Each read creates a new object of the job.
    const found = () => world.jobs.find(job.id) ?? job;
    for (const time of [1, 2, 3])
      expect(await results.read(found(), null), `read ${time}`).toMatchObject({ kind: 'served' });
    expect(drawn).toHaveLength(kept);
    await results.show(found(), null);
    await results.show(found(), null);
    expect(drawn).toHaveLength(1);
  },
);

it('[mock.page.film] a film that is wider than a picture may be has a still of its shape', async () => {
  const world = openWorld();
  const results = new JobResults(world, createResultCache());
  const job = accept(world, 'key-1', sampleSubmission({ width: 8176, height: 1152 }));
  world.control.advanceClock(60_000);
  const picture = Buffer.from((await results.still(job)).body);
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([4088, 576]);
});
