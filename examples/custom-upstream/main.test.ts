/** @module-tag long */
import { expect, it } from 'vitest';
import { runExample } from '../run-example.ts';

it('[providers.places.own] your own provider passes every law of the provider port, and makes videos behind a gateway', async () => {
  const report = await runExample(import.meta.dirname);
  expect(report).toMatch(/^ℹ pass (?:[2-9]\d)$/m);
  expect(report).toMatch(/^ℹ fail 0$/m);
  expect(report).toMatch(/^ℹ a video of \d{4,} bytes$/m);
});
