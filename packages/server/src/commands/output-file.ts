import { open, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { OpenBlob } from '@filmgate/core';

/** A file that is being written: it appears under its name complete, or not at all. */
export interface OutputFile {
  /** Copies a stored result into the file, renames the file to its final name, and closes the blob. */
  writeWhole(blob: OpenBlob): Promise<void>;
  /** Removes the unfinished file, if any. Safe to repeat. */
  discard(): Promise<void>;
}

export type OutputFileResult =
  | { readonly kind: 'reserved'; readonly file: OutputFile }
  | { readonly kind: 'refused'; readonly message: string };

const blockBytes = 1024 * 1024;

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'its folder does not exist'],
  ['ENOTDIR', 'its folder is a file'],
  ['EACCES', 'its folder is not writable'],
  ['EROFS', 'its folder is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['ENAMETOOLONG', 'its name is too long'],
]);

/** Creates a temporary file beside the final path: a path that cannot be written is detected before a payment. */
export async function reserveOutputFile(path: string): Promise<OutputFileResult> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  try {
    if (await isDirectory(path)) return refused(path, 'the path is a folder');
    await (await open(temporary, 'wx')).close();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return refused(path, reasons.get(code) ?? String(error));
  }
  return {
    kind: 'reserved',
    file: {
      writeWhole: async (blob) => {
        await copy(blob, temporary);
        await rename(temporary, path);
      },
      discard: () => unlink(temporary).catch(() => undefined),
    },
  };
}

function refused(path: string, reason: string): OutputFileResult {
  return { kind: 'refused', message: `The file ${path} cannot be written: ${reason}.` };
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function copy(blob: OpenBlob, path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    const block = new Uint8Array(Math.min(blockBytes, Math.max(1, blob.size)));
    for (let position = 0; position < blob.size; ) {
      const read = await blob.readInto(block, position);
      if (read === 0) throw new Error('The stored result is shorter than recorded.');
      await file.writeFile(block.subarray(0, read));
      position += read;
    }
    await file.sync();
  } finally {
    await file.close();
    await blob.close();
  }
}
