import { mediaConformance } from '@filmgate/conformance';
import type { ByteReader, InspectMedia } from '@filmgate/core';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, describe, expect, it } from 'vitest';
import { createMediaInspector, inspectMedia } from '../../src/index.ts';
import { buildMp4 } from '../media/build-mp4.ts';
import { worstVideos } from '../media/build-worst.ts';
import { readerOf } from '../media/inspect-bytes.ts';
import { mediaSamples } from '../media/media-samples.ts';

const mebibyte = 1024 * 1024;
const log = { info() {}, warn() {}, error() {} };
const inspector = createMediaInspector(log);

afterAll(() => inspector.close());

mediaConformance({
  runner: { describe, it },
  inspect: inspector.ports.inspectMedia,
  ...mediaSamples,
});

const video = buildMp4({ audio: true });
const sha256 = 'ab'.repeat(32);

/** A reader of bytes that counts its reads. */
function counted(bytes: Uint8Array): { reads: number } & ByteReader {
  const seen = {
    reads: 0,
    size: bytes.length,
    async read(offset: number, length: number) {
      seen.reads += 1;
      return bytes.subarray(offset, offset + length);
    },
  };
  return seen;
}

/** True if a file in memory is inspected before this thread handles any other event. */
async function holdsTheThread(inspect: InspectMedia): Promise<boolean> {
  let isChecked = false;
  const judging = inspect(readerOf(video), 'video').then(() => {
    isChecked = true;
  });
  // Settled promises run before all other events, for example messages of another thread.
  for (let settled = 0; settled < 10_000; settled += 1) await Promise.resolve();
  const held = isChecked;
  await judging;
  return held;
}

describe('[results.checked-within] files are checked', () => {
  it('while the responding thread does other work', async () => {
    expect(await holdsTheThread(inspectMedia)).toBe(true);
    expect(await holdsTheThread(inspector.ports.inspectMedia)).toBe(false);
  });
});

const isSampled = ([name]: readonly [name: string, make: () => Uint8Array]) =>
  ['sizes of four bits', 'boxes', 'boxes in a description'].includes(name);

describe.for([
  { tags: 'sampled', videos: worstVideos.filter((worst) => isSampled(worst)) },
  { tags: 'long', videos: worstVideos.filter((worst) => !isSampled(worst)) },
])('[results.checked-within] files made to hold up whoever checks them', ({ tags, videos }) => {
  it.for(videos)(
    'cost no more than allowed, and none is aborted: %s',
    { tags },
    async ([, make]) => {
      const bytes = make();
      const reader = readerOf(bytes);
      const found = await inspector.ports.inspectMedia(reader, 'video');
      expect(found.kind).not.toBe('unusable');
      expect(reader.bytesRead()).toBeLessThan(70 * mebibyte);
      expect(reader.mostAtOnce()).toBeLessThanOrEqual(mebibyte);
      expect(await inspectMedia(readerOf(bytes), 'video')).toEqual(found);
    },
  );
});

describe.for(worstVideos)('a video of too many %s', { tags: 'long' }, ([, make]) => {
  it('[results.checked-within] delays no caller for 250 ms, and needs four times its size at most', async () => {
    const reader = readerOf(make());
    const before = process.memoryUsage.rss();
    let peak = before;
    const file: ByteReader = {
      size: reader.size,
      read: async (offset, length) => {
        peak = Math.max(peak, process.memoryUsage.rss());
        return reader.read(offset, length);
      },
    };
    const lag = monitorEventLoopDelay({ resolution: 10 });
    lag.enable();
    await inspector.ports.inspectMedia(file, 'video');
    lag.disable();
    expect(lag.max / 1e6).toBeLessThanOrEqual(250);
    expect(Math.max(peak, process.memoryUsage.rss()) - before).toBeLessThan(4 * reader.size);
  });
});

describe('[results.judged-once] a file that was checked', () => {
  it('is not checked again, by its digest', async () => {
    const again = counted(video);
    const found = await inspector.ports.inspectMedia({ ...readerOf(video), sha256 }, 'video');
    const known = { size: video.length, sha256, read: again.read };
    expect(await inspector.ports.inspectMedia(known, 'video')).toEqual(found);
    expect(again.reads).toBe(1);
  });

  it.each([
    ['what it is not asked for as', { sha256 }, 'image'],
    ['another size', { sha256, size: video.length - 1 }, 'video'],
    ['another digest', { sha256: 'cd'.repeat(32) }, 'video'],
  ] as const)('is not mistaken for %s', async (_name, change, mediaType) => {
    const reader = counted(video);
    const before = await inspector.ports.inspectMedia({ ...readerOf(video), sha256 }, 'video');
    const file = { size: video.length, read: reader.read, ...change };
    const found = await inspector.ports.inspectMedia(file, mediaType);
    if (change.sha256 === sha256) expect(found).not.toEqual(before);
    expect(reader.reads).toBeGreaterThan(1);
  });

  it('is checked again when its storage lacked some of it', async () => {
    const file = { size: video.length, sha256: 'ef'.repeat(32) };
    const short: InspectMedia = (reader, mediaType) =>
      inspector.ports.inspectMedia({ ...file, read: reader.read }, mediaType);
    expect(await short(counted(video.subarray(0, 300)), 'video')).toMatchObject({
      kind: 'unusable',
      reason: 'truncated',
    });
    expect(await short(counted(video), 'video')).toMatchObject({ kind: 'sound' });
  });
});

describe('an inspector', () => {
  /** A video whose reads after the first one, of its head, give this result. */
  function thenBytes(then: () => Promise<Uint8Array>): ByteReader {
    let reads = 0;
    const read = async (offset: number, length: number) => {
      reads += 1;
      return reads === 2 ? await then() : video.subarray(offset, offset + length);
    };
    return { size: video.length, read };
  }

  it('continues after a file that could not be read', async () => {
    const failure = new Error('the disk is gone');
    const lost = thenBytes(() => Promise.reject(failure));
    await expect(inspector.ports.inspectMedia(lost, 'video')).rejects.toBe(failure);
    expect(await inspector.ports.inspectMedia(readerOf(video), 'video')).toMatchObject({
      kind: 'sound',
    });
  });

  it('[results.checked-within] finds the same without its thread, which ends under it or is ended', async () => {
    const closing = createMediaInspector(log);
    const cut = thenBytes(async () => {
      await closing.close();
      return video;
    });
    const found = await inspectMedia(readerOf(video), 'video');
    expect(await closing.ports.inspectMedia(cut, 'video')).toEqual(found);
    expect(await closing.ports.inspectMedia(readerOf(video), 'video')).toEqual(found);
  });
});
