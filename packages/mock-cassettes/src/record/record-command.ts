import { existsSync } from 'node:fs';
import { besideOf, folderProblem } from '../cassette/cassette-folder.ts';
import { findTexts } from '../secrets/found-keys.ts';
import { keyShapeIn, randomTextIn } from '../secrets/key-shapes.ts';
import { openRecorder, type RecorderOptions } from './recorder.ts';
import { redactRecording, type RecordingEnd } from './recording.ts';

export interface RecordCommand extends Pick<RecorderOptions, 'port' | 'readForm' | 'isRedacted'> {
  readonly upstreams: readonly (readonly [name: string, url: URL])[];
  readonly folder: string;
  /** Resolves when the recording is to end. */
  readonly stopped: Promise<void>;
  readonly print: (line: string) => void;
}

/**
 * Records until stopped.
 *
 * @returns the exit code: 1 without a recording, because a key was found in it, nothing passed, or an exchange was not
 *   written
 */
export async function record({ stopped, print, ...options }: RecordCommand): Promise<number> {
  const { folder } = options;
  const upstreams = new Map(options.upstreams);
  const recorder = await openRecorder({ ...options, upstreams, now: Date.now, onFault: print });
  for (const [name, url] of upstreams)
    print(`filmgate-mock records ${url.host} as ${name} at ${recorder.url}/${name}`);
  await stopped;
  const end = await recorder.finish();
  for (const line of linesOf(end, folder)) print(line);
  return end.kind === 'finished' ? 0 : 1;
}

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
  const random = findTexts(folder, randomTextIn);
  for (const line of linesOf({ kind: 'finished', replaced, random }, folder)) print(line);
}

function linesOf(end: RecordingEnd, folder: string): readonly string[] {
  switch (end.kind) {
    case 'finished':
      return [
        ...end.replaced.map((position) => `replaced in ${position}`),
        ...end.random.map((position) => `check ${position}`),
        `filmgate-mock wrote ${folder}`,
      ];
    case 'found':
      return [
        ...end.positions.map((position) => `found in ${position}`),
        `the recording is kept in ${end.left}: filmgate-mock redact ${folder} replaces the keys and finishes it`,
      ];
    case 'empty':
      return [`nothing was recorded, and ${folder} is unchanged`];
    case 'unwritten':
      return [
        `${end.count} exchanges could not be written: the others are in ${end.left}, and ${folder} is unchanged`,
      ];
  }
}
