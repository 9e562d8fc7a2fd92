import type { Page } from 'playwright-core';
import { CELL_PIXELS } from '../../src/media/canvas/cell-canvas.ts';
import { layoutPicture } from '../../src/media/picture/picture-layout.ts';
import { readStrip } from './read-strip.ts';

/** Functions of the test page, which has one video element. */
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
  // A browser may say that it has sought before it has a picture to draw.
  await new Promise(requestAnimationFrame);
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

/** Opens a video in a new page. */
export async function openVideo(page: Page, file: Uint8Array): Promise<void> {
  await page.setContent(TEST_PAGE);
  await page.evaluate(`openVideo('${Buffer.from(file).toString('base64')}')`);
}

/** The size in pixels of the video that is open, and its seconds. */
export async function measureVideo(
  page: Page,
): Promise<{ readonly width: number; readonly height: number; readonly duration: number }> {
  return page.evaluate('measureVideo()');
}

/** Plays the video with its sound, and decodes that once more from the file. */
export async function playToTheEnd(page: Page): Promise<{
  readonly ended: boolean;
  readonly currentTime: number;
  readonly pictures: number;
  readonly soundBytes: number;
  readonly soundSeconds: number;
}> {
  return page.evaluate('playToTheEnd()');
}

/** Seeks and reads the strip and the progress bar (0..1, and how well it shows) off the picture. */
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
  const isDone = (luma: number): boolean => Math.abs(luma - done) < Math.abs(luma - rest);
  return {
    strip: readStrip({ width, height, lumaAt }),
    progress: barPixels.filter(isDone).length / barPixels.length,
    barContrast: Math.abs(done - rest),
  };
}

/** Number of times a busy browser may show the old picture, or none, after it reported that it had sought. */
const MOST_LOOKS = 20;

/** Seeks and looks until the frame is shown; the last look when it never is. */
export async function seekUntil(
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
