import { join } from 'node:path';
import type { BlobFolders } from './blob-folders.ts';
import { unlessMissing } from './disk-fault.ts';
import type { FileSystem } from './file-system.ts';

interface Locations {
  readonly files: FileSystem;
  readonly folders: BlobFolders;
}

const folderForm = /^[0-9a-f]{2}$/;
/** Number of files checked concurrently. */
const together = 16;

/** Digests of one folder, in order, after the given one. */
async function digestsIn(
  { files, folders }: Locations,
  start: string,
  after: string,
): Promise<readonly string[]> {
  const names = (await unlessMissing(() => files.names(folders.folder(start)))) ?? [];
  return names.filter((name) => folders.isDigest(name) && name > after).toSorted();
}

async function writtenBefore(files: FileSystem, path: string, instant: number): Promise<boolean> {
  const found = await unlessMissing(() => files.stat(path));
  return found !== undefined && found.mtimeMs < instant;
}

/** Digests last written before the instant, in order, from after the given one on, up to the limit. */
export async function oldBlobs(
  locations: Locations,
  page: { readonly writtenBefore: number; readonly after: string | null; readonly limit: number },
): Promise<readonly string[]> {
  const { files, folders } = locations;
  const after = page.after ?? '';
  const starts = (await files.names(folders.root))
    .filter((name) => folderForm.test(name))
    .toSorted();
  const found: string[] = [];
  for (const start of starts.filter((name) => name >= after.slice(0, name.length))) {
    const digests = await digestsIn(locations, start, after);
    for (let at = 0; at < digests.length; at += together) {
      if (found.length >= page.limit) return found.slice(0, page.limit);
      const some = digests.slice(at, at + together);
      const old = await Promise.all(
        some.map((name) =>
          writtenBefore(files, join(folders.folder(start), name), page.writtenBefore),
        ),
      );
      found.push(...some.filter((_, index) => old[index] === true));
    }
  }
  return found.slice(0, page.limit);
}

/** A blob moved aside, with its new path. */
interface Aside {
  readonly path: string;
  readonly sha256: string;
}

/**
 * Removes a blob unless it was written since the instant, also by another process and while this runs. No system call
 * removes a file by its age, so the blob is first moved aside, where no writer reaches it, and checked there.
 *
 * @throws the system's ENOENT when the blob does not exist (any longer)
 */
export async function removeOld(
  { files, folders }: Locations,
  { path, sha256 }: Aside,
  instant: number,
): Promise<void> {
  const location = folders.pathOf(sha256);
  if ((await files.stat(location)).mtimeMs >= instant) return;
  await files.rename(location, path);
  if ((await files.stat(path)).mtimeMs < instant) await files.unlink(path);
  else await putBack({ files, folders }, { path, sha256 });
}

/**
 * Moves a blob that was moved aside back to its path, where it counts as just written, since the process that moved it
 * may have stopped before it checked that the blob was kept again. A blob that exists there by now is newer and stays.
 */
export async function putBack(
  { files, folders }: Locations,
  { path, sha256 }: Aside,
): Promise<void> {
  const location = folders.pathOf(sha256);
  if ((await unlessMissing(() => files.stat(location))) !== undefined) {
    await files.unlink(path);
    return;
  }
  await files.touch(path);
  const failures = folders.failuresOf(sha256);
  await files.rename(path, location);
  await folders.sync(sha256, failures);
}
