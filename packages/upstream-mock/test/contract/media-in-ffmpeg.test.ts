import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashText } from '../../src/media/scene/hash.ts';
import { createPicturePainter } from '../../src/media/picture/picture-painter.ts';
import { renderPng } from '../../src/media/render-png.ts';
import { renderVideo } from '../../src/media/render-video.ts';
import type { VideoScene } from '../../src/media/scene/scene.ts';
import { decodePictures, FFMPEG, FFPROBE, LARGEST_OUTPUT_BYTES, probe } from '../support/ffmpeg.ts';
import { useMediaFolder } from '../support/media-folder.ts';
import { noiseClip } from '../support/noise-clip.ts';
import { countDifferences, toSamples } from '../support/picture-samples.ts';
import { readStrip } from '../support/read-strip.ts';
import { requireTool } from '../support/require-tool.ts';
import { scene } from '../support/sample-scene.ts';

const SLOW_TEST_MS = 120_000;

const store = useMediaFolder();

beforeAll(() => {
  requireTool(FFMPEG, 'the Debian package "ffmpeg"');
  requireTool(FFPROBE, 'the Debian package "ffmpeg"');
});

describe('FFmpeg', () => {
  const shapes = [
    [854, 480],
    [480, 854],
    [480, 480],
    [640, 480],
    [1120, 480],
    [1280, 720],
    [720, 720],
    [960, 720],
    [1680, 720],
    [1920, 1080],
    [1080, 1920],
    [2, 2],
    [16, 16],
    [34, 18],
    [130, 98],
    [64, 512],
  ] as const;
  /** One wide, one tall, and two whose sides are no multiple of a macroblock. */
  const isSampled = ({ width, height }: { readonly width: number; readonly height: number }) =>
    ['640 x 480', '480 x 854', '34 x 18', '130 x 98'].includes(`${width} x ${height}`);
  const cases = shapes.map(([width, height], index) => ({
    width,
    height,
    videos: [
      { durationSeconds: 0.5 + index / 24, audio: index % 2 === 0, framesPerSecond: 24 },
      { durationSeconds: 2.25, audio: index % 2 === 1, framesPerSecond: index + 1 },
    ],
  }));

  describe.each([
    { tags: 'sampled', some: cases.filter(isSampled) },
    { tags: 'long', some: cases.filter((one) => !isSampled(one)) },
  ])('($tags)', ({ tags, some }) => {
    test.for(some)(
      'shows every sample of $width x $height, short at 24 fps and longer at other rates, exactly as it was drawn',
      { timeout: SLOW_TEST_MS, tags },
      async ({ width, height, videos }) => {
        const asked = videos.map((changes) => scene({ width, height, ...changes }));
        const files = await Promise.all(asked.map((one) => renderVideo(one)));
        for (const [index, shown] of decodePictures(files.map((file) => store(file))).entries())
          expectSamples(shown, asked[index] ?? scene());
      },
    );
  });

  function expectSamples(shown: Buffer, asked: VideoScene): void {
    const { width, height, audio, durationSeconds, framesPerSecond = 24 } = asked;
    const durationMs = Math.round(durationSeconds * 1000);
    const frameCount = Math.ceil((durationMs * framesPerSecond) / 1000);
    const painter = createPicturePainter(asked, { framesPerSecond, durationMs, audio });
    const pictureBytes = (width * height * 3) / 2;
    expect(shown.length).toBe(frameCount * pictureBytes);
    for (let frame = 0; frame < frameCount; frame += 1) {
      painter.paint(frame);
      const actual = shown.subarray(frame * pictureBytes, (frame + 1) * pictureBytes);
      const differences = countDifferences(
        actual,
        toSamples({ ...painter.canvas, tint: painter.tint }, width, height),
      );
      expect(differences, `samples of frame ${frame} at ${framesPerSecond} fps`).toBe(0);
    }
  }

  test('shows every sample of pictures of noise, which use every path of the writer', {
    timeout: SLOW_TEST_MS,
  }, () => {
    const clips = Array.from({ length: 40 }, (_, clip) => noiseClip(clip));
    const shown = decodePictures(clips.map(({ file }) => store(file)));
    for (const [clip, { expected }] of clips.entries()) {
      const differences = countDifferences(shown[clip] ?? Buffer.alloc(0), expected);
      expect(differences, `samples of noise clip ${clip}`).toBe(0);
    }
  });

  const lengths = [
    { width: 1280, height: 720, durationSeconds: 4, audio: false },
    { width: 1280, height: 720, durationSeconds: 4, audio: true },
    { width: 854, height: 480, durationSeconds: 30, audio: true },
    { width: 1680, height: 720, durationSeconds: 4.5, audio: true },
    { width: 1080, height: 1920, durationSeconds: 5, audio: false },
    { width: 1920, height: 1080, durationSeconds: 15, audio: true },
    { width: 480, height: 480, durationSeconds: 3.333, audio: true },
    { width: 480, height: 480, durationSeconds: 0.001, audio: true },
  ];

  test.for(lengths)(
    'measures $width x $height, $durationSeconds s, sound $audio, exactly as asked',
    { timeout: SLOW_TEST_MS },
    async (changes) => {
      const asked = scene(changes);
      const { streams, format } = probe(store(await renderVideo(asked)));
      const frames = String(Math.ceil(asked.durationSeconds * 24));
      const duration = asked.durationSeconds.toFixed(6);
      const video = {
        codec_name: 'h264',
        profile: 'Constrained Baseline',
        pix_fmt: 'yuv420p',
        width: asked.width,
        height: asked.height,
        color_range: 'tv',
        color_space: 'bt709',
        color_primaries: 'bt709',
        color_transfer: 'bt709',
        has_b_frames: 0,
        time_base: '1/24000',
        nb_frames: frames,
        nb_read_frames: frames,
        duration,
      };
      const sound = {
        codec_name: 'aac',
        profile: 'LC',
        sample_rate: '48000',
        channels: 1,
        time_base: '1/48000',
        duration,
      };
      expect(streams).toMatchObject(asked.audio ? [video, sound] : [video]);
      expect(format.duration).toBe(duration);
    },
  );

  test('finds the prompt and the parameters in the metadata, in full', async () => {
    const asked = scene({ durationSeconds: 1 });
    const { tags } = probe(store(await renderVideo(asked))).format;
    expect(tags['title']).toBe(asked.prompt);
    expect(JSON.parse(tags['comment'] ?? '')).toEqual({
      model: asked.model,
      aspectRatio: asked.aspectRatio,
      resolution: asked.resolution,
      seed: asked.seed,
      jobId: asked.jobId,
      accountLabel: asked.accountLabel,
      audio: asked.audio,
    });
  });

  test('hears a clean tone of 468.75 Hz for the whole video', async () => {
    const path = store(await renderVideo(scene({ width: 64, height: 64, audio: true })));
    const wave = execFileSync(FFMPEG, ['-v', 'error', '-i', path, '-f', 'f32le', '-'], {
      maxBuffer: LARGEST_OUTPUT_BYTES,
    });
    const samples = new Float32Array(new Uint8Array(wave).buffer);
    // FFmpeg decodes the last frame whole; the track's own length is what players keep to.
    expect(samples.length).toBe(Math.ceil((4 * 48_000) / 1024) * 1024);
    // The first frame fades in; from the second on, whole periods: 1024 samples are ten of them.
    const steady = samples.subarray(2048, 2048 + 180 * 1024);
    let energy = 0;
    let sine = 0;
    let cosine = 0;
    steady.forEach((sample, index) => {
      const phase = (2 * Math.PI * 10 * index) / 1024;
      energy += sample * sample;
      sine += sample * Math.sin(phase);
      cosine += sample * Math.cos(phase);
    });
    const atPitch = (2 * (sine ** 2 + cosine ** 2)) / steady.length;
    expect(atPitch / energy).toBeGreaterThan(0.9999);
    expect(Math.sqrt((2 * energy) / steady.length)).toBeCloseTo(0.1, 3);
  });

  test.for([
    { width: 1024, height: 576 },
    { width: 768, height: 1024 },
    { width: 2048, height: 2048 },
    { width: 101, height: 67 },
  ])('reads the strip in a PNG of $width x $height', async ({ width, height }) => {
    const path = store(await renderPng(scene({ width, height })), 'png');
    const pixels = execFileSync(
      FFMPEG,
      ['-v', 'error', '-xerror', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'gray', '-'],
      { maxBuffer: LARGEST_OUTPUT_BYTES },
    );
    expect(pixels.length).toBe(width * height);
    const lumaAt = (x: number, y: number): number => pixels[y * width + x] ?? 0;
    const reading = readStrip({ width, height, lumaAt });
    expect(reading).toEqual(
      width < 112
        ? { kind: 'none' }
        : { kind: 'read', content: { jobHash: hashText(scene().jobId), frameIndex: 0 } },
    );
  });
});
