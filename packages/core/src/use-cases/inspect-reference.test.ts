import { describe, expect, it } from 'vitest';
import type { MediaInspection } from '../ports/inspect-media.ts';
import { inspectReference, readerOf } from './inspect-reference.ts';

const png = { kind: 'image', contentType: 'image/png', extension: 'png' } as const;
const draft = {
  param: 'images[0]',
  role: 'reference_image',
  kind: 'image',
  source: { kind: 'bytes', bytes: Uint8Array.of(1) },
} as const;

function inspected(picture: MediaInspection) {
  const ports = { sniffMedia: () => png, inspectMedia: async () => picture };
  return inspectReference(ports, draft, readerOf(draft.source.bytes));
}

const contentType = 'image/png';
const size = { width: 4, height: 3 };

describe('[references.whole] a picture that a caller brings', () => {
  it.each<readonly [MediaInspection, object]>([
    [
      { kind: 'sound', contentType, ...size, durationSeconds: null, hasAudio: false, note: null },
      { kind: 'inspected', media: png, pixels: size },
    ],
    [
      { kind: 'unmeasured', contentType, note: 'Not read.' },
      { kind: 'inspected', media: png },
    ],
    [
      { kind: 'unchecked', contentType, note: 'It is too large.' },
      {
        kind: 'reference-refused',
        param: 'images[0]',
        reason: 'damaged',
        message: 'The reference cannot be used: It is too large.',
      },
    ],
    [
      { kind: 'unusable', reason: 'truncated', message: 'It ends early.', contentType },
      {
        kind: 'reference-refused',
        param: 'images[0]',
        reason: 'damaged',
        message: 'The reference cannot be used: It ends early.',
      },
    ],
  ])('that is %o', async (picture, outcome) => {
    expect(await inspected(picture)).toEqual(outcome);
  });
});
