import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type CassetteLine, readLines } from './cassette.ts';

const linesFile = 'cassette.ndjson';

/** Prompts and pictures are readable by their owner only. */
const ownersOnly = { file: { mode: 0o600 }, folder: { mode: 0o700 } } as const;

/** A cassette read from disk. */
export interface Cassette {
  readonly lines: readonly CassetteLine[];
  body(file: string): Buffer;
  /** File name of a body with this text. */
  fileOf(text: string): string;
}

/** Returns true if the folder contains a cassette. */
export function hasCassette(folder: string): boolean {
  return existsSync(join(folder, linesFile));
}

/** @throws Error with instructions if there is no cassette, or with the unreadable line */
export function readCassette(folder: string): Cassette {
  const problem = cassetteProblem(folder);
  if (problem !== undefined) throw new Error(problem);
  const lines = join(folder, linesFile);
  const pathOf = (body: string) => join(folder, 'bodies', body);
  const bodyProblem = (body: string) => {
    if (!/^[\da-f]{64}$/.test(body))
      return `has ${JSON.stringify(body)}, which is not a body's name`;
    return existsSync(pathOf(body)) ? undefined : `lacks its body: there is no ${pathOf(body)}`;
  };
  return {
    lines: readLines(readFileSync(lines, 'utf8'), lines, bodyProblem),
    body: (file) => readFileSync(pathOf(file)),
    fileOf: (text) => nameOf(Buffer.from(text)),
  };
}

/** Explains why the folder has no cassette, and how to record one. */
function cassetteProblem(folder: string): string | undefined {
  if (hasCassette(folder)) return undefined;
  const replaced = replacedBy(folder);
  if (!existsSync(folder) && existsSync(replaced))
    return `there is no cassette in ${folder}, because a recording stopped halfway: the previous cassette is in ${replaced}`;
  if (existsSync(draftOf(folder)))
    return `there is no cassette in ${folder} yet: its recording in ${draftOf(folder)} has not ended`;
  const lacks = existsSync(folder) ? `has no ${linesFile} in it` : 'does not exist';
  return `the cassette folder ${folder} ${lacks}: record one with filmgate-mock record --upstream NAME=URL --to ${folder}`;
}

/** A cassette being written, in a separate folder: an unfinished recording is never replayed. */
export interface CassetteDraft {
  readonly folder: string;
  line(line: CassetteLine): void;
  /** Stores a body and returns its file name. */
  body(bytes: Uint8Array): string;
  /** All files with their bytes as written. */
  files(): readonly (readonly [name: string, bytes: Buffer])[];
  finish(): void;
  discard(): void;
}

/**
 * @param isContinued - keeps the existing cassette and adds to it
 * @throws Error if the folder contains anything but a cassette, which a recording would remove, or while another
 *   recording writes there
 */
export function draftCassette(folder: string, isContinued: boolean): CassetteDraft {
  const others = existsSync(folder)
    ? readdirSync(folder).filter((name) => name !== linesFile && name !== 'bodies')
    : [];
  if (others.length > 0)
    throw new Error(`${folder} has ${others[0]} in it: use a folder only for the cassette`);
  const draft = draftOf(folder);
  begin(draft);
  const bodies = join(draft, 'bodies');
  mkdirSync(bodies, ownersOnly.folder);
  if (isContinued) bringFiles(folder, draft);
  return {
    folder: draft,
    line: (line) =>
      appendFileSync(join(draft, linesFile), `${JSON.stringify(line)}\n`, ownersOnly.file),
    body: (bytes) => {
      const file = nameOf(bytes);
      writeFileSync(join(bodies, file), bytes, ownersOnly.file);
      return file;
    },
    files: () =>
      [linesFile, ...readdirSync(bodies).map((name) => `bodies/${name}`)].map(
        (name) => [name, readFileSync(join(draft, name))] as const,
      ),
    finish: () => {
      const [position, replaced] = [resolve(folder), replacedBy(folder)];
      rmSync(replaced, { recursive: true, force: true });
      if (existsSync(position)) renameSync(position, replaced);
      renameSync(draft, position);
      rmSync(replaced, { recursive: true, force: true });
    },
    discard: () => rmSync(draft, { recursive: true, force: true }),
  };
}

/** Copies an earlier recording, readable by its owner only. */
function bringFiles(folder: string, draft: string): void {
  const bodies = existsSync(join(folder, 'bodies')) ? readdirSync(join(folder, 'bodies')) : [];
  for (const name of [linesFile, ...bodies.map((body) => join('bodies', body))])
    writeFileSync(join(draft, name), readFileSync(join(folder, name)), ownersOnly.file);
}

function draftOf(folder: string): string {
  return besideOf(folder, 'unfinished');
}

function replacedBy(folder: string): string {
  return besideOf(folder, 'replaced');
}

function besideOf(folder: string, ending: string): string {
  return `${resolve(folder)}.${ending}`;
}

/** Creates the draft folder, exclusively. */
function begin(draft: string): void {
  mkdirSync(dirname(draft), { recursive: true, ...ownersOnly.folder });
  try {
    mkdirSync(draft, ownersOnly.folder);
  } catch (error) {
    if (!existsSync(draft)) throw error;
    const how = 'remove that folder to record again';
    throw new Error(`${draft} is being recorded, or was left unfinished: ${how}`, { cause: error });
  }
}

function nameOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
