import { symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { spawnProgram } from '@filmgate/conformance';
import { expect, it } from 'vitest';
import { createSqliteStorage } from '../../src/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const busyWriter = new URL('../support/busy-writer.ts', import.meta.url);

it('refuses a second opening in the same process, also by another name of the file', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'filmgate.db');
  const store = await createSqliteStorage({ file });
  symlinkSync(file, join(folder, 'other.db'));
  for (const name of ['filmgate.db', 'other.db']) {
    await expect(createSqliteStorage({ file: join(folder, name) })).rejects.toMatchObject({
      name: 'StorageUnavailable',
      message: expect.stringContaining(`in use by process ${process.pid} on ${hostname()}`),
    });
  }
  await store.close();
  await (await createSqliteStorage({ file })).close();
});

it('refuses a second process with a sentence that names the first', async () => {
  const file = join(temporaryFolder(), 'filmgate.db');
  const owner = spawnProgram({ program: busyWriter, args: [file] });
  for await (const line of owner.lines) {
    if (line !== '') break;
  }
  await expect(createSqliteStorage({ file })).rejects.toMatchObject({
    name: 'StorageUnavailable',
    message: expect.stringContaining(`in use by process ${owner.pid} on ${hostname()}`),
  });
  owner.kill('SIGKILL');
  await owner.ended();
  // Nothing stale is left of a process that was killed.
  await (await createSqliteStorage({ file })).close();
});

it('is refused to a second process while this one holds it', async () => {
  const file = join(temporaryFolder(), 'filmgate.db');
  const store = await createSqliteStorage({ file });
  const second = await spawnProgram({ program: busyWriter, args: [file] }).ended();
  expect(second.code).toBe(1);
  expect(second.errors).toContain(`in use by process ${process.pid} on ${hostname()}`);
  await store.close();
});

it('gives the file back when it cannot be opened', async () => {
  const folder = temporaryFolder();
  await expect(createSqliteStorage({ file: join(folder, 'none', 'filmgate.db') })).rejects.toThrow(
    /folder .* does not exist/,
  );
  const file = join(folder, 'filmgate.db');
  await (await createSqliteStorage({ file })).close();
});
