import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { missingSystemPackages } from './system-packages.ts';

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
      'chromium',
      'ffmpeg',
      'nginx-light',
      'caddy',
      'systemd',
      'docker-compose',
      'openssl',
      'strace',
    ]);
  });

  it('are none of those whose programs can be started', () => {
    const programs = ['redis-server', 'valkey-server', 'ffmpeg', 'ffprobe', 'openssl', 'strace'];
    for (const program of [...programs, 'nginx', 'systemd-analyze', 'docker-compose']) {
      writeFileSync(join(folder, program), '', { mode: EXECUTABLE });
    }
    const path = ['/nowhere', folder].join(delimiter);
    expect(missingSystemPackages(path)).toEqual(['chromium', 'caddy']);
  });

  it('include a package of which one program is missing', () => {
    writeFileSync(join(folder, 'ffmpeg'), '', { mode: EXECUTABLE });
    expect(missingSystemPackages(folder)).toContain('ffmpeg');
  });
});
