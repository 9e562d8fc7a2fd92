import type { BlobFolders } from './blob-folders.ts';
import { unlessMissing } from './disk-fault.ts';
import type { FileSystem } from './file-system.ts';

interface Places {
  readonly files: FileSystem;
  readonly folders: BlobFolders;
}

/** A blob taken out of its place, and where it lies. */
interface Aside {
  readonly path: string;
  readonly sha256: string;
}

/**
 * Removes a blob unless it was written since the instant, also by another process and while this runs. No system call removes a
 * file by its age, so it is taken aside first, where no writer reaches it, and looked at there.
 *
 * @throws the system's ENOENT when it is not there (any longer)
 */
export async function removeOld(
  { files, folders }: Places,
  { path, sha256 }: Aside,
  writtenBefore: number,
): Promise<void> {
  const place = folders.pathOf(sha256);
  if ((await files.stat(place)).mtimeMs >= writtenBefore) return;
  await files.rename(place, path);
  if ((await files.stat(path)).mtimeMs < writtenBefore) await files.unlink(path);
  else await putBack({ files, folders }, { path, sha256 });
}

/**
 * Puts a blob that was taken aside back in its place, where it counts as just written, since whoever took it may have stopped before
 * it looked whether the blob was kept again. One that is there by now is newer and stays.
 */
export async function putBack({ files, folders }: Places, { path, sha256 }: Aside): Promise<void> {
  const place = folders.pathOf(sha256);
  if ((await unlessMissing(() => files.stat(place))) !== undefined) {
    await files.unlink(path);
    return;
  }
  await files.touch(path);
  const mark = folders.markOf(sha256);
  await files.rename(path, place);
  await folders.sync(sha256, mark);
}
