import { describe, expect, it } from 'vitest';
import { readDiskCalls } from './count-disk-calls.ts';

describe('calls of the disk', () => {
  it('are counted when they ended well, wherever their line was cut', () => {
    const trace = [
      '12 pwrite64(21, ""..., 24, 32) = 24',
      '12 pwrite64(21, ""..., 4096, 56) = 4096',
      '12 pwrite64(21, ""..., 4096, 4152 <unfinished ...>',
      '13 fsync(9 <unfinished ...>',
      '12 <... pwrite64 resumed>) = 4096',
      '13 <... fsync resumed>) = 0',
      '12 fdatasync(21) = 0',
      '12 fdatasync(21) = -1 EIO (Input/output error)',
      '14 write(5, ""..., 4096) = 4096',
    ].join('\n');
    expect(readDiskCalls(trace)).toEqual({ syncs: 2, pages: 2 });
  });
});
