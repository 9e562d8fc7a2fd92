import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseFact, printFact } from './fact-form.ts';
import type { LedgerFact } from '../records/ledger-fact.ts';
import { ownLedgerFile, type ReleaseLedger } from './own-ledger-file.ts';

/** Storage of facts. */
export interface LedgerFile {
  /** The facts stored at the start. */
  read(): Iterable<LedgerFact>;
  /**
   * Returns when the fact is stored, and an acceptance is safe from a power loss. Throws if it could not be written;
   * then it never happened.
   */
  append(fact: LedgerFact): void;
  /** Replaces all facts, atomically. Throws if they could not be written. */
  rewrite(facts: Iterable<LedgerFact>): void;
  /** Closes the file; further calls do nothing. */
  close(): void;
}

const newline = 0x0a;

/**
 * A ledger in a file of JSON lines, so that a restarted mock keeps its state. A torn last line never happened: its
 * submission was not answered.
 *
 * @throws Error in one sentence if its folder cannot be made, if a living process has the file open, and with the
 *   number of an invalid line
 */
export function openLedgerFile(path: string): LedgerFile {
  makeFolder(dirname(path), path);
  const release = ownLedgerFile(realPath(path));
  try {
    return openOwned(path, release);
  } catch (error) {
    release();
    throw error;
  }
}

function openOwned(path: string, release: ReleaseLedger): LedgerFile {
  const facts = existsSync(path) ? readWholeLines(path) : [];
  let descriptor = openSync(path, 'a', 0o600);
  let { size } = fstatSync(descriptor);
  let isOpen = true;
  // Two hosts do not see each other's processes, but each other's lines.
  const expectOwnLines = () => {
    if (fstatSync(descriptor).size !== size)
      throw new Error(
        `Another process writes to the ledger ${path}, so this one is no longer correct. Only one process may own a ledger.`,
      );
  };
  return {
    read: () => facts,
    append: (fact) => {
      expectOwnLines();
      const line = Buffer.from(`${printFact(fact)}\n`);
      try {
        writeFileSync(descriptor, line);
        if (fact.fact === 'accepted') fdatasyncSync(descriptor);
      } catch (error) {
        ftruncateSync(descriptor, size);
        throw error;
      }
      size += line.length;
    },
    rewrite: (others) => {
      expectOwnLines();
      const former = descriptor;
      descriptor = writeAnew(realPath(path), others);
      ({ size } = fstatSync(descriptor));
      closeSync(former);
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      closeSync(descriptor);
      release();
    },
  };
}

/** Descriptor of a new file with these facts, which gets the name once it is complete. */
function writeAnew(path: string, facts: Iterable<LedgerFact>): number {
  const lines = [...facts].map((fact) => `${printFact(fact)}\n`);
  const draft = `${path}.new`;
  try {
    writeFileSync(draft, lines.join(''), { mode: 0o600, flush: true });
    const descriptor = openSync(draft, 'a');
    renameSync(draft, path);
    return descriptor;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Level by level: Node's recursive mkdir never returns if the system refuses a folder at that path. */
function makeFolder(folder: string, path: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder), path);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (cause) {
    if (existsSync(folder)) return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The folder of the ledger ${path} cannot be created: ${reason}`, { cause });
  }
}

/** Two names of one file must not be two ledgers. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
}

function readWholeLines(path: string): readonly LedgerFact[] {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(newline) + 1;
  if (end < bytes.length) truncateSync(path, end);
  const lines = bytes.toString('utf8', 0, end).split('\n').slice(0, -1);
  return lines.map((line, index) => {
    try {
      return parseFact(line);
    } catch (cause) {
      throw new Error(`${path}:${index + 1} is not a line of a ledger.`, { cause });
    }
  });
}
