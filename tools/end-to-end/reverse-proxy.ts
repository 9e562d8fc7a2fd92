import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { projectRoot } from './scratch-folder.ts';

/** Ports of both listeners, of the gateway or of the proxy. */
export interface Ports {
  readonly local: string;
  readonly tasks: string;
}

export interface ProxyOptions {
  /** Folder for its files. */
  readonly folder: string;
  readonly gateway: Ports;
  /** Ports of the proxy, without TLS. */
  readonly own: Ports;
  /** Changes the sample, to show what depends on it. */
  readonly change?: (sample: string) => string;
}

const readyWithinMs = 60_000;
const retryMs = 50;

function sample(name: string, { gateway, change = (text) => text }: ProxyOptions): string {
  return change(readFileSync(join(projectRoot, 'deploy', name), 'utf8'))
    .replaceAll('127.0.0.1:8787', `127.0.0.1:${gateway.local}`)
    .replaceAll('127.0.0.1:8788', `127.0.0.1:${gateway.tasks}`);
}

/** The nginx sample as a whole configuration. */
function nginxConfiguration(options: ProxyOptions): string {
  const { folder, own } = options;
  const listens = [own.local, own.tasks][Symbol.iterator]();
  const site = sample('nginx.conf', options)
    .replaceAll(/^ *(?:listen \[::\]|ssl_certificate).*$/gm, '')
    .replaceAll('listen 443 ssl http2;', () => `listen 127.0.0.1:${listens.next().value};`);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = folders.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  return `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr; ${user}
events {}
http { access_log off; ${paths}
${site} }
`;
}

function caddyConfiguration(options: ProxyOptions): string {
  const { own } = options;
  const site = sample('Caddyfile', options)
    .replace('films.example.com {', `http://127.0.0.1:${own.local} {`)
    .replace('tasks.example.com {', `http://127.0.0.1:${own.tasks} {`);
  return `{\n\tadmin off\n}\n${site}`;
}

/** Start command of each proxy with its sample. */
const programs = {
  nginx: (options: ProxyOptions) => {
    const file = join(options.folder, 'nginx.conf');
    writeFileSync(file, nginxConfiguration(options));
    return ['nginx', '-e', 'stderr', '-p', options.folder, '-c', file] as const;
  },
  caddy: (options: ProxyOptions) => {
    const file = join(options.folder, 'Caddyfile');
    writeFileSync(file, caddyConfiguration(options));
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file] as const;
  },
};

export type ProxyName = keyof typeof programs;

async function listening(port: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) break;
    const socket = connect(Number(port), '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await setTimeout(retryMs);
    } finally {
      socket.destroy();
    }
  }
  throw new Error(`${child.spawnfile} does not listen on ${port}`);
}

/** Runs a proxy with its sample in front of a gateway: the ports changed, TLS taken out, nothing else. */
export async function startProxy(
  name: ProxyName,
  options: ProxyOptions,
): Promise<{ stop(): Promise<void> }> {
  mkdirSync(options.folder, { recursive: true });
  const [file, ...args] = programs[name](options);
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, XDG_DATA_HOME: options.folder, XDG_CONFIG_HOME: options.folder },
  });
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const gone = once(child, 'exit');
  const endWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await gone;
    process.off('exit', endWithUs);
  };
  try {
    await listening(options.own.local, child);
    await listening(options.own.tasks, child);
  } catch (error) {
    if (child.exitCode === null) await stop();
    throw new Error(`${name}: ${said.join('')}`, { cause: error });
  }
  return { stop };
}
