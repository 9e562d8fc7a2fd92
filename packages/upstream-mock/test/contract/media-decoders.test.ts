import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CELL_PIXELS } from '../../src/media/canvas/cell-size.ts';
import type { CellPlanes } from '../../src/media/h264/cell-planes.ts';
import { createPictureEncoder } from '../../src/media/h264/picture-encoder.ts';
import { pictureSize } from '../../src/media/h264/picture-size.ts';
import { hashText, keyedNumber } from '../../src/media/hash.ts';
import { muxMp4 } from '../../src/media/mp4/mux-mp4.ts';
import { layoutPicture } from '../../src/media/picture/picture-layout.ts';
import { readStrip } from '../../src/media/picture/read-strip.ts';
import { renderPng } from '../../src/media/render-png.ts';
import { renderVideo } from '../../src/media/render-video.ts';
import { createSceneEncoder } from '../../src/media/scene-encoder.ts';
import type { VideoScene } from '../../src/media/scene.ts';

const FFMPEG = '/usr/bin/ffmpeg';
const FFPROBE = '/usr/bin/ffprobe';
const CHROMIUM = '/usr/bin/chromium';
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];
const SLOW_TEST_MS = 120_000;
const LARGEST_OUTPUT_BYTES = 2 ** 30;

const directory = mkdtempSync(join(tmpdir(), 'media-decoders-'));
let fileNumber = 0;

beforeAll(() => {
  requireTool(FFMPEG, 'the Debian package "ffmpeg"');
  requireTool(FFPROBE, 'the Debian package "ffmpeg"');
  requireTool(CHROMIUM, 'the Debian package "chromium"');
});

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

function requireTool(path: string, source: string): void {
  if (existsSync(path)) return;
  throw new Error(`${path} is missing: these tests decode our media with it; install ${source}`);
}

function store(file: Uint8Array, extension = 'mp4'): string {
  fileNumber += 1;
  const path = join(directory, `${fileNumber}.${extension}`);
  writeFileSync(path, file);
  return path;
}

function scene(changes: Partial<VideoScene> = {}): VideoScene {
  return {
    width: 1280,
    height: 720,
    durationSeconds: 4,
    audio: false,
    prompt: 'A lighthouse on a cliff at dusk, \u706f\u5854 \ud83d\udc1a waves below',
    model: 'vidA-fast-4s-16x9-720p',
    aspectRatio: '16:9',
    resolution: '720p',
    seed: '42',
    jobId: 'vj_01jz8k3v9q6w2x4y5z7a8b9c0d',
    accountLabel: 'studio-1',
    ...changes,
  };
}

