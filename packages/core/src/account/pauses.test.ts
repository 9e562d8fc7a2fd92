import { describe, expect, it } from 'vitest';
import { demandFor, sampleBook } from '../../test/sample-book.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import { setBackAfterMs } from '../time/check-instant.ts';
import { chooseAccount } from './choose-account.ts';
import { freeFamilies } from './free-families.ts';
import { coolsUntil, isOutdatedProbe, unavailableUntil } from './pauses.ts';
import { providerDoubtedForMs, providerOpenForMs } from './provider-circuit.ts';

const now = 1_750_000_000_000;
const hour = 3_600_000;
const coolingUntil = now + 30_000;
const cooling = { condition: 'cooling', coolingUntil, lastUsedAt: now - 100 } as const;

describe('pauses of accounts', () => {
  it('last until their end, and no longer', () => {
    const { account } = sampleLoad(cooling);
    expect(coolsUntil(account, now)).toBe(coolingUntil);
    expect(coolsUntil(account, coolingUntil - 1)).toBe(coolingUntil);
    expect(coolsUntil(account, coolingUntil)).toBeNull();
    expect(coolsUntil({ ...account, condition: 'ready' }, now)).toBeNull();
    const shut = sampleLoad({}, { providerOpenUntil: now + providerOpenForMs });
    expect(unavailableUntil(shut, now)).toBe(now + providerOpenForMs);
    expect(unavailableUntil(shut, now + providerOpenForMs)).toBeNull();
  });

  it('[clocks.accounts.set-back] that began by a clock set back since are over', () => {
    const cooled = sampleLoad({ ...cooling, creditsSource: 'operator' });
    const shut = sampleLoad(
      { creditsSource: 'operator' },
      { providerOpenUntil: now + providerOpenForMs },
    );
    const demand = { ...demandFor('vm_std-2.0', 1), excluded: [] };
    for (const load of [cooled, shut]) {
      expect(freeFamilies([load], sampleBook, now)).toEqual([]);
      expect(chooseAccount([load], demand, now).kind).toBe('wait');
      expect(freeFamilies([load], sampleBook, now - hour)).not.toEqual([]);
      expect(chooseAccount([load], demand, now - hour).kind).toBe('chosen');
    }
  });

  it('do not end for clocks of nodes that differ by seconds', () => {
    const { account } = sampleLoad(cooling);
    expect(coolsUntil(account, now - 4_000)).toBe(coolingUntil);
    expect(
      unavailableUntil(sampleLoad({}, { providerOpenUntil: now + providerOpenForMs }), now - 4_000),
    ).not.toBeNull();
  });

  it('count as over when they are more than five seconds further away than possible, since the clock was set back', () => {
    const cooled = (lastUsedAt: number) =>
      coolsUntil(sampleLoad({ ...cooling, lastUsedAt }).account, now);
    expect(cooled(now + setBackAfterMs)).toBe(coolingUntil);
    expect(cooled(now + setBackAfterMs + 1)).toBeNull();
    const furthest = now + providerDoubtedForMs + setBackAfterMs;
    const shut = (providerOpenUntil: number) =>
      unavailableUntil(sampleLoad({}, { providerOpenUntil }), now);
    expect(shut(furthest)).toBe(furthest);
    expect(shut(furthest + 1)).toBeNull();
    const outdated = (probedAt: number) => isOutdatedProbe(now, { probedAt, now });
    expect(outdated(now + setBackAfterMs)).toBe(true);
    expect(outdated(now + setBackAfterMs + 1)).toBe(false);
  });

  it('[clocks.accounts.set-back] a probe is outdated by a later one, and not by one of the future', () => {
    expect(isOutdatedProbe(now - 1, { probedAt: now, now })).toBe(true);
    expect(isOutdatedProbe(now, { probedAt: now, now })).toBe(false);
    expect(isOutdatedProbe(now - hour, { probedAt: now, now: now - hour })).toBe(false);
  });
});
