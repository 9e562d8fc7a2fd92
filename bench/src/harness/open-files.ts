import { readFileSync } from 'node:fs';

/** What a program opens besides the connections it is measured with: its store, its threads, its log. */
const besidesConnections = 500;

/**
 * Makes sure that a program may hold so many connections. Node raises its own limit as far as the system lets it, so
 * what this process may, its children may.
 *
 * @throws Error with a sentence for whoever runs the benchmark
 */
export function requireOpenFiles(connections: number): void {
  const limit = openFileLimit();
  const needed = connections + besidesConnections;
  if (limit !== null && limit < needed) {
    throw new Error(
      `${connections} connections need ${needed} open files in one process, and only ${limit} are allowed here: raise the hard limit (ulimit -Hn ${needed}) and run it again.`,
    );
  }
}

function openFileLimit(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const found = /^Max open files\s+(\d+)/m.exec(limits);
    return found === null ? null : Number(found[1]);
  } catch {
    return null;
  }
}
