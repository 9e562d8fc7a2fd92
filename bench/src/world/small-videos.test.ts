import { expect, test } from 'vitest';
import { labelled } from './small-videos.ts';

test('a label is a whole free box of its own at the end, named by the end of what it labels', () => {
  const video = Uint8Array.of(1, 2, 3);
  const bytes = Buffer.from(labelled(video, 'vt_01k0000000000000000.1'));
  expect([...bytes.subarray(0, 3)]).toEqual([1, 2, 3]);
  const box = bytes.subarray(3);
  expect(box.readUInt32BE(0)).toBe(box.length);
  expect(box.toString('latin1', 4, 8)).toBe('free');
  expect(box.toString('latin1', 8)).toBe('00000000000000.1');
  expect(labelled(video, 'vt_another.1')).not.toEqual(labelled(video, 'vt_one.1'));
});
