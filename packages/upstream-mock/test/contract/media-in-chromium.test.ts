import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashText } from '../../src/media/scene/hash.ts';
import { renderVideo } from '../../src/media/render-video.ts';
import { requireTool } from '../support/require-tool.ts';
import { scene } from '../support/sample-scene.ts';
import { measureVideo, openVideo, playToTheEnd, seekUntil } from '../support/video-page.ts';

const CHROMIUM = '/usr/bin/chromium-headless-shell';
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];
const SLOW_TEST_MS = 120_000;

beforeAll(() => {
  requireTool(CHROMIUM, 'the Debian package "chromium"');
});

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

  describe.each([
    { tags: 'sampled', some: clips.slice(0, 2) },
    { tags: 'long', some: clips.slice(2) },
  ])('($tags)', ({ tags, some }) => {
    test.for(some)(
      'shows $width x $height, $durationSeconds s, and the right picture after every seek',
      { timeout: SLOW_TEST_MS, tags },
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
          expect(picture.barContrast, 'contrast of the progress bar').toBeGreaterThan(40);
          expect(Math.abs(picture.progress - frame / frames)).toBeLessThan(0.01);
        }
      },
    );
  });

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
