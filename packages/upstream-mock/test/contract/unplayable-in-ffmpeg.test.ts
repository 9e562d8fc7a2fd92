import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { resultBytes } from '../../src/results/result-bytes.ts';
import { FFMPEG, FFPROBE } from '../support/ffmpeg.ts';
import { useMediaFolder } from '../support/media-folder.ts';
import { accept, openWorld } from '../support/open-world.ts';
import { requireTool } from '../support/require-tool.ts';
import { sampleSubmission } from '../support/sample-submission.ts';

const store = useMediaFolder();

beforeAll(() => {
  requireTool(FFMPEG, 'the Debian package "ffmpeg"');
  requireTool(FFPROBE, 'the Debian package "ffmpeg"');
});

function fileOf(prompt: string, audio: boolean): Promise<Uint8Array> {
  const submission = sampleSubmission({ prompt, audio, durationSeconds: 1 });
  return resultBytes(accept(openWorld(), 'one', submission), 'seed');
}

function run(tool: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test.each([false, true])(
  '[mock.bad-results.no-moov] no-moov makes a file FFmpeg finds no stream in, sound %s',
  async (audio) => {
    const file = await fileOf('a boat [[mock:no-moov]]', audio);
    const path = store(file);
    const decoded = run(FFMPEG, ['-v', 'error', '-i', path, '-f', 'null', '-']);
    expect(decoded.status).not.toBe(0);
    expect(decoded.stderr).toContain('moov atom not found');
    const probed = run(FFPROBE, ['-v', 'error', '-show_streams', '-of', 'csv', path]);
    expect(probed.status).not.toBe(0);
    expect(probed.stdout.trim()).toBe('');

    const whole = await fileOf('a boat', audio);
    const played = run(FFMPEG, ['-v', 'error', '-i', store(whole), '-f', 'null', '-']);
    expect(played).toMatchObject({ status: 0, stderr: '' });
    expect(file.length).toBe(whole.length);
    expect(Buffer.from(file).toString('latin1', 4, 12)).toBe('ftypisom');
  },
);
