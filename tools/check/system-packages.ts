import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Check, CheckResult } from './check.ts';
import { runCommand } from './run-command.ts';

/** Programs the tests start, and the Debian package that brings each. */
const NEEDED_PROGRAMS: ReadonlyMap<string, string> = new Map([
  ['redis-server', 'redis-server'],
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
  const output = `missing on this machine: ${list}\n${reason}\nInstall them, for example: sudo apt-get install ${list}\n`;
  return { passed: 0, failed: 1, output };
}

async function install(packages: readonly string[], root: string): Promise<CheckResult> {
  /** RUNLEVEL=1 keeps the package from starting its service (invoke-rc.d(8)); the tests start their own. */
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const update = await runCommand(['apt-get', 'update'], { cwd: root, env });
  const command = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages] as const;
  const { output } = await runCommand([...command], { cwd: root, env });
  const stillMissing = missingSystemPackages(process.env['PATH'] ?? '');
  if (stillMissing.length === 0) return { passed: 1, failed: 0, output };
  return refusal(stillMissing, `apt-get could not install them:\n${update.output}${output}`);
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
