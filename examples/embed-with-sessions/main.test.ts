import { expect, it } from 'vitest';
import { runExample } from '../run-example.ts';

it('[surfaces.mountable] [quota.as-given] visitors of a site come with its session cookie and spend what it lets them', async () => {
  expect(await runExample(import.meta.dirname)).toBe(
    'two videos paid for, two refused, and the sixth request turned away\n',
  );
});
