import type { DurationHistogram, OperationSample, StorageBundle } from '@filmgate/core';
import { durationBucketOf } from '@filmgate/core';
import { createSqliteStorage } from '@filmgate/storage-sqlite';

/**
 * Gives the store of a stopped gateway a past: samples of each minute of some days with a gap, like those of a busy
 * team. Equal at each run, except for the time.
 *
 * Run: node --conditions=@filmgate/source record-past.ts <database> <days>
 */

const minuteMs = 60_000;
const dayMinutes = 1_440;
/** The gateway was off in these minutes before now. */
const off = { from: 300, until: 420 };

interface Pool {
  readonly families: readonly string[];
  readonly accounts: readonly string[];
}

/** From 0 at night to 1 at noon, less at the weekend. */
function bustle(at: number): number {
  const date = new Date(at);
  const minute = date.getUTCHours() * 60 + date.getUTCMinutes();
  const daily = Math.max(0, Math.sin(((minute - 300) / 1_000) * Math.PI));
  const weekend = [0, 6].includes(date.getUTCDay()) ? 0.35 : 1;
  return Math.min(1, 0.08 + daily * weekend);
}

/** Returns a pseudorandom number between 0 and 1. */
function noise(at: number, salt: number): number {
  const wave = Math.sin((at / minuteMs) * 12.9898 + salt * 78.233) * 43_758.5453;
  return wave - Math.floor(wave);
}

function durations(count: number, typicalMs: number, at: number): DurationHistogram {
  const histogram: { [bucket: number]: number } = {};
  for (let index = 0; index < count; index += 1) {
    const bucket = durationBucketOf(typicalMs * (0.6 + 2 * noise(at, index + 7) ** 3));
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
  }
  return histogram;
}

function sampleAt(at: number, ago: number, { families, accounts }: Pool): OperationSample {
  const load = bustle(at);
  const total = Math.max(2, accounts.length) * 8;
  const wanted = Math.round(load * total * (0.75 + 0.6 * noise(at, 1)));
  const busy = Math.min(total, wanted);
  const waiting = Math.max(0, wanted - total) + (wanted > total * 0.9 ? 2 : 0);
  const completed = Math.round(busy * (0.3 + 0.2 * noise(at, 2)));
  const failed = noise(at, 3) > 0.9 ? Math.min(2, completed) : 0;
  const calls = Math.round(4 + load * 90 * (0.7 + 0.6 * noise(at, 4)));
  const wave = (salt: number): number => 0.5 + 0.5 * Math.sin(at / 5e6 + salt * 1.7);
  return {
    node: 'the-past',
    at,
    gateway: {
      waiting,
      open: busy + waiting,
      unknownOutcomes: noise(Math.floor(at / 36e5), 5) > 0.85 ? 1 : 0,
      busySlots: busy,
      totalSlots: total,
      usedBytes: 42e9 - ago * 1.1e6,
      freeBytes: 310e9 + ago * 1.1e6,
    },
    families: Object.fromEntries(
      families.map((family, index) => [
        family,
        { busy: Math.round(busy * wave(index)), total, waiting: index === 0 ? waiting : 0 },
      ]),
    ),
    accounts: Object.fromEntries(
      accounts.map((id, index) => [
        id,
        { busy: Math.min(8, Math.floor(busy / accounts.length) + (index % 2)), total: 8 },
      ]),
    ),
    counts: {
      accepted: completed + failed,
      completed,
      failed,
      creditsSpent: completed * 8,
      calls,
      failedCalls: noise(at, 6) > 0.97 ? 2 : 0,
    },
    toResult: durations(completed, 48_000 + waiting * 2_000, at),
    toStart: durations(completed, 300 + waiting * 4_000, at + 1),
  };
}

async function record(
  { accounts, operationSamples }: StorageBundle,
  days: number,
): Promise<number> {
  const pool: Pool = {
    families: ['vidA-fast', 'vidC-25', 'vidB-pro', 'vidE-3', 'vidD'],
    accounts: (await accounts.loads()).map(({ account }) => account.id),
  };
  const thisMinute = Math.floor(Date.now() / minuteMs) * minuteMs;
  const kept: Promise<void>[] = [];
  for (let ago = days * dayMinutes; ago > 0; ago -= 1) {
    if (ago > off.from && ago < off.until) continue;
    kept.push(operationSamples.record(sampleAt(thisMinute - ago * minuteMs, ago, pool)));
  }
  await Promise.all(kept);
  return kept.length;
}

const [file, days] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the database.');
const storage = await createSqliteStorage({ file });
try {
  process.stdout.write(`${await record(storage, Number(days ?? 7))} samples\n`);
} finally {
  await storage.close();
}
