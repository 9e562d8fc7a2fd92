import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { systemCode, unlessMissing } from './disk-fault.ts';

/** Tag of a temporary file that names the process that writes it, so that a later start can identify the owner. */
export interface ProcessTag {
  /** Digest of the host's name: processes of other hosts cannot be checked. */
  readonly host: string;
  readonly pid: number;
  /** Start of the process, in the system's own count; `0` where the system does not report it. */
  readonly started: string;
}

/** Distinguishes the store's own temporary files from those of others. */
export interface Processes {
  own(): Promise<ProcessTag>;
  /** True when a process has certainly ended; where that is unknown, it counts as alive. */
  isOver(tag: ProcessTag, own: ProcessTag): Promise<boolean>;
  /** A unique word for a file's name. */
  newWord(): string;
}

const tagForm = /^([0-9a-f]{8})-([0-9]{1,10})-([0-9]{1,20})$/;
const hostDigits = 8;

/** Field positions in `/proc/<pid>/stat` after the command's closing bracket (proc_pid_stat(5) fields 3 and 22). */
const stateField = 0;
const startField = 19;

interface ProcessStat {
  readonly state: string;
  readonly started: string;
}

async function readStat(pid: number): Promise<ProcessStat | undefined> {
  const text = await unlessMissing(() => readFile(`/proc/${pid}/stat`, 'utf8'));
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  const state = fields?.[stateField];
  const started = fields?.[startField];
  return state === undefined || started === undefined ? undefined : { state, started };
}

function handlesSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}

/** The tag of this process. */
export async function ownProcessTag(): Promise<ProcessTag> {
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, hostDigits);
  return { host, pid: process.pid, started: (await readStat(process.pid))?.started ?? '0' };
}

export function printProcessTag({ host, pid, started }: ProcessTag): string {
  return `${host}-${pid}-${started}`;
}

export function parseProcessTag(text: string): ProcessTag | undefined {
  const [, host, pid, started] = tagForm.exec(text) ?? [];
  return host === undefined || pid === undefined || started === undefined
    ? undefined
    : { host, pid: Number(pid), started };
}

/** True when a process of this host has certainly ended: gone, a zombie, or its number given to a later one. */
export async function isProcessOver(tag: ProcessTag, own: ProcessTag): Promise<boolean> {
  if (tag.host !== own.host) return false;
  if (own.started === '0' || tag.started === '0') return !handlesSignals(tag.pid);
  const stat = await readStat(tag.pid);
  return (
    stat === undefined || stat.state === 'Z' || stat.state === 'X' || stat.started !== tag.started
  );
}

/** The processes of this machine. */
export const systemProcesses: Processes = {
  own: ownProcessTag,
  isOver: isProcessOver,
  newWord: randomUUID,
};
