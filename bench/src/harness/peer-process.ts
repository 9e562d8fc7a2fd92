import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onCore } from './cores.ts';

/** A program that is not ours, on a core of its own. */
export interface PeerProcess {
  readonly pid: number;
  /** Ends it; resolves when it is gone. Safe to repeat. */
  stop(): Promise<void>;
}

export interface PeerCommand {
  readonly command: readonly string[];
  /** The core it is kept on; null leaves it to the system. */
  readonly core: number | null;
  readonly environment?: { readonly [name: string]: string };
}

const stopWithinMs = 20_000;

/** Starts a program without waiting for it; what it prints is thrown away. */
export function startPeer({ command, core, environment = {} }: PeerCommand): PeerProcess {
  const [program, ...rest] = onCore(core, command);
  const env = { ...process.env, ...environment };
  const child = spawn(program, rest, { env, stdio: 'ignore' });
  const gone = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      await gone;
      clearTimeout(timer);
    },
  };
}
