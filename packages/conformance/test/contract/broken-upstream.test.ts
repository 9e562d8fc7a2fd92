import { describe, expect, it } from 'vitest';
import { upstreamConformance } from '../../src/upstream-conformance.ts';
import { createCollectingRunner } from '../broken/collecting-runner.ts';
import type { BrokenClient } from '../broken/upstream/breaking.ts';
import { readingFaults } from '../broken/upstream/reading.ts';
import { submittingFaults } from '../broken/upstream/submitting.ts';
import { wireFaults } from '../broken/upstream/wire.ts';
import { openMemoryUpstream } from '../support/memory-upstream.ts';

function runnerFor(decorate: BrokenClient['wrap']) {
  const runner = createCollectingRunner();
  upstreamConformance({ runner, open: () => openMemoryUpstream(decorate) });
  return runner;
}

describe('the kit for provider clients, against broken clients', () => {
  const matrix = new Map<string, readonly string[]>();
  const sound = runnerFor((client) => client);

  it('passes a careful client', async () => {
    expect(await sound.reds()).toEqual([]);
  });

  it.each([...submittingFaults, ...readingFaults])(
    'fails a client that $fault',
    async ({ fault, wrap }) => {
      const reds = await runnerFor(wrap).reds();
      matrix.set(fault, reds);
      expect(reds).not.toEqual([]);
    },
  );

  it.each(wireFaults)('fails a client that $fault', async ({ fault, send }) => {
    const runner = createCollectingRunner();
    upstreamConformance({ runner, open: () => openMemoryUpstream(undefined, send) });
    const reds = await runner.reds();
    matrix.set(fault, reds);
    expect(reds).not.toEqual([]);
  });

  it('has for each law a broken client that fails it', () => {
    const red = new Set([...matrix.values()].flat());
    expect(sound.names().filter((name) => !red.has(name))).toEqual([]);
  });

  it('fails exactly the laws on record', async () => {
    const lines = [...matrix].flatMap(([fault, reds]) => [
      fault,
      ...reds.map((law) => `    ${law}`),
      '',
    ]);
    await expect(lines.join('\n')).toMatchFileSnapshot('../broken/upstream-kills.txt');
  });
});
