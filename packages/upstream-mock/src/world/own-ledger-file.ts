import { constants, copyFileSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import * as z from 'zod';

/** Ends the ownership: removes the lock, unless it has become another process's. */
export type ReleaseLedger = () => void;

const ownerSchema = z.object({
  pid: z.int().positive(),
  host: z.string(),
  /** Tells a process from an earlier one with its number; null where the system does not say. */
  started: z.string().nullable(),
});
type Owner = z.infer<typeof ownerSchema>;

/** Other processes may take the same dead lock over just now; this often it is tried again. */
const attempts = 5;

/** Positions in `/proc/<pid>/stat` behind the name of the program (proc(5)). */
const stateField = 0;
const startField = 19;

/**
 * Makes this process the only one that writes a ledger file, by `<file>.lock` beside it, which names the process. A lock of
 * another host is taken over: it cannot be asked whether its process lives, and containers change their names.
 *
 * @throws Error with a sentence that names the file and the owner when there is a living one, in this process, too
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
    `The ledger ${file} is in use by ${owning.by}. One process owns a ledger: stop that one, or choose another file.`,
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
  return { kind: 'taken', by: 'a process that is just starting' };
}

/**
 * Only who owns the lock of the lock removes it. Of two that find it dead, the slower one would remove what the quicker one
 * has made in its place.
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

/** What runs under this number now; a zombie does not. */
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
