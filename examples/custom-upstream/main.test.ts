import { expect, it } from 'vitest';
import { runExample } from '../run-example.ts';

it('a client of your own is held to every law of the upstream port', async () => {
  const report = await runExample(import.meta.dirname);
  expect(report).toMatch(/^ℹ pass (?:[2-9]\d)$/m);
  expect(report).toMatch(/^ℹ fail 0$/m);
});
