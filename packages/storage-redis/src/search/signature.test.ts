import { createJobFactory } from '@filmgate/conformance';
import { foldText, type Job } from '@filmgate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchedRuns } from './text-runs.ts';
import { readSignature, signatureOf } from './signature.ts';

const make = createJobFactory();
const anybody = { owner: null, models: null };

const letters = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'aBc İKσςß竖屏视频一只猫🎬'), maxLength: 300 }),
  // Includes halves of characters.
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
    .map((units) => String.fromCharCode(...units)),
);

function mayMatch(job: Job, runs: readonly number[]): boolean {
  const { size, bits } = readSignature(signatureOf(job));
  const set = new Set(bits);
  return runs.every((run) => set.has(run % size));
}

describe('signatureOf', () => {
  it('has the runs of every part of the prompt, in any case and script, and those of owner and model', () => {
    fc.assert(
      fc.property(
        letters,
        fc.nat(),
        fc.nat({ max: 50 }),
        fc.boolean(),
        (prompt, from, length, up) => {
          const job = make.newJob({ prompt, owner: 'user:a', model: 'm' });
          const folded = foldText(prompt);
          const at = folded.length === 0 ? 0 : from % folded.length;
          const part = folded.slice(at, at + length);
          const search = up ? part.toUpperCase() : part;
          fc.pre(folded.includes(foldText(search)));
          expect(mayMatch(job, searchedRuns([search], { owner: 'user:a', models: ['m'] }))).toBe(
            true,
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('says no to nearly all texts a prompt does not contain, to other owners and to other models', () => {
    const prompt =
      'A paper boat crosses a puddle at dawn while the market opens on the old harbour. ';
    const job = make.newJob({ prompt: prompt.repeat(3), owner: 'user:a', model: 'm' });
    const absent = [
      'zeppelin',
      'submarine',
      'xyzzy',
      'ghost',
      'volcano',
      'jungle',
      '视频',
      '一只猫',
    ];
    expect(absent.filter((text) => mayMatch(job, searchedRuns([text], anybody)))).toEqual([]);
    const others = Array.from({ length: 100 }, (_, index) => `user:${String(index)}`);
    const asOwner = others.filter((owner) =>
      mayMatch(job, searchedRuns(['boat'], { owner, models: null })),
    );
    expect(asOwner.length).toBeLessThan(20);
    const asModel = others.filter((model) =>
      mayMatch(job, searchedRuns(['boat'], { owner: null, models: [model] })),
    );
    expect(asModel.length).toBeLessThan(20);
  });

  it('grows with the prompt, so that a long one says no as well', () => {
    const words = Array.from({ length: 3000 }, (_, index) => (index * 7919).toString(36));
    const job = make.newJob({ prompt: words.join(' ') });
    expect(signatureOf(job).length).toBeGreaterThan(1000);
    expect(mayMatch(job, searchedRuns(['zeppelin over the harbour'], anybody))).toBe(false);
  });

  it('is stored, and hence never another', () => {
    const job = make.newJob({ prompt: 'Aß竖', owner: 'native', model: 'm' });
    const runs = [50744, 18953, 39345, 42439, 6060, 16918, 30235, 17159, 18368, 39204];
    expect(searchedRuns(['Aß竖'], { owner: 'native', models: ['m'] })).toEqual(runs);
    expect(readSignature(signatureOf(job))).toEqual({
      size: 256,
      bits: [7, 9, 22, 27, 36, 56, 172, 177, 192, 199],
    });
  });
});
