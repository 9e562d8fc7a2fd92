import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PeerCommand } from '../harness/peer-process.ts';
import { serverCore } from '../harness/cores.ts';
import type { BenchContext } from './benchmark.ts';

/** Ninety packages for this benchmark alone, installed in its data folder and not with the project. */
const portkeyPackage = '@portkey-ai/gateway@1.15.2';
const preload = fileURLToPath(new URL('../harness/loopback-only.mjs', import.meta.url));

/** Installs Portkey's gateway unless an earlier run did; null if it cannot be installed, as without a registry. */
export function installPortkey(context: BenchContext): string | null {
  const folder = context.keptFolder('portkey');
  const entry = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  if (existsSync(entry)) return entry;
  context.progress(`installing ${portkeyPackage}`);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--prefix', folder];
  try {
    execFileSync('npm', ['install', ...options, portkeyPackage], { stdio: 'ignore' });
    return entry;
  } catch {
    context.progress(`there is no ${portkeyPackage} to stand beside`);
    return null;
  }
}

/** Its server without its console, reachable from this machine only. */
export function portkeyCommand(entry: string, port: number): PeerCommand {
  const server = [entry, '--headless', `--port=${port}`];
  return {
    command: [process.execPath, '--import', preload, ...server],
    core: serverCore,
    environment: { NODE_ENV: 'production', ENVIRONMENT: 'production' },
  };
}
