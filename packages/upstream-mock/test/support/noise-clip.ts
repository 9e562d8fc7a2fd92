import { createCellCanvas } from '../../src/media/canvas/cell-canvas.ts';
import { createParameterSets } from '../../src/media/h264/parameter-sets.ts';
import { encodePicture } from '../../src/media/h264/picture-encoder.ts';
import { keyedNumber } from '../../src/media/scene/hash.ts';
import { muxMp4 } from '../../src/media/mp4/mux-mp4.ts';
import { GRADES } from '../../src/media/scene/tint.ts';
import { drain } from './drain.ts';
import { toSamples } from './picture-samples.ts';

/** Six pictures of noise with random sizes, tints, changes and IDR pictures, and their samples. */
export function noiseClip(clip: number): { readonly file: Uint8Array; readonly expected: Buffer } {
  const width = 2 + 2 * (keyedNumber(clip, 1) % 70);
  const height = 2 + 2 * (keyedNumber(clip, 2) % 50);
  const framesPerSecond = 24;
  const { cells, stride } = createCellCanvas(width, height);
  const level = (part: number): number => (keyedNumber(clip, part) % 17) - 8;
  const picture = { cells, stride, tint: { blue: level(3), red: level(4) } };
  const coded = new Uint8Array(cells.length);
  const pictures: Uint8Array[] = [];
  const expected: Buffer[] = [];
  const idrInterval = 2 + (clip % 5);
  for (let frame = 0; frame < 6; frame += 1) {
    // From every cell to one in a hundred changes.
    const rarity = [1, 2, 10, 100][keyedNumber(clip, 6, frame) % 4] ?? 1;
    for (let cell = 0; cell < cells.length; cell += 1) {
      const number = keyedNumber(clip, 7, frame, cell);
      if (number % rarity === 0) cells[cell] = (number >>> 16) % GRADES;
    }
    pictures.push(drain(encodePicture(picture, coded, frame % idrInterval)));
    expected.push(toSamples(picture, width, height));
  }
  const shape = { width, height, framesPerSecond };
  const file = muxMp4({
    durationMs: 250,
    tone: false,
    ...shape,
    parameterSets: createParameterSets(shape),
    pictures,
    idrInterval,
    title: `noise ${clip}`,
    comment: '',
  });
  return { file, expected: Buffer.concat(expected) };
}
