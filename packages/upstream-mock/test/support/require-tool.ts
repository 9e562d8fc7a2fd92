import { existsSync } from 'node:fs';

/** Fails, and says what to install, where a program that decodes our media is missing. */
export function requireTool(path: string, source: string): void {
  if (existsSync(path)) return;
  throw new Error(`${path} is missing: these tests decode our media with it; install ${source}`);
}
