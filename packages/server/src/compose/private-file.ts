import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Creates a directory that only its owner can read, and its parents; their names are on the disk when it returns. */
export function makePrivateDirectory(path: string): void {
  const whole = resolve(path);
  const first = mkdirSync(whole, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = whole; made.length >= first.length; made = dirname(made)) {
    syncDirectory(dirname(made));
  }
}

/** Writes a file that only its owner can read: complete or not at all, and on the disk when it returns. */
export function writePrivateFile(path: string, text: string): void {
  const temporary = `${path}.${process.pid}`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncDirectory(dirname(path));
}

function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
