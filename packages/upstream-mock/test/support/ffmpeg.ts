import { execFileSync } from 'node:child_process';
import { z } from 'zod';

export const FFMPEG = '/usr/bin/ffmpeg';
export const FFPROBE = '/usr/bin/ffprobe';
export const LARGEST_OUTPUT_BYTES = 2 ** 30;

/** Decodes every picture of a file; fails on anything FFmpeg finds wrong. */
export function decodePictures(path: string): Buffer {
  const source = ['-v', 'error', '-xerror', '-err_detect', 'explode', '-i', path];
  const target = ['-map', '0:v:0', '-fps_mode', 'passthrough', '-f', 'rawvideo', '-'];
  return execFileSync(FFMPEG, [...source, '-pix_fmt', 'yuv420p', ...target], {
    maxBuffer: LARGEST_OUTPUT_BYTES,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const text = z.string();
const probeSchema = z.object({
  streams: z.array(z.record(text, z.unknown())),
  format: z.object({ duration: text, tags: z.record(text, text) }),
});

/** What FFprobe measures of a file, its pictures counted one by one. */
export function probe(path: string): z.infer<typeof probeSchema> {
  const questions = ['-show_streams', '-show_format', '-count_frames', '-of', 'json'];
  const answer = execFileSync(FFPROBE, ['-v', 'error', ...questions, path], { encoding: 'utf8' });
  return probeSchema.parse(JSON.parse(answer));
}
