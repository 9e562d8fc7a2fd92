import { expect, test } from 'vitest';
import { box, join, u16, u32, zeros } from '../../test/media/mp4-bytes.ts';
import { InspectionBudget } from './inspection-budget.ts';
import { readVideoEntry } from './mp4-track.ts';

function entry(type: string, width: number, height: number): Uint8Array {
  const configuration = { avc1: 'avcC', hvc1: 'hvcC' }[type] ?? 'none';
  return box(type, zeros(24), u16(width, height), zeros(50), box(configuration, zeros(3)));
}

function read(count: number, ...entries: readonly Uint8Array[]): unknown {
  const table = { type: 'stsd', payload: join([u32(0, count), ...entries]), children: [] };
  return readVideoEntry([table], new InspectionBudget());
}

test('the first description gives the size', () => {
  expect(read(2, entry('avc1', 640, 360), entry('avc1', 320, 180))).toEqual({
    codec: 'h264',
    notes: [],
    width: 640,
    height: 360,
  });
});

const midway = expect.stringContaining('midway');
const unplayed = expect.stringContaining('"mp4v", which browsers do not play');

test.for([
  ['a coding off the list', [entry('mp4v', 64, 36)], null, [unplayed]],
  ['a change of coding', [entry('avc1', 64, 36), entry('hvc1', 64, 36)], 'h264', [midway]],
  [
    'a second coding off the list',
    [entry('avc1', 64, 36), entry('mp4v', 64, 36), entry('mp4v', 64, 36)],
    'h264',
    [unplayed, midway],
  ],
] as const)('[results.other-form] %s is noted', ([, entries, codec, notes]) => {
  const size = { width: 64, height: 36 };
  expect(read(entries.length, ...entries)).toEqual({ codec, notes, ...size });
});

test.for([
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
