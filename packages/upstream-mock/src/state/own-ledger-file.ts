import { constants, copyFileSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import * as z from 'zod';

/** Ends the ownership: removes the lock, unless it belongs to another process by then. */
export type ReleaseLedger = () => void;

const ownerSchema = z.object({
  pid: z.int().positive(),
  host: z.string(),
  /** Start time, to detect a reused process number; null if the system does not report it. */
  started: z.string().nullable(),
});
type Owner = z.infer<typeof ownerSchema>;

/** Other processes may take over the same dead lock at the same time; number of attempts. */
const attempts = 5;

/** Positions in `/proc/<pid>/stat` after the name of the program (proc(5)). */
const stateField = 0;
const startField = 19;

/**
 * Makes this process the only writer of a ledger file, by `<file>.lock` beside it, which names the process. A lock of
 * another host is taken over: its process cannot be checked, and containers change their names.
 *
 * @throws Error with a sentence that names the file and its living owner, which may be this process
 */
export function ownLedgerFile(file: string): ReleaseLedger {
  const { pid } = process;
  const me: Owner = { pid, host: hostname(), started: startOf(pid) ?? null };
  const owned = own(`${file}.lock`, JSON.stringify(me));
  if (typeof owned === 'function') return owned;
  throw new Error(
    `The ledger ${file} is in use by ${owned}. Only one process may own a ledger: stop that one, or choose another file.`,
  );
}

/** Creates the lock; otherwise names its owner. */
function own(lock: string, text: string): ReleaseLedger | string {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (create(lock, text)) return () => removeIf(lock, text);
    const found = readLock(lock);
    const owner = parseOwner(found);
    if (owner !== undefined && isAlive(owner)) return `process ${owner.pid}`;
    if (found !== undefined) removeDead(lock, found, text);
  }
  return 'a starting process';
}

/**
 * Only the owner of the lock's lock removes it: of two that find it dead, the slower one would otherwise remove the
 * lock that the faster one has just created.
 */
function removeDead(lock: string, found: string, text: string): void {
  const release = own(`${lock}.lock`, text);
  if (typeof release === 'string') return;
  removeIf(lock, found);
  release();
}

/** The lock appears with its text or not at all: a half-written one would name no owner. */
function create(lock: string, text: string): boolean {
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    return unless('EEXIST', () => linkSync(draft, lock));
  } catch {
    // Some file systems have no links.
    return unless('EEXIST', () => copyFileSync(draft, lock, constants.COPYFILE_EXCL));
  } finally {
    rmSync(draft, { force: true });
  }
}

function removeIf(lock: string, text: string): void {
  if (readLock(lock) === text) rmSync(lock, { force: true });
}

function readLock(lock: string): string | undefined {
  let text: string | undefined;
  unless('ENOENT', () => {
    text = readFileSync(lock, 'utf8');
  });
  return text;
}

function parseOwner(text = ''): Owner | undefined {
  try {
    return ownerSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isAlive({ pid, host, started }: Owner): boolean {
  if (host !== hostname()) return false;
  const now = startOf(pid);
  return now !== undefined && (started === null || now === null || now === started);
}

/** Start time of the process with this number now; null if unknown, undefined for none or a zombie. */
function startOf(pid: number): string | null | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (/^[ZX]/.test(fields[stateField] ?? '')) return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${fields[startField] ?? ''}`;
  } catch {
    return takesSignals(pid) ? null : undefined;
  }
}

/** A process of another user refuses the signal, but is there. */
function takesSignals(pid: number): boolean {
  try {
    return unless('ESRCH', () => process.kill(pid, 0));
  } catch {
    return true;
  }
}

/** Returns false if the system reports this error instead of acting. */
function unless(code: string, act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return false;
    throw error;
  }
}
