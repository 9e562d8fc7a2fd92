import { constants } from 'node:fs';
import { mkdir, readdir, rename, rmdir, stat, statfs, unlink, utimes } from 'node:fs/promises';
import { Descriptor } from './descriptor.ts';
import type { FileSystem } from './file-system.ts';

/** Blobs belong to the gateway's user alone. */
const folderMode = 0o700;
const fileMode = 0o600;

const openFlags = {
  read: constants.O_RDONLY,
  'new-file': constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
  folder: constants.O_RDONLY | constants.O_DIRECTORY,
};

/** The file system of this machine. */
export const systemFiles: FileSystem = {
  open: (path, how) => Descriptor.open(path, openFlags[how], fileMode),
  rename,
  unlink,
  makeFolders: (path) => mkdir(path, { recursive: true, mode: folderMode }),
  removeFolder: (path) => rmdir(path),
  names: (path) => readdir(path),
  async stat(path) {
    const found = await stat(path);
    return { size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile() };
  },
  async touch(path) {
    const now = new Date();
    await utimes(path, now, now);
  },
  async freeBytes(path) {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  },
};
