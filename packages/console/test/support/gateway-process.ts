import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const cli = fileURLToPath(new URL('../../../server/src/cli.ts', import.meta.url));

const quickstart = z.object({
  local_url: z.string(),
  admin: z.object({ username: z.string(), password: z.string() }),
});

/** A whole gateway in a process of its own. */
export interface GatewayProcess {
  readonly url: string;
  readonly admin: { readonly username: string; readonly password: string };
  stop(): Promise<void>;
}

/** A port nobody listens on now; a gateway that is started again must have the one it had. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Starts `filmgate start` in a folder; the same folder and port again are the same gateway after a restart. */
export async function startGateway(options: {
  readonly folder: string;
  readonly port: number;
  readonly env?: Readonly<Record<string, string>>;
}): Promise<GatewayProcess> {
  const child = spawn(process.execPath, ['--conditions=@filmgate/source', cli, 'start'], {
    cwd: options.folder,
    env: {
      PATH: process.env['PATH'],
      FILMGATE_LOCAL_PORT: String(options.port),
      FILMGATE_TASKS_PORT: '0',
      FILMGATE_MOCK_SPEED: '20',
      FILMGATE_LOG_LEVEL: 'warn',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const printed = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      printed.text += piece.toString();
    });
  while (!printed.text.includes('Stop with Ctrl-C')) {
    await Promise.race([once(child.stdout, 'data'), ended]);
    if (child.exitCode !== null) throw new Error(`the gateway ended: ${printed.text}`);
  }
  const file = join(options.folder, 'data', 'quickstart.json');
  if (!existsSync(file)) throw new Error(`no ${file}: ${printed.text}`);
  const { local_url: url, admin } = quickstart.parse(JSON.parse(readFileSync(file, 'utf8')));
  return {
    url,
    admin,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
