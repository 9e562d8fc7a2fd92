import { existsSync } from 'node:fs';
import { besideOf } from '../cassette/cassette-folder.ts';
import { folderProblem } from '../cassette/read-cassette.ts';
import { findTexts } from '../secrets/found-keys.ts';
import { keyShapeIn } from '../secrets/key-shapes.ts';
import { findRandom, redactRecording } from './recording.ts';

/**
 * Replaces the keys in an unfinished recording, or in a cassette, and takes edited bodies in.
 *
 * @throws Error if there is neither, or with the unreadable line
 */
export function redact(folder: string, print: (line: string) => void): void {
  const unfinished = besideOf(folder, 'unfinished');
  const from = existsSync(unfinished) ? unfinished : folder;
  const problem = from === unfinished ? undefined : folderProblem(folder);
  if (problem !== undefined) throw new Error(problem);
  const replaced = findTexts(from, keyShapeIn);
  redactRecording(from, folder);
  for (const line of endLines({ replaced, random: findRandom(folder) }, folder)) print(line);
}

/** Lines about a cassette that was written. */
export function endLines(
  { replaced, random }: Readonly<Record<'replaced' | 'random', readonly string[]>>,
  folder: string,
): readonly string[] {
  return [
    ...replaced.map((position) => `replaced in ${position}`),
    ...random.map((position) => `check ${position}`),
    `filmgate-mock wrote ${folder}`,
  ];
}
