import { hash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bodiesOf, type CassetteLine, type ExchangeLine, parseLine } from './cassette-line.ts';

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
  /** Number of the line, from 1, and number of all lines. */
  readonly at: number;
  readonly of: number;
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
    yield { line, at: index + 1, of: texts.length, refuse };
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

/** A recorded exchange; `number`: its place among the exchanges of the cassette, from 1. */
export interface Exchange extends ExchangeLine {
  readonly number: number;
}

/** A cassette read from disk. */
export interface Cassette {
  readonly upstreams: readonly string[];
  /** Patterns of the ids of jobs, by name. */
  readonly forms: ReadonlyMap<string, string>;
  readonly exchanges: readonly Exchange[];
  body(file: string): Buffer;
}

/** Called while a long cassette is read, with numbers of lines. */
export type ReadProgress = (done: number, all: number) => void;

const linesPerReport = 5_000;

/** @throws Error with instructions if there is no cassette, with the unreadable line, or the line of an edited body */
export function readCassette(folder: string, onProgress: ReadProgress = () => undefined): Cassette {
  const problem = folderProblem(folder);
  if (problem !== undefined) throw new Error(problem);
  const upstreams: string[] = [];
  const forms = new Map<string, string>();
  const exchanges: Exchange[] = [];
  const checked = new Set<string>();
  for (const read of readLines(folder)) {
    const { line, at, of } = read;
    if (at % linesPerReport === 0 || (at === of && of > linesPerReport)) onProgress(at, of);
    if (line.kind === 'cassette') upstreams.push(...line.upstreams);
    if (line.kind === 'job') forms.set(line.name, line.form);
    if (line.kind !== 'exchange') continue;
    for (const name of bodiesOf(line)) {
      if (checked.has(name)) continue;
      if (nameOf(bodyOf(folder, name, read)) !== name)
        read.refuse(
          `has a body that is not what was recorded, ${bodyPath(folder, name)}: if you edited it, take it in with filmgate-mock redact ${folder}`,
        );
      checked.add(name);
    }
    exchanges.push({ ...line, number: exchanges.length + 1 });
  }
  return { upstreams, forms, exchanges, body: (file) => readFileSync(bodyPath(folder, file)) };
}

/** Explains why the folder has no cassette, and how to record one. */
export function folderProblem(folder: string): string | undefined {
  if (existsSync(join(folder, linesFile))) return undefined;
  const unfinished = besideOf(folder, 'unfinished');
  if (existsSync(unfinished))
    return `there is no cassette in ${folder} yet: its recording in ${unfinished} has not ended`;
  const lacks = existsSync(folder) ? `has no ${linesFile} in it` : 'does not exist';
  return `the cassette folder ${folder} ${lacks}: record one with filmgate-mock record --upstream NAME=URL --to ${folder}`;
}
