import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for what a file of tests has decoded from disk; it goes with them. Returns how to store: the path. */
export function useMediaFolder(): (file: Uint8Array, extension?: string) => string {
  const directory = mkdtempSync(join(tmpdir(), 'media-decoders-'));
  let fileNumber = 0;
  afterAll(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  return (file, extension = 'mp4') => {
    fileNumber += 1;
    const path = join(directory, `${fileNumber}.${extension}`);
    writeFileSync(path, file);
    return path;
  };
}