/** Decodes every picture of a file; fails on anything FFmpeg finds wrong. */
function decodePictures(path: string): Buffer {
  const source = ['-v', 'error', '-xerror', '-err_detect', 'explode', '-i', path];
  const target = ['-map', '0:v:0', '-fps_mode', 'passthrough', '-f', 'rawvideo', '-'];
  return execFileSync(FFMPEG, [...source, '-pix_fmt', 'yuv420p', ...target], {
    maxBuffer: LARGEST_OUTPUT_BYTES,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The samples of planes made of flat 4x4 blocks, cut to the visible size: planar 4:2:0. */
function toSamples(planes: CellPlanes, width: number, height: number): Buffer {
  const samples = Buffer.alloc(width * height + 2 * (width / 2) * (height / 2));
  const components = [
    { plane: planes.luma, stride: planes.lumaStride, width, height },
    ...[planes.blueDifference, planes.redDifference].map((plane) => ({
      plane,
      stride: planes.chromaStride,
      width: width / 2,
      height: height / 2,
    })),
  ];
  let offset = 0;
  for (const component of components) {
    for (let y = 0; y < component.height; y += 1) {
      const row = Math.floor(y / CELL_PIXELS) * component.stride;
      for (let x = 0; x < component.width; x += 1) {
        samples[offset] = component.plane[row + Math.floor(x / CELL_PIXELS)] ?? 0;
        offset += 1;
      }
    }
  }
  return samples;
}

function countDifferences(actual: Buffer, expected: Buffer): number {
  expect(actual.length).toBe(expected.length);
  if (actual.equals(expected)) return 0;
  return expected.reduce((count, sample, index) => count + (sample === actual[index] ? 0 : 1), 0);
}

function drain<Result>(work: Generator<number, Result, void>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

const text = z.string();
const probeSchema = z.object({
  streams: z.array(z.record(text, z.unknown())),
  format: z.object({ duration: text, tags: z.record(text, text) }),
});

function probe(path: string): z.infer<typeof probeSchema> {
  const questions = ['-show_streams', '-show_format', '-count_frames', '-of', 'json'];
  const answer = execFileSync(FFPROBE, ['-v', 'error', ...questions, path], { encoding: 'utf8' });
  return probeSchema.parse(JSON.parse(answer));
}

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
  const cases = shapes.flatMap(([width, height], index) => [
    {
      width,
      height,
      durationSeconds: 0.5 + index / 24,
      audio: index % 2 === 0,
      framesPerSecond: 24,
    },
    { width, height, durationSeconds: 2.25, audio: index % 2 === 1, framesPerSecond: index + 1 },
  ]);

  test.for(cases)(
    'shows every sample of $width x $height, $durationSeconds s at $framesPerSecond fps, as we decoded it',
    { timeout: SLOW_TEST_MS },
    async (changes) => {
      const asked = scene(changes);
      const shown = decodePictures(store(await renderVideo(asked)));
      const encoder = createSceneEncoder(asked);
      const pictureBytes = (asked.width * asked.height * 3) / 2;
      expect(shown.length).toBe(encoder.timing.frameCount * pictureBytes);
      for (let frame = 0; frame < encoder.timing.frameCount; frame += 1) {
        drain(encoder.encodeFrame(frame));
        const actual = shown.subarray(frame * pictureBytes, (frame + 1) * pictureBytes);
        const expected = toSamples(encoder.decoded, asked.width, asked.height);
        expect(countDifferences(actual, expected), `samples of frame ${frame}`).toBe(0);
      }
    },
  );

  test('shows every sample of pictures of noise, which use every path of the writer', {
    timeout: SLOW_TEST_MS,
  }, () => {
    for (let clip = 0; clip < 40; clip += 1) {
      const { file, expected } = noiseClip(clip);
      const differences = countDifferences(decodePictures(store(file)), expected);
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

  test('hears a clean tone of 468.75 Hz for the whole film', async () => {
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

/** Six pictures of noise with random sizes, colours, changes and IDR pictures, and their samples. */
function noiseClip(clip: number): { readonly file: Uint8Array; readonly expected: Buffer } {
  const size = pictureSize(
    2 + 2 * (keyedNumber(clip, 1) % 70),
    2 + 2 * (keyedNumber(clip, 2) % 50),
  );
  const cells = new Uint8Array(size.macroblockColumns * size.macroblockRows * 16);
  const noise = (part: number): Uint8Array =>
    Uint8Array.from({ length: 256 }, (_, index) => keyedNumber(clip, part, index));
  const palette = { luma: noise(3), blueDifference: noise(4), redDifference: noise(5) };
  const encoder = createPictureEncoder({ size, cells, palette }, 24);
  const pictures: Uint8Array[] = [];
  const expected: Buffer[] = [];
  const idrInterval = 1 + (clip % 6);
  for (let frame = 0; frame < 6; frame += 1) {
    // From every cell to one in a hundred changes.
    const rarity = [1, 2, 10, 100][keyedNumber(clip, 6, frame) % 4] ?? 1;
    for (let cell = 0; cell < cells.length; cell += 1) {
      const number = keyedNumber(clip, 7, frame, cell);
      if (number % rarity === 0) cells[cell] = number >>> 24;
    }
    pictures.push(drain(encoder.encode(frame % idrInterval === 0 ? 'idr' : 'predicted')));
    expected.push(toSamples(encoder.decoded, size.width, size.height));
  }
  const file = muxMp4({
    durationMs: 250,
    tone: false,
    video: {
      ...size,
      framesPerSecond: 24,
      sequenceParameterSet: encoder.parameterSets.sequence,
      pictureParameterSet: encoder.parameterSets.picture,
      pictures,
      idrInterval,
    },
    texts: { title: `noise ${clip}`, comment: '', encoder: '' },
  });
  return { file, expected: Buffer.concat(expected) };
}

describe('Chromium', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
    page = await browser.newPage();
  }, SLOW_TEST_MS);

  afterAll(async () => {
    await browser.close();
  });

  const clips = [
    { width: 1280, height: 720, durationSeconds: 4, audio: true },
    { width: 854, height: 480, durationSeconds: 5, audio: false },
    { width: 1080, height: 1920, durationSeconds: 6, audio: true },
    { width: 1680, height: 720, durationSeconds: 4.5, audio: true },
    { width: 720, height: 720, durationSeconds: 10, audio: false },
  ];

  test.for(clips)(
    'shows $width x $height, $durationSeconds s, and the right picture after every seek',
    { timeout: SLOW_TEST_MS },
    async (changes) => {
      const asked = scene(changes);
      await openVideo(page, await renderVideo(asked));
      expect(await measureVideo(page)).toEqual({
        width: asked.width,
        height: asked.height,
        duration: asked.durationSeconds,
      });
      const frames = asked.durationSeconds * 24;
      for (const share of [0.1, 0.5, 0.9, 0.3, 0.999]) {
        // The middle of a frame, so that rounding of times cannot choose its neighbour.
        const frame = Math.floor(share * frames);
        const picture = await seekUntil(page, { seconds: (frame + 0.5) / 24, frame });
        expect(picture.strip).toEqual({
          kind: 'read',
          content: { jobHash: hashText(asked.jobId), frameIndex: frame },
        });
        expect(Math.abs(picture.progress - frame / frames)).toBeLessThan(0.01);
      }
    },
  );

  test('plays to the end, with sound', { timeout: SLOW_TEST_MS }, async () => {
    const asked = scene({ width: 854, height: 480, durationSeconds: 1.5, audio: true });
    await openVideo(page, await renderVideo(asked));
    const played = await playToTheEnd(page);
    expect(played.ended).toBe(true);
    expect(played.currentTime).toBeCloseTo(1.5, 1);
    expect(played.pictures).toBeGreaterThan(0);
    expect(played.soundBytes).toBeGreaterThan(0);
    expect(played.soundSeconds).toBeCloseTo(1.5, 1);
  });

  test('finds no sound when none was asked for', { timeout: SLOW_TEST_MS }, async () => {
    const asked = scene({ width: 854, height: 480, durationSeconds: 1, audio: false });
    await openVideo(page, await renderVideo(asked));
    const played = await playToTheEnd(page);
    expect(played.ended).toBe(true);
    expect(played.soundBytes).toBe(0);
    expect(played.soundSeconds).toBe(0);
  });
});

/** How often a busy browser may show the old picture after it said that it had sought. */
const MOST_LOOKS = 20;

/** Seeks and looks until the frame is shown; the last look when it never is. */
async function seekUntil(
  page: Page,
  { seconds, frame }: { readonly seconds: number; readonly frame: number },
): ReturnType<typeof seekAndLook> {
  let picture = await seekAndLook(page, seconds);
  for (let looks = 1; looks < MOST_LOOKS; looks += 1) {
    const { strip } = picture;
    if (strip.kind === 'read' && strip.content.frameIndex === frame) break;
    picture = await seekAndLook(page, seconds);
  }
  return picture;
}

/** What the test page can do; it holds one video element. */
const TEST_PAGE = `<!doctype html><video muted playsinline></video><script>
const video = document.querySelector('video');
const happened = (name) => new Promise((resolve, reject) => {
  video.addEventListener(name, resolve, { once: true });
  video.addEventListener('error', () => reject(new Error(video.error.message)), { once: true });
});
async function openVideo(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const loaded = happened('loadeddata');
  video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }));
  await loaded;
}
function measureVideo() {
  return { width: video.videoWidth, height: video.videoHeight, duration: video.duration };
}
async function seekAndLook(seconds) {
  const sought = happened('seeked');
  video.currentTime = seconds;
  await sought;
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  const context = canvas.getContext('2d');
  context.drawImage(video, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let greens = '';
  for (let index = 1; index < data.length; index += 4) greens += String.fromCharCode(data[index]);
  return btoa(greens);
}
async function playToTheEnd() {
  video.muted = false;
  const ended = happened('ended');
  await video.play();
  await ended;
  const context = new OfflineAudioContext(1, 1, 48000);
  const file = await (await fetch(video.src)).arrayBuffer();
  const sound = await context.decodeAudioData(file).catch(() => null);
  return {
    ended: video.ended,
    currentTime: video.currentTime,
    pictures: video.getVideoPlaybackQuality().totalVideoFrames,
    soundBytes: video.webkitAudioDecodedByteCount,
    soundSeconds: sound === null ? 0 : sound.duration,
  };
}
</script>`;

async function openVideo(page: Page, file: Uint8Array): Promise<void> {
  await page.setContent(TEST_PAGE);
  await page.evaluate(`openVideo('${Buffer.from(file).toString('base64')}')`);
}

async function measureVideo(
  page: Page,
): Promise<{ readonly width: number; readonly height: number; readonly duration: number }> {
  return page.evaluate('measureVideo()');
}

async function playToTheEnd(page: Page): Promise<{
  readonly ended: boolean;
  readonly currentTime: number;
  readonly pictures: number;
  readonly soundBytes: number;
  readonly soundSeconds: number;
}> {
  return page.evaluate('playToTheEnd()');
}

/** Seeks and reads the strip and the progress bar (0..1) off the picture that is then shown. */
async function seekAndLook(page: Page, seconds: number) {
  const { width, height } = await measureVideo(page);
  const greens: string = await page.evaluate(`seekAndLook(${seconds})`);
  const pixels = Buffer.from(greens, 'base64');
  const lumaAt = (x: number, y: number): number => pixels[y * width + x] ?? 0;
  const bar = layoutPicture(width, height).progressBar;
  const y = (bar.row + 0.5 * bar.rows) * CELL_PIXELS;
  const barPixels = Array.from({ length: bar.columns * CELL_PIXELS }, (_, index) =>
    lumaAt(bar.column * CELL_PIXELS + index, y),
  );
  const done = barPixels.at(0) ?? 0;
  const rest = barPixels.at(-1) ?? 0;
  expect(Math.abs(done - rest), 'contrast of the progress bar').toBeGreaterThan(40);
  const isDone = (luma: number): boolean => Math.abs(luma - done) < Math.abs(luma - rest);
  return {
    strip: readStrip({ width, height, lumaAt }),
    progress: barPixels.filter(isDone).length / barPixels.length,
  };
}
