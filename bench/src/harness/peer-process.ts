import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onCore } from './cores.ts';

const betweenTriesMs = 1;
const patienceMs = 60_000;

/** Polls a server until it responds with success. */
export async function firstReply(port: number, path: string): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (!(await responses(port, path))) {
    if (performance.now() > giveUpAt) throw new Error(`port ${port} does not respond ${path}`);
    await sleep(betweenTriesMs);
  }
}

async function responses(port: number, path: string): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
  try {
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
    const received: unknown[] = await once(socket, 'data');
    return String(received[0]).startsWith('HTTP/1.1 200 ');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A foreign program on its own core. */
export interface PeerProcess {
  readonly pid: number;
  /** Stops the program; resolves when it has ended. Safe to repeat. */
  stop(): Promise<void>;
}

export interface PeerCommand {
  readonly command: readonly string[];
  /** Core to run on; null = the system chooses. */
  readonly core: number | null;
  readonly environment?: { readonly [name: string]: string };
}

const stopWithinMs = 20_000;

/** Starts a program without waiting for it, and discards its output. */
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
