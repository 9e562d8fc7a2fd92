import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Top of the project. */
export const projectRoot = resolve(import.meta.dirname, '../..');

/** A new folder that resolves the packages of the project, like a reader's folder after `npm install`. */
export function createScratchFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'filmgate-documents-'));
  symlinkSync(join(projectRoot, 'node_modules'), join(path, 'node_modules'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
