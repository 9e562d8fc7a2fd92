import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseMasterKey } from '@filmgate/runtime-node';
import type { Settings } from '../settings/settings-schema.ts';

/** Why the data directory could not be used by this user, in sentences. Makes nothing. */
export function dataDirectoryProblems(settings: Settings): readonly string[] {
  const { FILMGATE_DATA_DIR: given } = settings;
  const directory = resolve(given);
  if (!existsSync(directory)) return newDirectoryProblems(directory);
  if (!statSync(directory).isDirectory()) {
    return [`FILMGATE_DATA_DIR is ${given}, which is a file.`];
  }
  if (!isWritable(directory)) {
    return [`FILMGATE_DATA_DIR is ${given}, where this user may not write.`];
  }
  return settings.FILMGATE_MASTER_KEY === undefined
    ? masterKeyProblems(join(directory, 'master.key'))
    : [];
}

function newDirectoryProblems(directory: string): readonly string[] {
  let above = dirname(directory);
  while (!existsSync(above)) above = dirname(above);
  return isWritable(above)
    ? []
    : [
        `FILMGATE_DATA_DIR is ${directory}, which cannot be made: this user may not write in ${above}.`,
      ];
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function masterKeyProblems(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  try {
    const reading = parseMasterKey(readFileSync(path, 'utf8'));
    return reading.kind === 'refused' ? [`${path} cannot be used: ${reading.message}.`] : [];
  } catch {
    return [`${path} cannot be read by this user.`];
  }
}
