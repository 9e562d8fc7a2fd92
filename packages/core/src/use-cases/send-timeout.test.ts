import { expect, it } from 'vitest';
import { sendTimeoutOf } from './send-timeout.ts';

const options = { sendTimeoutMs: 60_000 };
const video = { mediaType: 'video' } as const;
const image = { mediaType: 'image' } as const;

it('[providers.ark.images] a response with an image is awaited as long as its provider takes for images', () => {
  const both = { sendTimeoutMs: 120_000, images: { sendTimeoutMs: 600_000 } };
  expect(sendTimeoutOf(both, image, options)).toBe(600_000);
  expect(sendTimeoutOf(both, video, options)).toBe(120_000);
  expect(sendTimeoutOf({ sendTimeoutMs: 120_000, images: {} }, image, options)).toBe(120_000);
  expect(sendTimeoutOf({ images: { sendTimeoutMs: 600_000 } }, video, options)).toBe(60_000);
  expect(sendTimeoutOf({}, image, options)).toBe(60_000);
});
