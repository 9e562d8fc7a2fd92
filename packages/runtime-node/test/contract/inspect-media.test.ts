import { execFile } from 'node:child_process';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspectImage } from '../../src/media/inspect-image.ts';
import { inspectMp4 } from '../../src/media/inspect-mp4.ts';

/** Files written by real encoders; needs `ffmpeg` on the path (with libx264, libx265, aac, libwebp). */
const run = promisify(execFile);

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=2'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2'];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '10'];
const COPY = ['-c', 'copy'];

let folder = '';

beforeAll(async () => {
  await run('ffmpeg', ['-version']).catch((cause: unknown) => {
    throw new Error('this test needs ffmpeg on the path (Debian: apt-get install ffmpeg)', {
      cause,
    });
  });
  folder = await mkdtemp(join(tmpdir(), 'filmgate-media-'));
  await make('last.mp4', [...PICTURE, ...SOUND, ...H264, '-c:a', 'aac', '-shortest']);
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

async function make(name: string, parameters: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...parameters, path]);
  return path;
}

const made = new Map<string, Promise<string>>();

/** Makes a file once for all tests: FFmpeg takes longer to start than to encode. */
function makeOnce(name: string, parameters: readonly string[]): Promise<string> {
  const path = made.get(name) ?? make(name, parameters);
  made.set(name, path);
  return path;
}

/** Another container layout of the H.264 and AAC streams. */
function remux(name: string, parameters: readonly string[]): Promise<string> {
  return makeOnce(name, ['-i', join(folder, 'last.mp4'), ...COPY, ...parameters]);
}

async function inspectFile(path: string): Promise<Awaited<ReturnType<typeof inspectMp4>>> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return await inspectMp4({
      size,
      async read(offset, length) {
        const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
        return buffer.subarray(0, bytesRead);
      },
    });
  } finally {
    await file.close();
  }
}

function inspectBytes(bytes: Uint8Array): ReturnType<typeof inspectMp4> {
  return inspectMp4({
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  });
}

const ARRANGEMENTS = [
  ['movie box last', []],
  ['movie box first', ['-movflags', '+faststart']],
  ['fragmented', ['-movflags', 'frag_keyframe+empty_moov+default_base_moof']],
  ['fragmented after a first part', ['-movflags', 'frag_keyframe']],
  ['fragmented with absolute offsets', ['-movflags', 'frag_keyframe+empty_moov']],
  ['fragmented with a global index', ['-movflags', 'dash+global_sidx']],
] as const;

describe.for(ARRANGEMENTS)('%s', ([name, flags]) => {
  const path = (): Promise<string> => remux(`${name.replaceAll(' ', '-')}.mp4`, flags);

  test('is sound, with its facts', async () => {
    const found = await inspectFile(await path());
    expect(found).toMatchObject({
      kind: 'sound',
      width: 320,
      height: 180,
      hasAudio: true,
      codec: 'h264',
    });
    expect(found.kind === 'sound' ? found.durationSeconds : 0).toBeCloseTo(2, 0);
    expect(found.kind === 'sound' ? found.tracks.map(({ media }) => media) : []).toEqual([
      'video',
      'audio',
    ]);
    expect(found.kind === 'sound' ? found.tracks[0]?.samples : 0).toBe(50);
  });

  test('cut at every 5 % is refused', async () => {
    const bytes = new Uint8Array(await readFile(await path()));
    for (let percent = 0; percent < 100; percent += 5) {
      const found = await inspectBytes(
        bytes.subarray(0, Math.floor((bytes.length * percent) / 100)),
      );
      expect({ percent, ...found }).toMatchObject({
        percent,
        kind: 'unusable',
        reason: percent === 0 ? 'empty' : 'truncated',
      });
    }
  });

  test('without its last byte is refused', async () => {
    const bytes = new Uint8Array(await readFile(await path()));
    expect(await inspectBytes(bytes.subarray(0, -1))).toMatchObject({
      kind: 'unusable',
      reason: 'truncated',
    });
  });
});

describe('other videos', () => {
  test.for([
    [90, 180, 320],
    [180, 320, 180],
    [270, 180, 320],
  ] as const)('turned by %i degrees is %ix%i', async ([degrees, width, height]) => {
    const turned = join(folder, 'last.mp4');
    const path = await make(`turned-${degrees}.mp4`, [
      '-display_rotation',
      `${degrees}`,
      '-i',
      turned,
      ...COPY,
    ]).catch(() =>
      make(`turned-${degrees}.mp4`, [
        '-i',
        turned,
        ...COPY,
        '-metadata:s:v:0',
        `rotate=${degrees}`,
      ]),
    );
    expect(await inspectFile(path)).toMatchObject({ kind: 'sound', width, height });
  });

  test('HEVC is sound', async () => {
    const path = await make('hevc.mp4', [
      ...PICTURE,
      '-c:v',
      'libx265',
      '-preset',
      'ultrafast',
      '-x265-params',
      'log-level=none',
      '-tag:v',
      'hvc1',
    ]);
    expect(await inspectFile(path)).toMatchObject({
      kind: 'sound',
      codec: 'hevc',
      hasAudio: false,
    });
  });

  test('VP9 is sound', async () => {
    const path = await make('vp9.mp4', [
      ...PICTURE,
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
    ]);
    expect(await inspectFile(path)).toMatchObject({ kind: 'sound', codec: 'vp9' });
  });

  test('H.264 in a QuickTime file is sound', async () => {
    expect(await inspectFile(await remux('quicktime.mov', []))).toMatchObject({
      kind: 'sound',
      codec: 'h264',
      hasAudio: true,
    });
  });

  test('sound alone has no video track', async () => {
    const path = await make('sound.m4a', [...SOUND, '-c:a', 'aac']);
    expect(await inspectFile(path)).toMatchObject({ kind: 'unusable', reason: 'no-video-track' });
  });
});

describe.for([
  ['png', [], 'image/png'],
  ['jpg', [], 'image/jpeg'],
  ['webp', ['-lossless', '0'], 'image/webp'],
  ['webp', ['-lossless', '1'], 'image/webp'],
] as const)('%s %j', ([extension, parameters, contentType]) => {
  const path = (): Promise<string> =>
    makeOnce(`image${parameters.join('')}.${extension}`, [
      ...PICTURE,
      '-frames:v',
      '1',
      ...parameters,
    ]);

  test('is sound, with its size', async () => {
    const bytes = new Uint8Array(await readFile(await path()));
    expect(inspectImage(bytes)).toEqual({
      kind: 'sound',
      contentType,
      width: 320,
      height: 180,
      durationSeconds: null,
      hasAudio: false,
    });
  });

  test('cut at every 5 % is refused', async () => {
    const bytes = new Uint8Array(await readFile(await path()));
    for (let percent = 0; percent < 100; percent += 5) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * percent) / 100));
      expect({ percent, kind: inspectImage(cut).kind }).toEqual({
        percent,
        kind: 'unusable',
      });
    }
  });
});
