import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const programs = new URL('../../../server/test/programs/', import.meta.url);

/** Runs a program that fills the data directory of a stopped gateway. */
export async function runServerProgram(name: string, words: readonly string[]): Promise<void> {
  const program = fileURLToPath(new URL(`${name}.ts`, programs));
  const given = ['--conditions=@filmgate/source', program, ...words];
  await promisify(execFile)(process.execPath, given);
}
