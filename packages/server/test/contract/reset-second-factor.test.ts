import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteStorage } from '@filmgate/storage-sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resetSecondFactor } from '../../src/commands/reset-second-factor.ts';
import { secondFactorName } from '../../src/compose/second-factor.ts';
import { readSettings } from '../../src/settings/read-settings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-reset-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function reset(): Promise<string> {
  const read = readSettings({ FILMGATE_DATA_DIR: folder });
  if (read.kind === 'refused') throw new Error(read.problems.join());
  return resetSecondFactor(read.settings);
}

const openStore = () => createSqliteStorage({ file: join(folder, 'filmgate.db') });

describe('filmgate admin reset-second-factor', () => {
  it('[administrator.second-factor.removal] lets logins go without a code, on the record, and does so once', async () => {
    const before = await openStore();
    const on = { kind: 'on', sealed: 'whatever', lastStep: 1, recoveryDigests: [] };
    await before.values.put(secondFactorName, JSON.stringify(on));
    await before.close();
    expect(await reset()).toMatch(/^Removed\. The next login needs no one-time code/);
    expect(await reset()).toBe('There is no second factor to remove.');
    const after = await openStore();
    expect(await after.values.get(secondFactorName)).toBe('{"kind":"off"}');
    const [entry, ...rest] = await after.adminAccess.audit({ before: null, limit: 9 });
    expect(entry).toMatchObject({ actor: 'filmgate admin', action: 'second-factor.reset' });
    expect(rest).toEqual([]);
    await after.close();
  });
});
