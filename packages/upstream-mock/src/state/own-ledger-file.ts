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
  const me: Owner = {
    pid: process.pid,
    host: hostname(),
    started: runningProcess(process.pid)?.started ?? null,
  };
  const owning = own(`${file}.lock`, JSON.stringify(me));
  if (owning.kind === 'owned') return owning.release;
  throw new Error(
    `The ledger ${file} is in use by ${owning.by}. Only one process may own a ledger: stop that one, or choose another file.`,
  );
}

type Owning =
  | { readonly kind: 'owned'; readonly release: ReleaseLedger }
  | { readonly kind: 'taken'; readonly by: string };

function own(lock: string, text: string): Owning {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (create(lock, text)) return { kind: 'owned', release: () => removeIf(lock, text) };
    const found = readLock(lock);
    const owner = parseOwner(found);
    if (owner !== undefined && isAlive(owner)) return { kind: 'taken', by: `process ${owner.pid}` };
    if (found !== undefined) removeDead(lock, found, text);
  }
  return { kind: 'taken', by: 'a starting process' };
}

/**
 * Only the owner of the lock's lock removes it: of two that find it dead, the slower one would otherwise remove the
 * lock that the faster one has just created.
 */
function removeDead(lock: string, found: string, text: string): void {
  const removing = own(`${lock}.lock`, text);
  if (removing.kind === 'taken') return;
  removeIf(lock, found);
  removing.release();
}

/** The lock appears with its text or not at all: a half-written one would name no owner. */
function create(lock: string, text: string): boolean {
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    return link(draft, lock);
  } finally {
    rmSync(draft, { force: true });
  }
}

function link(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
  }
  try {
    // Some file systems have no links.
    copyFileSync(draft, lock, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function removeIf(lock: string, text: string): void {
  if (readLock(lock) === text) rmSync(lock, { force: true });
}

function readLock(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
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
  const running = runningProcess(pid);
  if (running === undefined) return false;
  return started === null || running.started === null || running.started === started;
}

/** The process with this number now; undefined for a zombie. */
function runningProcess(pid: number): Pick<Owner, 'started'> | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (/^[ZX]/.test(fields[stateField] ?? '')) return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { started: `${boot}/${fields[startField] ?? ''}` };
  } catch {
    return takesSignals(pid) ? { started: null } : undefined;
  }
}

function takesSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
