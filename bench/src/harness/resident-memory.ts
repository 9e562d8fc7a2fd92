import { readFileSync } from 'node:fs';

/** Resident memory of a process, in bytes (Linux `/proc/<pid>/status`); null if the system does not report it. */
export function readResidentBytes(pid: number): number | null {
  try {
    const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return found === null ? null : Number(found[1]) * 1024;
  } catch {
    return null;
  }
}
