import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorageHarness } from '@filmgate/conformance';
import type { StorageBundle } from '@filmgate/core';
import { createSqliteStorage } from '../../src/index.ts';

/** A new, empty store in a separate file. */
export async function fileHarness(): Promise<StorageHarness> {
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-sqlite-'));
  const opened = new Set<StorageBundle>();
  const open = async () => {
    const bundle = await createSqliteStorage({ file: join(folder, 'filmgate.db') });
    opened.add(bundle);
    return bundle;
  };
  return {
    bundle: await open(),
    another: open,
    reopen: open,
    dispose: async () => {
      for (const bundle of opened) await bundle.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A new, empty store in memory; opened again it is a different one. */
export async function memoryHarness(): Promise<StorageHarness> {
  const opened = new Set<StorageBundle>();
  const open = async () => {
    const bundle = await createSqliteStorage({ file: ':memory:' });
    opened.add(bundle);
    return bundle;
  };
  return {
    bundle: await open(),
    another: open,
    reopen: open,
    dispose: async () => {
      for (const bundle of opened) await bundle.close();
    },
  };
}
