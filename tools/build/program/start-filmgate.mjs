import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runtimeEnvironment, runtimeFlags } from './runtime-flags.mjs';

/**
 * Starts the bundled command. A process that lacks the flags is replaced by one that has them: it keeps its id, its
 * terminal and its supervisor.
 */

const { execPath, execArgv, argv, env } = process;
const missing = runtimeFlags().filter((flag) => !execArgv.includes(flag));
// Windows cannot replace a process: there it runs without the flags.
if (missing.length > 0 && process.platform !== 'win32' && process.execve !== undefined) {
  const words = [execPath, ...execArgv, ...missing, ...argv.slice(1)];
  process.execve(execPath, words, { ...env, ...runtimeEnvironment() });
}
// Compiled code is reused by the next start. A folder that others can write to would let them run their code here.
if (env['NODE_COMPILE_CACHE'] === undefined) {
  enableCompileCache(fileURLToPath(new URL('../compile-cache', import.meta.url)));
}
await import('../../../packages/server/src/cli.ts');
