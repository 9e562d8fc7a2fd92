import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Child } from '../child-process.ts';
import { readTrace } from './read-trace.ts';
import type { SystemCall } from './system-call.ts';

const run = promisify(execFile);

/** Calls that write, sync or name a file, or send. */
const watchedCalls = [
  ...['write', 'pwrite64', 'writev', 'pwritev', 'pwritev2', 'sendto', 'sendmsg', 'sendmmsg'],
  ...['fsync', 'fdatasync', 'mkdir', 'mkdirat', 'open', 'creat', 'openat', 'openat2'],
  ...['rename', 'renameat', 'renameat2'],
];

/** Longer than a page of the database and than the head of a response with its body. */
const shownBytes = 8192;

/**
 * Returns the command that records the system calls of the program after it: all threads (`-f`), descriptors with their
 * targets (`-y`), and the tracer detached (`-D`), so that signals reach the program itself.
 */
export function traceCommand(traceFile: string): readonly [string, ...string[]] {
  const what = ['-e', `trace=${watchedCalls.join(',')}`, '-e', 'signal=none'];
  return [
    'strace',
    '-D',
    '-f',
    '--seccomp-bpf',
    '-y',
    '-s',
    String(shownBytes),
    ...what,
    '-o',
    traceFile,
  ];
}

/**
 * Traces a program that does nothing.
 *
 * @throws Error with instructions, where programs cannot be traced
 */
export async function requireTracing(): Promise<void> {
  try {
    const { stderr } = await run('strace', [
      '-f',
      '--seccomp-bpf',
      '-e',
      'trace=exit_group',
      'true',
    ]);
    if (stderr.includes('+++ exited with 0 +++')) return;
    throw new Error(`strace recorded nothing: ${stderr}`);
  } catch (error) {
    throw new Error(
      'Whether answers wait for the disk cannot be shown here: strace must be installed (Debian package "strace") and ptrace(2) allowed (kernel.yama.ptrace_scope below 3; in a container, the capability SYS_PTRACE or a seccomp profile that lets it through).',
      { cause: error },
    );
  }
}

/** Ends a traced program by SIGTERM and resolves with its calls. */
export async function stopAndReadTrace(
  child: Child,
  traceFile: string,
): Promise<readonly SystemCall[]> {
  // The tracer holds the error stream too, so it closes when both have ended.
  const closed = once(child.process, 'close');
  await child.stop('SIGTERM');
  await closed;
  const trace = await readFile(traceFile, 'utf8');
  // Process ids are padded to five characters.
  if (
    !new RegExp(String.raw`^${child.process.pid} +\+\+\+ exited with 0 \+\+\+$`, 'm').test(trace)
  ) {
    throw new Error(`the trace does not reach the end of the program:\n${trace.slice(-500)}`);
  }
  return readTrace(trace);
}
