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
    expect(missingSystemPackages('')).toEqual(['redis-server', 'chromium', 'ffmpeg']);
  });

  it('are none of those whose programs can be started', () => {
    for (const program of ['redis-server', 'ffmpeg', 'ffprobe']) {
      writeFileSync(join(folder, program), '', { mode: EXECUTABLE });
    }
    expect(missingSystemPackages(['/nowhere', folder].join(delimiter))).toEqual(['chromium']);
  });

  it('include a package of which one program is missing', () => {
    writeFileSync(join(folder, 'ffmpeg'), '', { mode: EXECUTABLE });
    expect(missingSystemPackages(folder)).toContain('ffmpeg');
  });
});
