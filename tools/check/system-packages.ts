import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runCommand } from './run-command.ts';

/** Programs that the tests start, and the Debian package of each. */
const NEEDED_PROGRAMS: ReadonlyMap<string, string> = new Map([
  ['redis-server', 'redis-server'],
  ['valkey-server', 'valkey-server'],
  ['chromium-headless-shell', 'chromium-headless-shell'],
  ['ffmpeg', 'ffmpeg'],
  ['ffprobe', 'ffmpeg'],
  ['nginx', 'nginx-light'],
  ['caddy', 'caddy'],
  ['systemd-analyze', 'systemd'],
  ['docker-compose', 'docker-compose'],
  ['openssl', 'openssl'],
  ['strace', 'strace'],
  ['pytest-3', 'python3-pytest'],
]);

/** Modules of Python that the tests import, and the Debian package of each. */
const NEEDED_MODULES: ReadonlyMap<string, string> = new Map([['requests', 'python3-requests']]);

/** True if a program can be started by its name. */
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

/** True if the Python of a search path has a module. */
function isModule(name: string, path: string): boolean {
  return spawnSync('python3', ['-c', `import ${name}`], { env: { PATH: path } }).status === 0;
}

/** Debian packages whose programs are not on the given search path, or whose modules its Python does not have. */
export function missingSystemPackages(path: string): readonly string[] {
  const missing = [
    ...[...NEEDED_PROGRAMS].filter(([program]) => !isOnPath(program, path)),
    ...[...NEEDED_MODULES].filter(([name]) => !isModule(name, path)),
  ];
  return [...new Set(missing.map(([, packageName]) => packageName))];
}

function refusal(packages: readonly string[], reason: string): string {
  const list = packages.join(' ');
  const backports = packages.includes('valkey-server')
    ? ' (Debian 12 has valkey-server in bookworm-backports)'
    : '';
  return `missing on this machine: ${list}\n${reason}\nInstall them, for example: sudo apt-get install ${list}${backports}\n`;
}

/** Runs apt-get once, with options of this run; returns its output. */
async function askApt(options: readonly string[], packages: readonly string[]): Promise<string> {
  /** RUNLEVEL=1 keeps the package from starting its service (invoke-rc.d(8)); the tests start their own. */
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const update = await runCommand(['apt-get', ...options, 'update'], { env });
  const command = ['install', '-y', '--no-install-recommends', ...packages];
  const installing = await runCommand(['apt-get', ...options, ...command], { env });
  return update.output + installing.output;
}

/** Signs every suite of Debian; of the package debian-archive-keyring, without which apt trusts nothing. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const MIRROR = 'http://deb.debian.org/debian';

/**
 * The line of sources.list(5) for backports to a release of Debian, from the text of os-release(5); undefined on
 * anything but a release of Debian. apt still prefers packages that the release itself has
 * (https://backports.debian.org/Instructions/, 2026-11).
 */
export function backportsSource(osRelease: string): string | undefined {
  const fields = new Map(
    osRelease.split('\n').map((line) => {
      const [name = '', value = ''] = line.split(/=(.*)/su);
      return [name, value.replaceAll(/^["']|["']$/gu, '')];
    }),
  );
  const codename = fields.get('VERSION_CODENAME');
  if (fields.get('ID') !== 'debian' || codename === undefined) return undefined;
  return `deb [signed-by=${KEYRING}] ${MIRROR} ${codename}-backports main`;
}

/**
 * Options that add one source to one run of apt-get, with its lists in a separate folder: neither the machine's sources
 * nor its lists change.
 *
 * @param folder of this run alone; apt's own user must be able to enter it
 */
export function withSource(source: string, folder: string): readonly string[] {
  const parts = join(folder, 'sources.list.d');
  const lists = join(folder, 'lists');
  chmodSync(folder, 0o755);
  mkdirSync(join(lists, 'partial'), { recursive: true });
  mkdirSync(parts);
  if (existsSync('/etc/apt/sources.list.d'))
    cpSync('/etc/apt/sources.list.d', parts, { recursive: true, dereference: true });
  writeFileSync(join(parts, 'filmgate-backports.list'), `${source}\n`);
  return ['-o', `Dir::Etc::SourceParts=${parts}`, '-o', `Dir::State::Lists=${lists}`];
}

/** Valkey is newer than Debian 12, which has it in its backports. */
async function askAptForYounger(packages: readonly string[]): Promise<string> {
  const release = '/etc/os-release';
  const source = existsSync(release) ? backportsSource(readFileSync(release, 'utf8')) : undefined;
  if (source === undefined) return '';
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-apt-'));
  try {
    return await askApt(withSource(source, folder), packages);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Installs missing programs that the tests start.
 *
 * @returns a message about programs that cannot be installed; undefined if none is missing
 */
export async function installSystemPackages(): Promise<string | undefined> {
  const path = process.env['PATH'] ?? '';
  const missing = missingSystemPackages(path);
  if (missing.length === 0) return undefined;
  if (!isOnPath('apt-get', path)) return refusal(missing, 'There is no apt-get here.');
  if (process.getuid?.() !== 0) return refusal(missing, 'Only root may install them.');
  process.stderr.write(`filmgate: installing ${missing.join(', ')} …\n`);
  const output = [await askApt([], missing)];
  const notThere = missingSystemPackages(path);
  if (notThere.length > 0) output.push(await askAptForYounger(notThere));
  const stillMissing = missingSystemPackages(path);
  if (stillMissing.length === 0) return undefined;
  return refusal(stillMissing, `apt-get could not install them:\n${output.join('')}`);
}
