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

/** Prompts and pictures are for the eyes of their owner. */
const ownersOnly = { file: { mode: 0o600 }, folder: { mode: 0o700 } } as const;

/** A cassette that is read. */
export interface Cassette {
  readonly lines: readonly CassetteLine[];
  body(file: string): Buffer;
  /** The name that a body of this text is kept under. */
  fileOf(text: string): string;
}

/** Whether there is a cassette in the folder. */
export function hasCassette(folder: string): boolean {
  return existsSync(join(folder, linesFile));
}

/** @throws Error that says what to do when there is no cassette, or which of its lines cannot be read */
export function readCassette(folder: string): Cassette {
  const problem = cassetteProblem(folder);
  if (problem !== undefined) throw new Error(problem);
  const lines = join(folder, linesFile);
  const pathOf = (body: string) => join(folder, 'bodies', body);
  const bodyProblem = (body: string) => {
    if (!/^[\da-f]{64}$/.test(body))
      return `has ${JSON.stringify(body)}, which is no name of a body`;
    return existsSync(pathOf(body)) ? undefined : `has no body: there is no ${pathOf(body)}`;
  };
  return {
    lines: readLines(readFileSync(lines, 'utf8'), lines, bodyProblem),
    body: (file) => readFileSync(pathOf(file)),
    fileOf: (text) => nameOf(Buffer.from(text)),
  };
}

/** Why there is no cassette in the folder, and how one comes there. */
function cassetteProblem(folder: string): string | undefined {
  if (hasCassette(folder)) return undefined;
  const replaced = replacedBy(folder);
  if (!existsSync(folder) && existsSync(replaced))
    return `there is no cassette in ${folder}, as a recording ended half-way: the cassette before it is in ${replaced}`;
  if (existsSync(draftOf(folder)))
    return `there is no cassette in ${folder} yet: its recording in ${draftOf(folder)} has not ended`;
  const lacks = existsSync(folder) ? `has no ${linesFile} in it` : 'does not exist';
  return `the cassette folder ${folder} ${lacks}: record one with filmgate-mock record --upstream NAME=URL --to ${folder}`;
}

/** A cassette that is being written, beside the place where it will lie: nothing replays half a recording. */
export interface CassetteDraft {
  readonly folder: string;
  line(line: CassetteLine): void;
  /** The name it is kept under. */
  body(bytes: Uint8Array): string;
  /** Every file with its bytes, as written. */
  files(): readonly (readonly [name: string, bytes: Buffer])[];
  finish(): void;
  discard(): void;
}

/**
 * @param isContinued - whether what lies there already is kept, and added to
 * @throws Error when the folder has anything but a cassette, which a recording would remove, or while another recording is made there
 */
export function draftCassette(folder: string, isContinued: boolean): CassetteDraft {
  const others = existsSync(folder)
    ? readdirSync(folder).filter((name) => name !== linesFile && name !== 'bodies')
    : [];
  if (others.length > 0)
    throw new Error(`${folder} has ${others[0]} in it, and is no folder for a cassette alone`);
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
      const [place, replaced] = [resolve(folder), replacedBy(folder)];
      rmSync(replaced, { recursive: true, force: true });
      if (existsSync(place)) renameSync(place, replaced);
      renameSync(draft, place);
      rmSync(replaced, { recursive: true, force: true });
    },
    discard: () => rmSync(draft, { recursive: true, force: true }),
  };
}

/** Copies what was recorded before, whoever may read it there. */
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

/** Makes the draft's folder, which nobody else has then. */
function begin(draft: string): void {
  mkdirSync(dirname(draft), { recursive: true, ...ownersOnly.folder });
  try {
    mkdirSync(draft, ownersOnly.folder);
  } catch (error) {
    if (!existsSync(draft)) throw error;
    const how = 'remove that folder to record anew';
    throw new Error(`${draft} is being recorded, or was left unfinished: ${how}`, { cause: error });
  }
}

function nameOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
