import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBaselineFile } from './baseline-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-baseline-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('keeps what was written last, in one private file', async () => {
  const path = join(folder, 'baseline.json');
  const baseline = createBaselineFile(path);
  expect(await baseline.read()).toBeNull();
  await baseline.write({ historyId: 'L1', commits: 7 });
  await baseline.write({ historyId: 'L1', commits: 9 });
  expect(await baseline.read()).toEqual({ historyId: 'L1', commits: 9, before: [] });
  const last = { historyId: 'L2', commits: 9, before: ['L1'] };
  await baseline.write(last);
  expect(await createBaselineFile(path).read()).toEqual(last);
  expect(readdirSync(folder)).toEqual(['baseline.json']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it.each(['', '{"history_id":"L1"}', '{"history_id":"","commits":1}', 'x'])(
  'is not taken for a first start when it holds %j',
  async (text) => {
    const path = join(folder, 'baseline.json');
    writeFileSync(path, text);
    await expect(createBaselineFile(path).read()).rejects.toThrow(/./u);
  },
);

it.each(['the file', 'its folder'])(
  '[system-calls.syncs-told] does not say that it is written when the sync of %s fails',
  async (which) => {
    const handle = await open(folder, 'r');
    const prototype: Pick<FileHandle, 'sync'> = Object.getPrototypeOf(handle);
    await handle.close();
    const sync = vi.spyOn(prototype, 'sync');
    const failed = new Error('EIO: i/o error, fsync');
    if (which === 'its folder') sync.mockResolvedValueOnce(undefined);
    sync.mockRejectedValueOnce(failed);
    try {
      const baseline = createBaselineFile(join(folder, 'baseline.json'));
      await expect(baseline.write({ historyId: 'L1', commits: 7 })).rejects.toBe(failed);
      await baseline.write({ historyId: 'L1', commits: 8 });
      expect(readdirSync(folder)).toEqual(['baseline.json']);
    } finally {
      sync.mockRestore();
    }
  },
);
