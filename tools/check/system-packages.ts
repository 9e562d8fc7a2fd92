import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { backportsSource, withSource } from './backports.ts';
import type { Check, CheckResult } from './check.ts';
import { runCommand } from './run-command.ts';

/** Programs the tests start, and the Debian package that brings each. */
const NEEDED_PROGRAMS: ReadonlyMap<string, string> = new Map([
  ['redis-server', 'redis-server'],
  ['valkey-server', 'valkey-server'],
  ['chromium', 'chromium'],
  ['ffmpeg', 'ffmpeg'],
  ['ffprobe', 'ffmpeg'],
  ['nginx', 'nginx-light'],
  ['caddy', 'caddy'],
  ['systemd-analyze', 'systemd'],
  ['docker-compose', 'docker-compose'],
  ['openssl', 'openssl'],
  ['strace', 'strace'],
]);

/** Whether a program can be started by its name. */
function isOnPath(program: string, path: string): boolean {
  return path.split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Debian packages whose programs are not on the given search path. */
export function missingSystemPackages(path: string): readonly string[] {
  const missing = [...NEEDED_PROGRAMS].filter(([program]) => !isOnPath(program, path));
  return [...new Set(missing.map(([, packageName]) => packageName))];
}

function refusal(packages: readonly string[], reason: string): CheckResult {
  const list = packages.join(' ');
  const backports = packages.includes('valkey-server')
    ? ' (Debian 12 has valkey-server in bookworm-backports)'
    : '';
  const output = `missing on this machine: ${list}\n${reason}\nInstall them, for example: sudo apt-get install ${list}${backports}\n`;
  return { passed: 0, failed: 1, output };
}

/** Asks apt-get once, with options of this run; answers what it printed. */
async function askApt(
  options: readonly string[],
  packages: readonly string[],
  root: string,
): Promise<string> {
  /** RUNLEVEL=1 keeps the package from starting its service (invoke-rc.d(8)); the tests start their own. */
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const update = await runCommand(['apt-get', ...options, 'update'], { cwd: root, env });
  const command = ['install', '-y', '--no-install-recommends', ...packages];
  const installing = await runCommand(['apt-get', ...options, ...command], { cwd: root, env });
  return update.output + installing.output;
}

/** Valkey is younger than Debian 12, which has it among its backports. */
async function askAptForYounger(packages: readonly string[], root: string): Promise<string> {
  const release = '/etc/os-release';
  const source = existsSync(release) ? backportsSource(readFileSync(release, 'utf8')) : undefined;
  if (source === undefined) return '';
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-apt-'));
  try {
    return await askApt(withSource(source, folder), packages, root);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function install(packages: readonly string[], root: string): Promise<CheckResult> {
  const path = process.env['PATH'] ?? '';
  const output = [await askApt([], packages, root)];
  const notThere = missingSystemPackages(path);
  if (notThere.length > 0) output.push(await askAptForYounger(notThere, root));
  const stillMissing = missingSystemPackages(path);
  if (stillMissing.length === 0) return { passed: 1, failed: 0, output: output.join('') };
  return refusal(stillMissing, `apt-get could not install them:\n${output.join('')}`);
}

/** Makes sure the programs the tests start are there: installs what is missing, or names it. */
export function systemPackagesCheck(root: string): Check {
  return {
    name: 'system packages',
    after: [],
    run: async (report) => {
      const path = process.env['PATH'] ?? '';
      const missing = missingSystemPackages(path);
      if (missing.length === 0) return { passed: 1, failed: 0, output: '' };
      if (!isOnPath('apt-get', path)) return refusal(missing, 'There is no apt-get here.');
      if (process.getuid?.() !== 0) return refusal(missing, 'Only root may install them.');
      report(`installing ${missing.join(', ')}`);
      return install(missing, root);
    },
  };
}
