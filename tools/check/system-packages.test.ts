import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backportsSource, missingSystemPackages, withSource } from './system-packages.ts';

const EXECUTABLE = 0o755;

describe('missing system packages', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'filmgate-programs-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('are all of them where no program is found, each named once', () => {
    expect(missingSystemPackages('')).toEqual([
      'redis-server',
      'valkey-server',
      'chromium-headless-shell',
      'ffmpeg',
      'nginx-light',
      'caddy',
      'systemd',
      'docker-compose',
      'openssl',
      'strace',
      'python3-pytest',
      'python3-requests',
    ]);
  });

  it('leave out those whose programs can be started', () => {
    const programs = ['redis-server', 'valkey-server', 'ffmpeg', 'ffprobe', 'openssl', 'strace'];
    const others = ['nginx', 'systemd-analyze', 'docker-compose', 'pytest-3'];
    for (const program of [...programs, ...others]) {
      writeFileSync(join(folder, program), '', { mode: EXECUTABLE });
    }
    const path = ['/nowhere', folder].join(delimiter);
    expect(missingSystemPackages(path)).toEqual([
      'chromium-headless-shell',
      'caddy',
      'python3-requests',
    ]);
  });

  it('include a package of which one program is missing', () => {
    writeFileSync(join(folder, 'ffmpeg'), '', { mode: EXECUTABLE });
    expect(missingSystemPackages(folder)).toContain('ffmpeg');
  });
});

describe('the source of backports', () => {
  it.each([
    ['a release of Debian', 'PRETTY_NAME="Debian 12"\nVERSION_CODENAME=bookworm\nID=debian\n'],
    ['one that quotes', 'ID="debian"\nVERSION_CODENAME="bookworm"'],
  ])('of %s is signed by the keyring of Debian', (_, osRelease) => {
    expect(backportsSource(osRelease)).toBe(
      'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm-backports main',
    );
  });

  it.each([
    ['a derivative', 'ID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME=noble\n'],
    ['a Debian without a release', 'ID=debian\n'],
    ['nothing', ''],
  ])('is missing for %s', (_, osRelease) => {
    expect(backportsSource(osRelease)).toBeUndefined();
  });
});

it('one more source lies beside those of the machine, in a folder apt can enter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-apt-'));
  try {
    const options = withSource('deb http://mirror suite main', folder);
    const parts = join(folder, 'sources.list.d');
    expect(options).toEqual([
      '-o',
      `Dir::Etc::SourceParts=${parts}`,
      '-o',
      `Dir::State::Lists=${join(folder, 'lists')}`,
    ]);
    expect(readdirSync(parts)).toContain('filmgate-backports.list');
    expect(readFileSync(join(parts, 'filmgate-backports.list'), 'utf8')).toBe(
      'deb http://mirror suite main\n',
    );
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
