import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runExample } from '../run-example.ts';

it('the use-cases work behind a plain node:http handler, on every start', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'filmgate-example-'));
  try {
    for (const start of ['the first start', 'the second start on what it kept']) {
      const said = await runExample(import.meta.dirname, [directory]);
      expect(said, start).toMatch(/^one video of \d{5,} bytes, for alice alone\n$/);
    }
  } finally {
    await rm(directory, { recursive: true });
  }
});
