import { acceptAnything } from '@filmgate/conformance';
import { describe, expect, it } from 'vitest';
import { fileHarness } from './storage-harness.ts';

const seed = 20_261_123;

describe.each([
  { values: 5_000, tags: 'sampled' },
  { values: 100_000, tags: 'long' },
])('$values random values', ({ values, tags }) => {
  it('[accepted.never-throws] through accept never throw, and every file opens again', {
    tags,
    timeout: 300_000,
  }, async () => {
    const options = { open: fileHarness, values, valuesPerStore: values / 4, seed };
    expect(await acceptAnything(options)).toBeGreaterThan(values / 100);
  });
});
