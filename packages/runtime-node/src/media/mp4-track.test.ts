import { expect, test } from 'vitest';
import { box, join, u16, u32, zeros } from '../../test/media/mp4-bytes.ts';
import { readVideoEntry } from './mp4-track.ts';

function entry(type: string, width: number, height: number): Uint8Array {
  const configuration = { avc1: 'avcC', hvc1: 'hvcC' }[type] ?? 'none';
  return box(type, zeros(24), u16(width, height), zeros(50), box(configuration, zeros(3)));
}

function read(count: number, ...entries: readonly Uint8Array[]): unknown {
  return readVideoEntry([
    { type: 'stsd', payload: join([u32(0, count), ...entries]), children: [] },
  ]);
}

test('the first description gives the size', () => {
  expect(read(2, entry('avc1', 640, 360), entry('avc1', 320, 180))).toEqual({
    codec: 'h264',
    width: 640,
    height: 360,
  });
});

test.for([
  ['a change of coding', 2, [entry('avc1', 64, 36), entry('hvc1', 64, 36)], 'codec-not-allowed'],
  [
    'a second coding off the list',
    2,
    [entry('avc1', 64, 36), entry('mp4v', 64, 36)],
    'codec-not-allowed',
  ],
  ['a second description that is missing', 2, [entry('avc1', 64, 36)], 'malformed'],
  [
    'a third one cut short',
    3,
    [entry('avc1', 64, 36), entry('avc1', 64, 36), entry('avc1', 64, 36).subarray(0, 90)],
    'malformed',
  ],
  [
    'a description without size',
    1,
    [join([u32(0), entry('avc1', 64, 36).subarray(4)])],
    'malformed',
  ],
  ['a description too short for its fields', 1, [box('avc1', zeros(77))], 'malformed'],
  ['none', 0, [entry('avc1', 64, 36)], 'malformed'],
] as const)('%s is refused', ([, count, entries, reason]) => {
  expect(() => read(count, ...entries)).toThrow(expect.objectContaining({ reason }));
});
