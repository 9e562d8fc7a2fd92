import { describe, expect, it } from 'vitest';
import { sampleLoad } from '../../test/sample-load.ts';
import type { AccountLoad } from './account.ts';
import { quietBalance, uncountedBetween } from './quiet-balance.ts';

const nothing = { since: 0, amount: 0 };
function load(changes: Partial<AccountLoad> = {}, paid = 7): AccountLoad {
  const known = sampleLoad();
  const quiet = { busy: 0, reservedCredits: 0, heldCredits: 0, takenCredits: 0 };
  const amounts = { ever: { since: 0, amount: paid }, day: nothing, month: nothing };
  const account = {
    ...known.account,
    exclusive: true,
    creditsSource: 'upstream',
    paid: amounts,
  } as const;
  return { ...known, ...quiet, account, ...changes };
}

describe('[providers.money.uncounted] a balance', () => {
  it('is quiet where nothing was open and nothing was paid while it was read', () => {
    expect(quietBalance(load(), load(), 90)).toEqual({ credits: 90, paid: 7 });
    for (const open of [
      { busy: 1 },
      { reservedCredits: 1 },
      { heldCredits: 1 },
      { takenCredits: 1 },
    ]) {
      expect(quietBalance(load(open), load(), 90)).toBeNull();
      expect(quietBalance(load(), load(open), 90)).toBeNull();
    }
    expect(quietBalance(load(), load({}, 9), 90)).toBeNull();
  });

  it('says nothing where others use the key, an operator stated it, or none was read', () => {
    const { account } = load();
    expect(
      quietBalance(load(), load({ account: { ...account, exclusive: false } }), 90),
    ).toBeNull();
    const stated = { account: { ...account, creditsSource: 'operator' } } as const;
    expect(quietBalance(load(), load(stated), 90)).toBeNull();
    expect(quietBalance(load(), load(), null)).toBeNull();
  });

  it.each([
    ['as much as was counted', 90, 17, 0],
    ['a charge kept in part that was given back in the books', 96, 7, 4],
    ['half of a charge that was counted whole', 95, 17, -5],
    ['a top-up', 300, 17, 0],
  ])('shows %s', (_, credits, paid, uncounted) => {
    expect(uncountedBetween({ credits: 100, paid: 7 }, { credits, paid })).toBe(uncounted);
  });
});
