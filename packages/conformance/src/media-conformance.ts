import { deepStrictEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import {
  type ByteReader,
  type InspectMedia,
  type MediaInspection,
  StorageUnavailable,
} from '@filmgate/core';
import { type ConformanceRunner, type LawGroup, registerLaws } from './law/law.ts';
import { createSeededRandom } from './random/seeded.ts';

/** A whole file, with the facts the adapter must find. */
export interface MediaSample {
  readonly mediaType: 'video' | 'image';
  readonly bytes: Uint8Array;
  readonly facts: Extract<MediaInspection, { readonly kind: 'sound' }>;
}

export interface MediaConformanceOptions {
  readonly runner: ConformanceRunner;
  readonly inspect: InspectMedia;
  /** Small whole files: each is cut at every length. None may announce less than it contains. */
  readonly samples: readonly [MediaSample, ...MediaSample[]];
  /** Files made to exhaust a reader: none may be accepted as sound. */
  readonly hostile: readonly Omit<MediaSample, 'facts'>[];
}

export type MediaContext = Omit<MediaConformanceOptions, 'runner'>;

/** Number of changes made to each sample, one after another. */
const damages = 300;
/** Maximum total of bytes read, in multiples of the file's size: hostile bytes must not make a reader loop. */
const mostReadsOver = 4;

/** A reader of bytes that refuses reads outside of them, and counts. */
function watch(bytes: Uint8Array, size = bytes.length): ByteReader {
  let left = mostReadsOver * size;
  return {
    size,
    async read(offset, length) {
      ok(
        offset >= 0 && length >= 0 && offset + length <= size,
        `${length} bytes at ${offset} of ${size} are asked for`,
      );
      left -= length;
      ok(left >= 0, `more than ${mostReadsOver} times the file is asked for`);
      return bytes.subarray(offset, offset + length);
    },
  };
}

/** The verdict on a damaged or foreign file: always a result, and a refusal has a reason. */
async function verdictOn(
  { inspect }: Pick<MediaContext, 'inspect'>,
  reader: ByteReader,
  mediaType: MediaSample['mediaType'],
): Promise<MediaInspection['kind']> {
  const found = await inspect(reader, mediaType);
  if (found.kind === 'unusable') notEqual(found.message, '');
  return found.kind;
}

/** Laws of the port that inspects media. */
export const mediaLaws: readonly LawGroup<MediaContext>[] = [
  {
    name: 'inspect-media',
    laws: [
      {
        name: 'a whole file is sound, and measured',
        holds: async ({ inspect, samples }) => {
          for (const { bytes, mediaType, facts } of samples)
            deepStrictEqual(await inspect(watch(bytes), mediaType), facts);
        },
      },
      {
        name: 'a file that ends anywhere before its end is never sound',
        holds: async ({ samples, ...context }) => {
          for (const { bytes, mediaType } of samples) {
            for (let length = 0; length < bytes.length; length += 1) {
              const cut = watch(bytes.subarray(0, length));
              equal(await verdictOn(context, cut, mediaType), 'unusable', `cut at ${length}`);
            }
          }
        },
      },
      {
        name: 'a file whose storage has fewer bytes than it says is never sound',
        holds: async ({ samples, ...context }) => {
          for (const { bytes, mediaType } of samples) {
            const short = watch(bytes.subarray(0, -1), bytes.length);
            if (mediaType === 'image')
              equal(await verdictOn(context, short, mediaType), 'unusable');
            const half = watch(bytes.subarray(0, bytes.length / 2), bytes.length);
            equal(await verdictOn(context, half, mediaType), 'unusable');
          }
        },
      },
      {
        name: 'damage anywhere gets an answer, and no read outside the file',
        holds: async ({ samples, ...context }) => {
          const random = createSeededRandom(7);
          const below = (bound: number): number => Math.floor(random() * bound);
          for (const { bytes, mediaType } of samples) {
            for (let count = 0; count < damages; count += 1) {
              const damaged = bytes.slice();
              for (let change = 0; change <= count % 6; change += 1)
                damaged[below(bytes.length)] = below(256);
              await verdictOn(context, watch(damaged), mediaType);
            }
          }
        },
      },
      {
        name: 'a file made to exhaust a reader is never sound',
        holds: async ({ hostile, ...context }) => {
          for (const { bytes, mediaType } of hostile)
            notEqual(await verdictOn(context, watch(bytes), mediaType), 'sound');
        },
      },
      {
        name: 'a page is neither a video nor an image',
        holds: async (context) => {
          const page = new TextEncoder().encode('<!DOCTYPE html><title>403 Forbidden</title>');
          equal(await verdictOn(context, watch(page), 'video'), 'unusable');
          equal(await verdictOn(context, watch(page), 'image'), 'unusable');
        },
      },
      {
        name: 'a failure of the storage is thrown, and says nothing about the file',
        holds: async ({ inspect, samples: [{ bytes, mediaType }] }) => {
          const failure = new StorageUnavailable('the disk is gone', { applied: 'no' });
          const reader = { size: bytes.length, read: () => Promise.reject(failure) };
          await rejects(inspect(reader, mediaType), (error) => error === failure);
        },
      },
    ],
  },
];

/** Registers every law of the port that inspects media with a test runner. */
export function mediaConformance({ runner, ...context }: MediaConformanceOptions): void {
  registerLaws({ runner, groups: mediaLaws, withContext: (use) => use(context) });
}
