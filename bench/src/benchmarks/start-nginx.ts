import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onCore, serverCore } from '../harness/cores.ts';
import type { BenchContext } from './benchmark.ts';
import { freePort, untilListening } from './ports.ts';

/** Process id of the worker. */
export interface NginxWorker {
  readonly port: number;
  readonly pid: number;
}

export type NginxTask =
  /** Serves a folder with sendfile. */
  | { readonly kind: 'files'; readonly folder: string }
  /** `proxy_pass` to a server on this machine over connections kept open. */
  | { readonly kind: 'proxy'; readonly port: number };

/** Starts nginx with one worker; null where nginx is not installed. */
export async function startNginx(
  context: BenchContext,
  task: NginxTask,
): Promise<NginxWorker | null> {
  const program = findNginx();
  if (program === undefined) return null;
  const folder = context.folder('nginx');
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, configuration({ folder, port, task }));
  const [command, ...rest] = onCore(serverCore, [program, '-p', folder, '-c', config]);
  const master = spawn(command, rest, { stdio: 'ignore' });
  const gone = once(master, 'exit');
  context.later(async () => {
    master.kill('SIGTERM');
    await gone;
  });
  await untilListening(port);
  const children = readFileSync(
    `/proc/${master.pid ?? 0}/task/${master.pid ?? 0}/children`,
    'utf8',
  );
  return { port, pid: Number(children.trim().split(' ')[0]) };
}

function findNginx(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  return ['/usr/sbin/nginx', 'nginx'].find((program) => {
    try {
      execFileSync(program, ['-v'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

function configuration({
  folder,
  port,
  task,
}: {
  readonly folder: string;
  readonly port: number;
  readonly task: NginxTask;
}): string {
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log /dev/null crit; ${user}
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 100000000; types { video/mp4 mp4; } tcp_nopush on; etag on;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${serverOf(task, port)}
}
`;
}

function serverOf(task: NginxTask, port: number): string {
  if (task.kind === 'files')
    return `server { listen 127.0.0.1:${port}; root ${task.folder}; sendfile on; sendfile_max_chunk 1m; }`;
  const pass = 'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_pass http://behind;';
  return `upstream behind { server 127.0.0.1:${task.port}; keepalive 256; }
  server { listen 127.0.0.1:${port}; location / { ${pass} } }`;
}
