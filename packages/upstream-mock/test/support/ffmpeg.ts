import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';

export const FFMPEG = '/usr/bin/ffmpeg';
export const FFPROBE = '/usr/bin/ffprobe';
export const LARGEST_OUTPUT_BYTES = 2 ** 30;

/**
 * Decodes every picture of some files; fails on anything FFmpeg reports. One run for all of them, because starting it
 * takes longer than decoding a short video.
 */
export function decodePictures(paths: readonly string[]): readonly Buffer[] {
  const sources = paths.flatMap((path) => ['-err_detect', 'explode', '-i', path]);
  const format = ['-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'yuv420p'];
  const targets = paths.flatMap((path, index) => [
    '-map',
    `${index}:v:0`,
    ...format,
    `${path}.yuv`,
  ]);
  execFileSync(FFMPEG, ['-v', 'error', '-xerror', ...sources, ...targets], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return paths.map((path) => {
    const pictures = readFileSync(`${path}.yuv`);
    rmSync(`${path}.yuv`);
    return pictures;
  });
}

const text = z.string();
const probeSchema = z.object({
  streams: z.array(z.record(text, z.unknown())),
  format: z.object({ duration: text, tags: z.record(text, text) }),
});

/** FFprobe's measurements of a file, with its pictures counted one by one. */
export function probe(path: string): z.infer<typeof probeSchema> {
  const questions = ['-show_streams', '-show_format', '-count_frames', '-of', 'json'];
  const result = execFileSync(FFPROBE, ['-v', 'error', ...questions, path], { encoding: 'utf8' });
  return probeSchema.parse(JSON.parse(result));
}
