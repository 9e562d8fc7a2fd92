import { hash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CassetteLine, parseLine } from './cassette-line.ts';

/** Prompts and pictures are readable by their owner only. */
export const ownersOnly = { file: { mode: 0o600 }, folder: { mode: 0o700 } } as const;

export const linesFile = 'cassette.ndjson';

/** A folder beside a cassette: a recording until its end, or a cassette that is rewritten. */
export function besideOf(folder: string, ending: 'unfinished' | 'redacted'): string {
  return `${resolve(folder)}.${ending}`;
}

export function bodyPath(folder: string, name: string): string {
  return join(folder, 'bodies', name);
}

/** Name of a body: its SHA-256. */
export function nameOf(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'hex');
}

export interface CheckedLine {
  readonly line: CassetteLine;
  /** @throws Error that names the file and the line */
  readonly refuse: (problem: string, cause?: unknown) => never;
}

/** Lines of a cassette in order. Throws Error that names the file and the invalid line. */
export function* readLines(folder: string): Generator<CheckedLine, undefined> {
  const file = join(folder, linesFile);
  const texts = readFileSync(file, 'utf8').trimEnd().split('\n');
  let isFirst = true;
  for (const [index, text] of texts.entries()) {
    if (text.trim() === '') continue;
    const refuse = (problem: string, cause?: unknown): never => {
      throw new Error(`${file}: line ${index + 1} ${problem}`, { cause });
    };
    const line = parseLine(text, refuse);
    if (isFirst !== (line.kind === 'cassette'))
      refuse(`${isFirst ? 'is not the' : 'is another'} head of a cassette`);
    isFirst = false;
    yield { line, refuse };
  }
  if (isFirst) throw new Error(`${file}: line 1 is not the head of a cassette`);
  return undefined;
}

/** Bytes of a body of a line. Refuses the line if they are missing. */
export function bodyOf(folder: string, name: string, { refuse }: CheckedLine): Buffer {
  const path = bodyPath(folder, name);
  try {
    return readFileSync(path);
  } catch (error) {
    if (existsSync(path)) throw error;
    return refuse(`lacks its body: there is no ${path}`, error);
  }
}

/** Moves a complete cassette to its place, and removes the one it replaces. Stopped halfway, it is complete beside it. */
export function placeCassette(from: string, folder: string): void {
  rmSync(resolve(folder), { recursive: true, force: true });
  renameSync(from, resolve(folder));
}
