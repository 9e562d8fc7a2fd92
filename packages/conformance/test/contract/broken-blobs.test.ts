import { describe, expect, it } from 'vitest';
import { blobConformance } from '../../src/blob-conformance.ts';
import type { BrokenBlobs } from '../broken/blobs/breaking.ts';
import { keepingFaults } from '../broken/blobs/keeping.ts';
import { stagingFaults } from '../broken/blobs/staging.ts';
import { createCollectingRunner } from '../broken/collecting-runner.ts';
import { openMemoryBlobs } from '../support/memory-blob-harness.ts';

function runnerFor(decorate: BrokenBlobs['wrap']) {
  const runner = createCollectingRunner();
  blobConformance({
    runner,
    open: () => openMemoryBlobs({ durable: true, decorate }),
    durable: true,
  });
  return runner;
}

describe('the blob kit against broken stores', () => {
  const matrix = new Map<string, readonly string[]>();
  const sound = runnerFor((blobs) => blobs);

  it('is green on a correct store', async () => {
    expect(await sound.reds()).toEqual([]);
  });

  it.each([...stagingFaults, ...keepingFaults])(
    'turns red on a store that $fault',
    async ({ fault, wrap }) => {
      const reds = await runnerFor(wrap).reds();
      matrix.set(fault, reds);
      expect(reds).not.toEqual([]);
    },
  );

  it('has for each law a broken store that turns it red', () => {
    const red = new Set([...matrix.values()].flat());
    expect(sound.names().filter((name) => !red.has(name))).toEqual([]);
  });

  it('fails exactly the laws on record', async () => {
    const lines = [...matrix].flatMap(([fault, reds]) => [
      fault,
      ...reds.map((law) => `    ${law}`),
      '',
    ]);
    await expect(lines.join('\n')).toMatchFileSnapshot('../broken/blob-kills.txt');
  });
});
