import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const cli = fileURLToPath(new URL('../../../server/src/cli.ts', import.meta.url));

const quickstart = z.object({
  local_url: z.string(),
  admin: z.object({ username: z.string(), password: z.string() }),
});

/** A complete gateway in its own process. */
export interface GatewayProcess {
  readonly url: string;
  /** The actual port, independent of the public URL. */
  readonly port: number;
  readonly admin: { readonly username: string; readonly password: string };
  stop(): Promise<void>;
  /** Kills the process without a graceful shutdown, which may take a minute. */
  kill(): Promise<void>;
}

/** Last line printed: instructions, or the reason it cannot work. */
const printedLast = /log in as .*\n|to resume with the existing data\./;
/** Log line of a listening gateway. */
const started = /"local_url":"http:[^"]*:(\d+)","event":"started"/;

/**
 * Starts `filmgate start` in a folder. The same folder again restarts the same gateway. The system chooses a free port:
 * a port chosen beforehand, or the previous one, could be taken by another program.
 */
export async function startGateway(options: {
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
}): Promise<GatewayProcess> {
  const child = spawn(process.execPath, ['--conditions=@filmgate/source', cli, 'start'], {
    cwd: options.folder,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      FILMGATE_LOCAL_PORT: '0',
      FILMGATE_TASKS_PORT: '0',
      FILMGATE_MOCK_SPEED: '20',
      FILMGATE_LOG_LEVEL: 'info',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const printed = await readUntilReady(child, ended);
  const file = join(options.folder, 'data', 'quickstart.json');
  if (!existsSync(file)) throw new Error(`no ${file}: ${printed}`);
  const { local_url: url, admin } = quickstart.parse(JSON.parse(readFileSync(file, 'utf8')));
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return {
    url,
    port: Number(started.exec(printed)?.[1]),
    admin,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Output until the gateway is ready; printed and logged on two pipes, which finish in either order. */
async function readUntilReady(child: ChildProcess, ended: Promise<unknown>): Promise<string> {
  let printed = '';
  let isReady = false;
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece: Buffer) => {
        if (isReady) return;
        printed += piece.toString();
        isReady = printedLast.test(printed) && started.test(printed);
        if (isReady) resolve();
      });
  });
  await Promise.race([
    ready,
    ended.then(() => Promise.reject(new Error(`the gateway ended: ${printed}`))),
  ]);
  return printed;
}
