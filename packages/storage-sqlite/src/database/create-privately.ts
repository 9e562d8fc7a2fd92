import { closeSync, openSync } from 'node:fs';

/** Nobody but the owner of the process may read prompts and sealed secrets; SQLite gives its other files the same mode. */
export function createPrivately(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}
