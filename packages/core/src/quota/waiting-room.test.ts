import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRoom } from './waiting-room.ts';

const room = fc.record({ limit: fc.nat({ max: 30 }), ownerShare: fc.nat({ max: 10 }) });
/** The owner that brings a job, or whose oldest one gets an account. */
const acts = fc.array(
  fc.record({ owner: fc.nat({ max: 4 }), what: fc.constantFrom('bring', 'bring', 'start') }),
  { maxLength: 150 },
);

interface Bounds {
  readonly limit: number;
  readonly ownerShare: number;
}

/** Number of waiting jobs of each owner after some acts. */
function play(
  { limit, ownerShare }: Bounds,
  history: readonly { readonly owner: number; readonly what: string }[],
): ReadonlyMap<number, number> {
  const own = new Map<number, number>();
  for (const { owner, what } of history) {
    const ownWaiting = own.get(owner) ?? 0;
    if (what === 'start') own.set(owner, Math.max(0, ownWaiting - 1));
    else if (checkRoom({ limit, ownerShare, waiting: sum(own), ownWaiting }) === 'admitted')
      own.set(owner, ownWaiting + 1);
  }
  return own;
}

function sum(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((all, one) => all + one, 0);
}

describe('the waiting room', () => {
  it('[owner-limits.room.bounded] never has more than twice its limit', () => {
    fc.assert(
      fc.property(room, acts, (bounds, history) => {
        expect(sum(play(bounds, history))).toBeLessThanOrEqual(2 * bounds.limit);
      }),
    );
  });

  it('[owner-limits.room.others-admitted] lets every owner have a share, whatever the backlog of one', () => {
    const cases = fc.record({
      limit: fc.integer({ min: 1, max: 10_000 }),
      percent: fc.integer({ min: 1, max: 25 }),
      heavy: fc.nat({ max: 10_000 }),
    });
    fc.assert(
      fc.property(cases, ({ limit, percent, heavy }) => {
        const ownerShare = Math.ceil((limit * percent) / 100);
        const ownWaiting = ownerShare - 1;
        const waiting = Math.min(heavy, limit) + ownWaiting;
        const verdict = checkRoom({ limit, ownerShare, waiting, ownWaiting });
        expect(verdict).toBe('admitted');
      }),
    );
  });

  it('lets an owner that is alone have all of it, and then says that it is full', () => {
    fc.assert(
      fc.property(room, ({ limit, ownerShare }) => {
        fc.pre(ownerShare <= limit);
        for (let waiting = 0; waiting < limit; waiting += 1) {
          const alone = { limit, ownerShare, waiting, ownWaiting: waiting };
          expect(checkRoom(alone)).toBe('admitted');
        }
        const full = { limit, ownerShare, waiting: limit, ownWaiting: limit };
        expect(checkRoom(full)).toBe('room-full');
      }),
    );
  });

  it('says whose share binds: with others in a full room it is that of an owner who has it', () => {
    const full = { limit: 10, ownerShare: 2, waiting: 11 };
    expect(checkRoom({ ...full, ownWaiting: 9 })).toBe('share-taken');
    expect(checkRoom({ ...full, ownWaiting: 2 })).toBe('share-taken');
    expect(checkRoom({ ...full, ownWaiting: 1 })).toBe('admitted');
    expect(checkRoom({ ...full, waiting: 20, ownWaiting: 1 })).toBe('room-full');
    expect(checkRoom({ ...full, ownerShare: 0, ownWaiting: 0 })).toBe('room-full');
  });
});
