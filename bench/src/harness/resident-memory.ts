import { readFileSync } from 'node:fs';

/** Memory of a process that is in RAM, in bytes (Linux `/proc/<pid>/status`); null where the system keeps no account. */
export function readResidentBytes(pid: number): number | null {
  try {
    const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return found === null ? null : Number(found[1]) * 1024;
  } catch {
    return null;
  }
}
