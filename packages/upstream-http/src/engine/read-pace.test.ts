import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { ReadPace } from './read-pace.ts';

const second = 1_000;

/** A provider that grants so many reads in each second of its clock, and requests a pause of the others. */
function limitedTo(reads: number, pauseMs: number | null) {
  const granted = new Map<number, number>();
  const seen = { granted: 0, refused: 0 };
  return {
    seen,
    /** Returns undefined for a granted read, otherwise the requested pause. */
    read(now: number): { readonly askedMs: number | null } | undefined {
      const at = Math.floor(now / second);
      const before = granted.get(at) ?? 0;
      granted.set(at, before + 1);
      if (before < reads) seen.granted += 1;
      else seen.refused += 1;
      return before < reads ? undefined : { askedMs: pauseMs };
    },
  };
}

/** Returns true if a video's read was made already, with another one. */
function isShared(pace: ReadPace, video: string): boolean {
  const shared = pace.sharedReadOf(video);
  const isMade = shared?.response !== undefined;
  if (shared !== undefined)
    shared.response ??= Promise.resolve({ status: 200, json: undefined, retryAfterMs: null });
  return isMade;
}

interface Video {
  readonly name: string;
  readonly readyAt: number;
  dueAt: number;
}

/** Reads videos every five seconds until each is known to be ready; returns how late each was known, in ms. */
function watch(
  videos: Video[],
  provider: ReturnType<typeof limitedTo>,
  atATime = 1,
): readonly number[] {
  const pace = new ReadPace(undefined, atATime);
  const late: number[] = [];
  const open = [...videos];
  while (open.length > 0) {
    open.sort((one, other) => one.dueAt - other.dueAt);
    const [video] = open;
    if (video === undefined) break;
    const now = video.dueAt;
    const turn = pace.turnOf(video.name, now);
    const refusal = turn > now || isShared(pace, video.name) ? undefined : provider.read(now);
    if (refusal !== undefined) pace.refused(refusal.askedMs, now);
    if (turn > now) video.dueAt = turn;
    else if (refusal === undefined && now >= video.readyAt) late.push(now - video.readyAt);
    else video.dueAt = now + 5 * second;
    if (turn <= now && refusal === undefined && now >= video.readyAt) open.shift();
  }
  return late;
}

function videosOf(count: number): Video[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `video-${index}`,
    readyAt: 60 * second + (index % 120) * second,
    dueAt: (index % 10) * 100,
  }));
}

describe('[providers.engine.paced-reads] the pace of reads', () => {
  it.each([
    [20, 2 * second],
    [20, null],
    [10, 2 * second],
  ])(
    'watches 500 videos at a provider that allows %d reads a second: under 2 %% are refused, and each is known soon',
    (reads, pauseMs) => {
      const provider = limitedTo(reads, pauseMs);
      const late = watch(videosOf(500), provider);
      expect(late).toHaveLength(500);
      const { granted, refused } = provider.seen;
      expect(refused / (granted + refused)).toBeLessThan(0.02);
      // A read of each takes 25 s at 20 a second, and a lower pace is tried again every minute.
      expect(Math.max(...late)).toBeLessThan(((500 / reads) * 3 + 60) * second);
    },
  );

  it('watches 500 videos fifty at a time: none is refused, and each is known in five seconds', () => {
    const provider = limitedTo(20, 2 * second);
    const late = watch(videosOf(500), provider, 50);
    expect(late).toHaveLength(500);
    expect(provider.seen.refused).toBe(0);
    expect(Math.max(...late)).toBeLessThan(6 * second);
    // Alone, they take more reads.
    const alone = limitedTo(1_000_000, null);
    watch(videosOf(500), alone);
    expect(provider.seen.granted).toBeLessThan(alone.seen.granted);
  });

  it('keeps the order in which videos first ask, through a pause and a slower pace', () => {
    const pace = new ReadPace();
    const names = Array.from({ length: 50 }, (_, index) => String(index));
    const before = names.map((name) => pace.turnOf(name, second));
    expect(before.slice(0, 3)).toEqual([1_000, 1_050, 1_100]);
    pace.refused(30 * second, second);
    const after = names.slice(1).map((name) => pace.turnOf(name, 2 * second));
    expect(after.slice(0, 3)).toEqual([31_100, 31_200, 31_300]);
    expect(after.toSorted((one, other) => one - other)).toEqual(after);
  });

  it('returns to the usual pace after minutes without a refusal', () => {
    const pace = new ReadPace();
    for (let count = 0; count < 10; count += 1) pace.refused(0, count * 10 * second);
    const stepAt = (now: number) => {
      const [first, next] = ['a', 'b'].map((name) => pace.turnOf(`${name}${now}`, now));
      return (next ?? 0) - (first ?? 0);
    };
    expect(stepAt(100 * second)).toBe(second);
    const steps = [3, 4, 5, 6, 7, 8, 9].map((minute) => stepAt(minute * 60 * second));
    expect(steps).toEqual([500, 250, 125, 63, 50, 50, 50]);
  });

  it('forgets videos that never come back', () => {
    const pace = new ReadPace();
    for (let count = 0; count < 12_000; count += 1) pace.turnOf(`gone-${count}`, 0);
    // Twelve thousand turns take ten minutes; what comes then does not wait for them.
    expect(pace.turnOf('late', 700 * second)).toBe(700 * second);
  });

  law.prop([
    fc.array(fc.tuple(fc.nat(40), fc.nat(400), fc.option(fc.nat(600_000), { freq: 4 })), {
      minLength: 1,
      maxLength: 300,
    }),
    fc.integer({ min: 1, max: 9 }),
  ])('law: no read is granted in a pause, and at most twenty-five in a second', (asks, atATime) => {
    const pace = new ReadPace(undefined, atATime);
    const grants: number[] = [];
    let [now, pausedUntil] = [0, 0];
    for (const [work, laterMs, refusal] of asks) {
      now += laterMs;
      const turn = pace.turnOf(String(work), now);
      if (turn > now) {
        expect(turn).toBeGreaterThanOrEqual(pausedUntil);
        continue;
      }
      if (isShared(pace, String(work))) continue;
      expect(now).toBeGreaterThanOrEqual(pausedUntil);
      grants.push(now);
      if (refusal === null) continue;
      pace.refused(refusal, now);
      pausedUntil = Math.max(pausedUntil, now + Math.min(300_000, refusal));
    }
    for (const [index, at] of grants.entries())
      expect((grants[index + 25] ?? Infinity) - at).toBeGreaterThanOrEqual(1_000);
  });
});
