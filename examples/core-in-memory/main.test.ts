import { expect, it } from 'vitest';
import { runExample } from '../run-example.ts';

it('the core works alone, in memory', async () => {
  expect(await runExample(import.meta.dirname)).toBe('2 jobs, 2 submissions, 10 credits paid\n');
});
