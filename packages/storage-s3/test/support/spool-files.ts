import { readdir, readlink, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const descriptors = '/proc/self/fd';

/** This process's open files that have lost their name in a folder, as the system lists them. */
export async function namelessFiles(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const number of await readdir(descriptors)) {
    const path = join(descriptors, number);
    const target = await readlink(path).catch(() => '');
    if (target.startsWith(`${folder}/`) && target.endsWith(' (deleted)')) found.push(path);
  }
  return found;
}

/** Makes the files appear `ms` older. */
export async function ageNamelessFiles(folder: string, ms: number): Promise<void> {
  for (const path of await namelessFiles(folder)) {
    const { atimeMs, mtimeMs } = await stat(path);
    await utimes(path, (atimeMs - ms) / 1000, (mtimeMs - ms) / 1000);
  }
}
