import { expect, it } from 'vitest';
import { runExample } from '../run-example.ts';

it('the use-cases work behind a plain node:http handler', async () => {
  const said = await runExample(import.meta.dirname);
  expect(said).toMatch(/^one film of \d{5,} bytes, for alice alone\n$/);
});
