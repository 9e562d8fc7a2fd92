import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encodeMovie, renderVideo } from './render-video.ts';
import type { VideoScene } from './scene/scene.ts';

function scene(changes: Partial<VideoScene> = {}): VideoScene {
  return {
    width: 320,
    height: 180,
    durationSeconds: 2.5,
    audio: true,
    prompt: 'A lighthouse at dusk, \u706f\u5854',
    model: 'vidA-fast-4s-16x9-720p',
    aspectRatio: '16:9',
    resolution: '720p',
    seed: '42',
    jobId: 'vj_1',
    accountLabel: 'studio-1',
    ...changes,
  };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('renderVideo', () => {
  test('gives the same bytes on every run', async () => {
    const [first, second] = await Promise.all([renderVideo(scene()), renderVideo(scene())]);
    expect(sha256(first)).toBe(sha256(second));
  });

  test('gives the same bytes on every machine', async () => {
    // A change to how clips look or are coded changes this; no other change may.
    expect(sha256(await renderVideo(scene()))).toBe(
      'a3405918bda977060a2a8798193bb71974dafcb7e723aee8a97e5cddf6347b10',
    );
  });

  test('gives the same bytes however it is cut into slices', async () => {
    const work = encodeMovie(scene());
    let step = work.next();
    while (step.done !== true) step = work.next();
    expect(sha256(await renderVideo(scene()))).toBe(sha256(step.value));
  });

  test.for([
    { seed: '43' },
    { jobId: 'vj_2' },
    { prompt: 'A lighthouse' },
    { model: 'vidB' },
    { accountLabel: 'studio-2' },
    { audio: false },
    { durationSeconds: 2.25 },
    { framesPerSecond: 25 },
  ])('gives other bytes for %j', async (changes) => {
    const [usual, changed] = await Promise.all([renderVideo(scene()), renderVideo(scene(changes))]);
    expect(sha256(changed)).not.toBe(sha256(usual));
  });

  test('lets the event loop turn many times meanwhile', async () => {
    let turns = 0;
    let running = true;
    const count = (): void => {
      turns += 1;
      if (running) setImmediate(count);
    };
    setImmediate(count);
    await renderVideo(scene({ width: 1280, height: 720, durationSeconds: 2 }));
    running = false;
    // One picture alone has 3600 macroblocks, and a slice is 64 of them at most plus a row of 80.
    expect(turns).toBeGreaterThan(3600 / 144);
  });

  test('never does much between two turns', () => {
    const units = [...encodeMovie(scene({ width: 1280, height: 720, durationSeconds: 0.5 }))];
    // The drawing of the first picture aside, one row of macroblocks is the most.
    expect(Math.max(...units.slice(1))).toBeLessThan(82);
  });

  test.for([
    { width: 321 },
    { height: 0 },
    { width: 10_000, height: 10_000 },
    { durationSeconds: 0 },
    { durationSeconds: -1 },
    { durationSeconds: 600.1 },
    { durationSeconds: Number.NaN },
    { durationSeconds: Number.POSITIVE_INFINITY },
    { framesPerSecond: 0 },
    { framesPerSecond: 61 },
    { framesPerSecond: 23.976 },
    { framesPerSecond: Number.NaN },
    { width: 2.5 },
    { width: -2 },
  ])('refuses %j', async (changes) => {
    await expect(renderVideo(scene(changes))).rejects.toThrow(RangeError);
  });

  test.for([
    [2, 2],
    [2, 400],
    [400, 2],
    [16, 16],
    [46, 30],
    [112, 64],
  ] as const)('manages %i x %i', async ([width, height]) => {
    const file = await renderVideo(scene({ width, height, durationSeconds: 0.2 }));
    expect(Buffer.from(file).subarray(4, 8).toString('latin1')).toBe('ftyp');
  });
});
