import { acceptAnything } from '@filmgate/conformance';
import { expect, it } from 'vitest';
import { fileHarness } from './storage-harness.ts';

const seed = 20_261_123;

it('[accepted.never-throws] 100 000 random values through accept never throw, and every file opens again', async () => {
  const options = { open: fileHarness, values: 100_000, valuesPerStore: 25_000, seed };
  expect(await acceptAnything(options)).toBeGreaterThan(1_000);
}, 300_000);
