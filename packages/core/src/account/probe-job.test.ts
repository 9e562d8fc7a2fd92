import { describe, expect, it } from 'vitest';
import { demandFor } from '../../test/sample-book.ts';
import { upstreamErrorKinds } from '../upstream/upstream-refusal.ts';
import {
  away,
  probeJob,
  cap,
  error,
  hour,
  learn,
  loadOf,
  now,
} from '../../test/sample-learned-limits.ts';
import type { AccountLoad } from './account.ts';
import { chooseAccount } from './choose-account.ts';
import { type LearnedLimit, withLearnedLimit } from './learned.ts';
import { probeJobSent, maxLearnedLimitMs } from './learned-limit-of.ts';
import { probeJobFrom } from './model-room.ts';

describe('[providers.port.canary] an exhausted account whose balance is not known', () => {
  const exhausted = (learned: readonly LearnedLimit[], busy = 0) =>
    loadOf(learned, busy, {
      condition: 'exhausted',
      credits: null,
      creditsSource: 'upstream',
      creditsCheckedAt: now,
    });
  const demand = demandFor('vidA', 1);

  it('accepts one job from then on, and none before', () => {
    const choice = (load: AccountLoad) => chooseAccount([load], { ...demand, excluded: [] }, now);
    expect(choice(exhausted([probeJob(now + 1)]))).toMatchObject({
      kind: 'wait',
      until: now + 1,
      refusals: [{ reason: 'exhausted', until: now + 1 }],
    });
    expect(choice(exhausted([probeJob(now)])).kind).toBe('chosen');
    expect(choice(exhausted([])).kind).toBe('chosen');
    expect(choice(exhausted([probeJob(now)], 1))).toMatchObject({ kind: 'wait', until: null });
    const known = loadOf([], 0, { condition: 'exhausted' });
    expect(choice(known).kind).toBe('configuration-needed');
  });

  it('law: is tried twice as late each time, and at the latest after a day', () => {
    let learned: readonly LearnedLimit[] = [];
    const first = learn(loadOf([], 0, { credits: null }), error('credits', 'account'));
    expect(first).toEqual(probeJob(now + hour));
    expect(learn(loadOf([]), error('credits', 'account'))).toBeNull();
    expect(learn(exhausted([probeJob(now + hour)]), error('credits', 'account'))).toBeNull();
    if (first !== null) learned = withLearnedLimit(learned, first, () => 0);
    let last = hour;
    for (let at = now + hour; last < maxLearnedLimitMs; at += last) {
      expect(probeJobFrom(exhausted(learned).account, at)).toBe(at);
      const sent = probeJobSent({ learned }, at);
      learned = withLearnedLimit(learned, sent, () => 0);
      const until = sent.kind === 'probe-job' ? sent.until : 0;
      expect(until - at).toBe(Math.min(maxLearnedLimitMs, 2 * last));
      last = until - at;
    }
    expect(probeJobSent({ learned }, now)).toMatchObject({ until: now + maxLearnedLimitMs });
  });

  it('is counted among other learnedLimits, and begins with one', () => {
    expect(probeJobSent({ learned: [] }, now)).toEqual(probeJob(now + 2 * hour, 1));
    expect(probeJobSent({ learned: [cap(1)] }, now)).toEqual(probeJob(now + 2 * hour, 1));
    const learned = [away(now, 5), probeJob(now, 1)];
    expect(probeJobSent({ learned }, now)).toEqual(probeJob(now + 4 * hour, 2));
  });

  it('is learned from refusals for credits alone, and once', () => {
    for (const kind of upstreamErrorKinds) {
      const taught = learn(loadOf([], 0, { credits: null }), error(kind, 'account'));
      if (kind === 'concurrency') expect(taught?.kind).toBe('cap');
      else expect(taught).toEqual(kind === 'credits' ? probeJob(now + hour) : null);
    }
    const refusal = error('credits', 'account');
    const again = (learned: readonly LearnedLimit[]) => learn(exhausted(learned), refusal);
    expect(again([cap(1), probeJob(now + 5)])).toBeNull();
    expect(again([cap(1)])).toEqual(probeJob(now + hour));
    const restored = loadOf([probeJob(now + 5)], 0, { credits: null });
    expect(learn(restored, refusal)).toEqual(probeJob(now + hour));
  });
});
