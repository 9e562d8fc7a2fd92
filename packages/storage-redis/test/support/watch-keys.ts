import type { RedisServer } from './redis-server.ts';

/** Commands of scripts on a server, as reported by MONITOR. */
export interface KeyWatch {
  /** Number of script commands seen so far. */
  readonly seen: () => number;
  /** Commands on keys the script was not given, or that do not begin with a hash tag. */
  readonly undeclared: () => readonly string[];
  readonly end: () => void;
}

/** Commands without keys. */
const keyless = new Set(['time', 'publish']);

/** Commands of which every argument is a key. */
const keysOnly = new Set(['del', 'exists', 'mget', 'unlink']);

/** Records every command of every script from now on. */
export async function watchKeys(server: RedisServer): Promise<KeyWatch> {
  const admin = await server.admin();
  const monitor = await admin.monitor();
  const undeclared = new Set<string>();
  let declared = new Set<string>();
  let seen = 0;
  monitor.on('monitor', (_time: string, args: readonly string[], source: string) => {
    const [name = '', ...rest] = args.map(String);
    const command = name.toLowerCase();
    if (source !== 'lua') {
      if (command !== 'evalsha' && command !== 'eval') return;
      declared = new Set(rest.slice(2, 2 + Number(rest[1])));
      return;
    }
    seen += 1;
    if (keyless.has(command)) return;
    // The key of MEMORY USAGE follows the second word.
    const operands = command === 'memory' ? rest.slice(1) : rest;
    const keys = keysOnly.has(command) ? operands : operands.slice(0, 1);
    for (const key of keys)
      if (!declared.has(key) || !/^\{[^}]+\}:/u.test(key)) undeclared.add(`${command} ${key}`);
  });
  return {
    seen: () => seen,
    undeclared: () => [...undeclared],
    end: () => monitor.disconnect(),
  };
}
