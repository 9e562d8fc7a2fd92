import type { InspectMedia, MediaInspection } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { mediaConformance } from '../../src/media-conformance.ts';
import { createCollectingRunner } from '../broken/collecting-runner.ts';

/** A format for these tests: a letter for the kind, the size of the file, the width, and the picture. */
const [video, image] = ['V', 'I'].map((kind) =>
  Uint8Array.of(kind.charCodeAt(0), 12, 64, ...Array.from({ length: 9 }, (_, index) => index)),
);
const facts = { kind: 'sound', contentType: 'video/toy', width: 64, height: 36 } as const;
const sound = { ...facts, durationSeconds: 1, hasAudio: false, note: null };
const unusable = {
  kind: 'unusable',
  reason: 'truncated',
  message: 'The file ends early.',
  contentType: null,
} as const;

const inspect: InspectMedia = async (file, mediaType): Promise<MediaInspection> => {
  const bytes = await file.read(0, file.size);
  const [kind, size, width] = bytes;
  if (kind !== (mediaType === 'video' ? 86 : 73) || size !== bytes.length) return unusable;
  return { ...sound, width: width ?? 0 };
};

const broken: readonly (readonly [fault: string, inspect: InspectMedia, law: string])[] = [
  [
    'measures nothing',
    async (file, of) => {
      const found = await inspect(file, of);
      return found.kind === 'sound' ? { ...found, width: 0 } : found;
    },
    'measured',
  ],
  [
    'reads heads alone',
    async (file) => ((await file.read(0, Math.min(3, file.size))).length < 3 ? unusable : sound),
    'before its end',
  ],
  [
    'believes the size it is told',
    async (file, of) => (file.size === 12 ? sound : inspect(file, of)),
    'fewer bytes',
  ],
  [
    'falls over damage',
    async (file, of) => {
      const found = await inspect(file, of);
      if (found.kind === 'sound' && found.width > 128) throw new RangeError('width');
      return found;
    },
    'damage anywhere',
  ],
  [
    'reads on behind the end',
    async (file, of) => {
      await file.read(0, file.size + 1);
      return inspect(file, of);
    },
    'damage anywhere',
  ],
  [
    'reads the file again and again',
    async (file, of) => {
      for (let time = 0; time < 9; time += 1) await file.read(0, file.size);
      return inspect(file, of);
    },
    'damage anywhere',
  ],
  [
    'believes any claim',
    async (file, of) => ((await file.read(0, 2))[1] === 255 ? sound : inspect(file, of)),
    'exhaust',
  ],
  [
    'takes a page for a video',
    async (file, of) => (file.size > 20 ? sound : inspect(file, of)),
    'a page',
  ],
  [
    'says nothing for every refusal',
    async (file, of) => {
      const found = await inspect(file, of);
      return found.kind === 'sound' ? found : { ...found, message: '' };
    },
    'a page',
  ],
  [
    'calls a file broken when its disk is',
    (file, of) => inspect(file, of).catch(() => unusable),
    'failure of the storage',
  ],
];

function redsOf(adapter: InspectMedia): Promise<readonly string[]> {
  const runner = createCollectingRunner();
  const bytesOf = (kind: Uint8Array | undefined) => kind ?? new Uint8Array();
  mediaConformance({
    runner,
    inspect: adapter,
    samples: [
      { mediaType: 'video', bytes: bytesOf(video), facts: sound },
      { mediaType: 'image', bytes: bytesOf(image), facts: sound },
    ],
    hostile: [{ mediaType: 'video', bytes: Uint8Array.of(86, 255, 64) }],
  });
  return runner.reds();
}

describe('the kit for what inspects media', () => {
  it('is green on a correct adapter', async () => {
    expect(await redsOf(inspect)).toEqual([]);
  });

  it.each(broken)('turns red on one that %s', async (_, adapter, law) => {
    expect(await redsOf(adapter)).toContainEqual(expect.stringContaining(law));
  });

  it('has a broken adapter for each law', () => {
    const runner = createCollectingRunner();
    mediaConformance({
      runner,
      inspect,
      samples: [{ mediaType: 'video', bytes: new Uint8Array(), facts: sound }],
      hostile: [],
    });
    const laws = broken.map(([, , law]) => law);
    expect(runner.names().filter((name) => !laws.some((law) => name.includes(law)))).toEqual([]);
  });
});
