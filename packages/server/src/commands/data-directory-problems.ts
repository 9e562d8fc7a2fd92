import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseMasterKey } from '@filmgate/runtime-node';
import type { Settings } from '../settings/settings-schema.ts';

/** Why the data directory, or that of the witness, could not be used by this user, in sentences. Makes nothing. */
export function dataDirectoryProblems(settings: Settings): readonly string[] {
  const { FILMGATE_DATA_DIR: data, FILMGATE_WITNESS_DIR: witness, FILMGATE_STORAGE } = settings;
  const problems = directoryProblems('FILMGATE_DATA_DIR', data);
  if (witness !== undefined && FILMGATE_STORAGE === 'sqlite')
    problems.push(...directoryProblems('FILMGATE_WITNESS_DIR', witness));
  return problems.length > 0 || settings.FILMGATE_MASTER_KEY !== undefined
    ? problems
    : masterKeyProblems(join(resolve(data), 'master.key'));
}

function directoryProblems(setting: string, given: string): string[] {
  const directory = resolve(given);
  if (!existsSync(directory)) return newDirectoryProblems(setting, directory);
  if (!statSync(directory).isDirectory()) return [`${setting} is ${given}, which is a file.`];
  return isWritable(directory) ? [] : [`${setting} is ${given}, where this user may not write.`];
}

function newDirectoryProblems(setting: string, directory: string): string[] {
  let above = dirname(directory);
  while (!existsSync(above)) above = dirname(above);
  return isWritable(above)
    ? []
    : [`${setting} is ${directory}, which cannot be made: this user may not write in ${above}.`];
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
