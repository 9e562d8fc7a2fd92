import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectMedia } from '../../src/index.ts';
import { readerOf } from '../media/inspect-bytes.ts';

/** Results in less common forms, as FFmpeg writes them. */
const run = promisify(execFile);
const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=1'];

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-forms-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function made(name: string, parameters: readonly string[]): Promise<Uint8Array> {
  const path = join(folder, name);
  const quiet = ['-hide_banner', '-loglevel', 'error', '-y'];
  await run('ffmpeg', [...quiet, ...picture, ...parameters, path]);
  return await readFile(path);
}

const size = { width: 160, height: 90, durationSeconds: 1, hasAudio: false };
const unplayed = (coding: string) => `coded as "${coding}", which browsers do not play`;

describe('[results.other-form] a video', () => {
  it.each([
    ['mpeg4.mp4', ['-c:v', 'mpeg4'], 'video/mp4', unplayed('mp4v')],
    ['mjpeg.mp4', ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'], 'video/mp4', unplayed('mp4v')],
    ['prores.mov', ['-c:v', 'prores_ks', '-profile:v', '0'], 'video/quicktime', unplayed('apco')],
    ['h264.mov', ['-c:v', 'libx264', '-preset', 'ultrafast'], 'video/quicktime', 'QuickTime'],
  ] as const)('in %s is measured, with a note', async (name, parameters, contentType, words) => {
    const found = await inspectMedia(readerOf(await made(name, parameters)), 'video');
    const note = expect.stringContaining(words);
    expect(found).toEqual({ kind: 'sound', contentType, ...size, note });
  });

  it.each([
    ['vp8.webm', ['-c:v', 'libvpx', '-deadline', 'realtime'], 'video/webm'],
    ['h264.mkv', ['-c:v', 'libx264', '-preset', 'ultrafast'], 'video/matroska'],
    ['h264.ts', ['-c:v', 'libx264', '-preset', 'ultrafast'], 'video/mp2t'],
    ['h264.m2ts', ['-c:v', 'libx264', '-preset', 'ultrafast'], 'video/mp2t'],
    ['mpeg2.mpg', ['-c:v', 'mpeg2video', '-r', '25'], 'video/mpeg'],
    ['mpeg4.avi', ['-c:v', 'mpeg4'], 'video/x-msvideo'],
    ['flv1.flv', ['-c:v', 'flv1'], 'video/x-flv'],
    ['wmv2.wmv', ['-c:v', 'wmv2'], 'video/x-ms-asf'],
    ['frames.gif', [], 'image/gif'],
  ] as const)('in %s is recognised, and not measured', async (name, parameters, contentType) => {
    const found = await inspectMedia(readerOf(await made(name, parameters)), 'video');
    const note = expect.stringMatching(/not MP4.*not checked/);
    expect(found).toEqual({ kind: 'unmeasured', contentType, note });
  });

  it('is none where a still picture or sound alone came', async () => {
    const still = await made('still.png', ['-frames:v', '1']);
    expect(await inspectMedia(readerOf(still), 'video')).toMatchObject({
      kind: 'unusable',
      reason: 'not-a-video',
      contentType: 'image/png',
    });
    const sound = ['-f', 'lavfi', '-i', 'sine=duration=1', '-map', '1:a', '-c:a', 'aac'];
    expect(await inspectMedia(readerOf(await made('sound.m4a', sound)), 'video')).toMatchObject({
      kind: 'unusable',
      reason: 'no-video-track',
      contentType: 'audio/mp4',
    });
  });

  it('that ends early is still a media file', async () => {
    const whole = await made('whole.mp4', ['-c:v', 'libx264', '-preset', 'ultrafast']);
    const cut = readerOf(whole.subarray(0, whole.length / 2));
    const truncated = { kind: 'unusable', reason: 'truncated', contentType: 'video/mp4' };
    expect(await inspectMedia(cut, 'video')).toMatchObject(truncated);
  });
});

describe('[results.other-form] an image', () => {
  it('of a form that is not measured is recognised', async () => {
    const gif = await made('still.gif', ['-frames:v', '1']);
    expect(await inspectMedia(readerOf(gif), 'image')).toEqual({
      kind: 'unmeasured',
      contentType: 'image/gif',
      note: expect.stringContaining('GIF, not PNG, JPEG or WebP'),
    });
  });

  it('is none where a video was expected', async () => {
    const video = await made('film.mp4', ['-c:v', 'libx264', '-preset', 'ultrafast']);
    expect(await inspectMedia(readerOf(video), 'image')).toMatchObject({
      kind: 'unusable',
      reason: 'not-an-image',
      contentType: 'video/mp4',
    });
  });
});
