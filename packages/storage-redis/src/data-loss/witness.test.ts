import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileWitness } from './witness.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-witness-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('keeps what was written last, in one private file', async () => {
  const path = join(folder, 'witness.json');
  const witness = createFileWitness(path);
  expect(await witness.read()).toBeNull();
  await witness.write({ lineage: 'L1', commits: 7 });
  await witness.write({ lineage: 'L1', commits: 9 });
  expect(await witness.read()).toEqual({ lineage: 'L1', commits: 9, before: [] });
  const last = { lineage: 'L2', commits: 9, before: ['L1'] };
  await witness.write(last);
  expect(await createFileWitness(path).read()).toEqual(last);
  expect(readdirSync(folder)).toEqual(['witness.json']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it.each(['', '{"lineage":"L1"}', '{"lineage":"","commits":1}', 'x'])(
  'is not taken for a first start when it holds %j',
  async (text) => {
    const path = join(folder, 'witness.json');
    writeFileSync(path, text);
    await expect(createFileWitness(path).read()).rejects.toThrow(/./u);
  },
);
