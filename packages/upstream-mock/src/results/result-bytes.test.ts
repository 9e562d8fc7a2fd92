import { describe, expect, it } from 'vitest';
import { accept, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import type { MockSubmission } from '../job/mock-job.ts';
import { resultBytes } from './result-bytes.ts';

function jobOf(given: Partial<MockSubmission> = {}, key = 'one') {
  const short = { durationSeconds: 1, ...given };
  return accept(openWorld(), key, sampleSubmission(short));
}

async function bytesOf(prompt: string, given: Partial<MockSubmission> = {}) {
  return Buffer.from(await resultBytes(jobOf({ prompt, ...given }), 'seed'));
}

/** Types of the boxes a file is made of. */
function boxesOf(file: Buffer): readonly string[] {
  const types: string[] = [];
  for (let at = 0; at < file.length; at += file.readUInt32BE(at)) {
    types.push(file.toString('latin1', at + 4, at + 8));
  }
  return types;
}

describe('the result of a job', () => {
  it('[mock.video] is byte-identical for the same job and seed, and another for another seed', async () => {
    const [one, same] = [await resultBytes(jobOf(), 'seed'), await resultBytes(jobOf(), 'seed')];
    expect(Buffer.compare(one, same)).toBe(0);
    expect(Buffer.compare(one, await resultBytes(jobOf(), 'other'))).not.toBe(0);
  });

  it('[mock.tokens-not-drawn] shows its prompt without the tokens', async () => {
    const file = await bytesOf('a tall [[mock:findable]] lighthouse');
    expect(file.includes('a tall lighthouse')).toBe(true);
    expect(file.includes('mock:')).toBe(false);
    expect(boxesOf(await bytesOf('[[mock:findable]]'))).toContain('moov');
  });

  it.each(['video', 'image'] as const)(
    '[mock.video] holds the beginning of texts that are too long for a %s',
    async (mediaType) => {
      const [long, kept] = ['x'.repeat(3_000_000), 'x'.repeat(32_000)];
      const timing = { mediaType, durationSeconds: mediaType === 'image' ? null : 1 } as const;
      const file = await bytesOf(long, { model: long, aspectRatio: long, ...timing });
      expect(file.length).toBeLessThan(200_000);
      expect(file.equals(await bytesOf(kept, { model: kept, aspectRatio: kept, ...timing }))).toBe(
        true,
      );
    },
  );

  it('shows nothing of the account key', async () => {
    const file = Buffer.from(await resultBytes(jobOf({}, 'secret-key-1'), 'seed'));
    expect(file.includes('secr')).toBe(false);
  });

  it('[mock.bad-results] truncate leaves that part of it', async () => {
    const whole = await bytesOf('a boat');
    const part = await bytesOf('a boat [[mock:truncate=60%]]');
    expect(part.length).toBe(Math.floor(whole.length * 0.6));
    expect(whole.subarray(0, part.length).equals(part)).toBe(true);
    expect(await bytesOf('a boat [[mock:truncate=0%]]')).toHaveLength(0);
  });

  it('[mock.bad-results] no-moov hides the index box, with everything else in place', async () => {
    const whole = await bytesOf('the moov box');
    const without = await bytesOf('the moov box [[mock:no-moov]]');
    expect(boxesOf(whole)).toContain('moov');
    expect(boxesOf(without)).toEqual(
      boxesOf(whole).map((type) => (type === 'moov' ? 'free' : type)),
    );
    expect(without.length).toBe(whole.length);
  });

  it('[mock.bad-results] wrong-duration is two seconds longer', async () => {
    const timescaleAndDuration = (file: Buffer) => {
      const header = file.indexOf('mvhd') + 4;
      return file.readUInt32BE(header + 16) / file.readUInt32BE(header + 12);
    };
    expect(timescaleAndDuration(await bytesOf('a boat'))).toBe(1);
    expect(timescaleAndDuration(await bytesOf('a boat [[mock:wrong-duration]]'))).toBe(3);
  });

  it('is a PNG for an image, which has no index box to lose', async () => {
    const image = { mediaType: 'image', durationSeconds: null } as const;
    const file = await bytesOf('a boat', image);
    expect(file.toString('latin1', 1, 4)).toBe('PNG');
    expect((await bytesOf('a boat [[mock:no-moov,wrong-duration]]', image)).equals(file)).toBe(
      true,
    );
  });
});
