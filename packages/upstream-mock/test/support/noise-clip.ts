import { createPictureEncoder } from '../../src/media/h264/picture-encoder.ts';
import { pictureSize } from '../../src/media/h264/picture-size.ts';
import { keyedNumber } from '../../src/media/hash.ts';
import { muxMp4 } from '../../src/media/mp4/mux-mp4.ts';
import { drain } from './drain.ts';
import { toSamples } from './picture-samples.ts';

/** Six pictures of noise with random sizes, colours, changes and IDR pictures, and their samples. */
export function noiseClip(clip: number): { readonly file: Uint8Array; readonly expected: Buffer } {
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
