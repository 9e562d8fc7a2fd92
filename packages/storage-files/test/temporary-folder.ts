import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a test in a temporary folder and removes it afterwards. */
export async function inTemporaryFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'filmgate-blobs-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Names of temporary files and of blobs in a store's directory. */
export async function filesIn(
  directory: string,
): Promise<{ readonly temporary: readonly string[]; readonly blobs: readonly string[] }> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const temporary = files.filter(({ parentPath }) => parentPath === join(directory, 'tmp'));
  const blobs = files.filter(({ parentPath }) => parentPath !== join(directory, 'tmp'));
  return {
    temporary: temporary.map(({ name }) => name),
    blobs: blobs.map(({ name }) => name),
  };
}
