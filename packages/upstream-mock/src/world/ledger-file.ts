import {
  closeSync,
  existsSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { createGroupedCall } from './grouped-call.ts';
import { type LedgerFact, parseFact, printFact } from './ledger-fact.ts';

/** Where facts go. */
export interface LedgerFile {
  /** The facts that were there at the start. */
  read(): Iterable<LedgerFact>;
  /** Returns when the fact outlives the process. Throws when it could not be written; then it never happened. */
  append(fact: LedgerFact): void;
  /** Resolves when every fact so far outlives a power loss. */
  flushed(): Promise<void>;
  /** Flushes and lets go of the file; a second call does nothing more. */
  close(): Promise<void>;
}

/** A ledger that lives as long as the process. */
export function createVolatileLedger(): LedgerFile {
  return {
    read: () => [],
    append: () => undefined,
    flushed: async () => undefined,
    close: async () => undefined,
  };
}

const flush = promisify(fdatasync);
const newline = 0x0a;

/**
 * A ledger in a file of JSON lines, so that a restarted mock forgets nothing. A torn last line never
 * happened: its submission was not answered.
 *
 * @throws Error naming the line when the file holds anything else
 */
export function openLedgerFile(path: string): LedgerFile {
  mkdirSync(dirname(path), { recursive: true });
  const facts = existsSync(path) ? readWholeLines(path) : [];
  const descriptor = openSync(path, 'a', 0o600);
  const flushed = createGroupedCall(() => flush(descriptor));
  let { size } = fstatSync(descriptor);
  let closed: Promise<void> | undefined;
  return {
    read: () => facts,
    append: (fact) => {
      const line = Buffer.from(`${printFact(fact)}\n`);
      try {
        writeFileSync(descriptor, line);
      } catch (error) {
        ftruncateSync(descriptor, size);
        throw error;
      }
      size += line.length;
    },
    flushed,
    close: () => {
      closed ??= flushed().finally(() => closeSync(descriptor));
      return closed;
    },
  };
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
