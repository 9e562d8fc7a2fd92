import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CopyAdmission, type CopyBounds, CopyPlaces, type CopyWish } from './copy-places.ts';

type Admitted = Extract<CopyAdmission, { readonly kind: 'admitted' }>;

const never = new AbortController().signal;
const roomy: CopyBounds = { resultCopies: 2, resultCopyBytes: 100 };

function wish(jobId: string, changes: Partial<CopyWish> = {}): CopyWish {
  return { jobId, accountId: 'one', deadlineAt: 1, signal: never, ...changes };
}

/** A copy that asked, and what it was told so far. */
function ask(places: CopyPlaces, wanted: CopyWish) {
  const reported: { admission?: CopyAdmission } = {};
  void places.enter(wanted).then((admission) => {
    reported.admission = admission;
  });
  return {
    kind: () => reported.admission?.kind,
    place: (): Admitted['place'] => {
      if (reported.admission?.kind !== 'admitted') throw new Error('it has no place');
      return reported.admission.place;
    },
  };
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

describe('CopyPlaces', () => {
  it('[results.bounded] gives as many places as there are, and each again', async () => {
    const places = new CopyPlaces(roomy, 10);
    const [first, second, third] = ['1', '2', '3'].map((id) => ask(places, wish(id)));
    await settle();
    expect([first?.kind(), second?.kind(), third?.kind()]).toEqual([
      'admitted',
      'admitted',
      undefined,
    ]);
    expect(places.waiting).toBe(1);
    first?.place().leave();
    await settle();
    expect(third?.kind()).toBe('admitted');
  });

  it('[results.urgent-first] prefers what will be gone first', async () => {
    const places = new CopyPlaces({ ...roomy, resultCopies: 1 }, 10);
    const running = ask(places, wish('running'));
    const late = ask(places, wish('late', { deadlineAt: 9 }));
    const soon = ask(places, wish('soon', { deadlineAt: 3 }));
    await settle();
    running.place().leave();
    await settle();
    expect([late.kind(), soon.kind()]).toEqual([undefined, 'admitted']);
  });

  it('[results.apart] prefers the account with the fewest copies under way', async () => {
    const places = new CopyPlaces(roomy, 10);
    const [first] = ['1', '2'].map((id) => ask(places, wish(id)));
    const urgent = ask(places, wish('urgent', { deadlineAt: 0 }));
    const other = ask(places, wish('other', { accountId: 'two', deadlineAt: 99 }));
    await settle();
    first?.place().leave();
    await settle();
    expect([urgent.kind(), other.kind()]).toEqual([undefined, 'admitted']);
  });

  it('[results.bounded] lets one larger than all come alone, and nothing pass it', async () => {
    const places = new CopyPlaces(roomy, 10);
    const small = ask(places, wish('small'));
    const large = ask(places, wish('large'));
    await settle();
    expect(small.place().grow(60)).toBe(true);
    expect(large.place().grow(300)).toBe(false);
    large.place().leave();
    const again = ask(places, wish('large'));
    const behind = ask(places, wish('behind', { deadlineAt: 2 }));
    await settle();
    expect([again.kind(), behind.kind()]).toEqual([undefined, undefined]);
    small.place().leave();
    await settle();
    expect(again.place().grow(300)).toBe(true);
    expect(behind.kind()).toBeUndefined();
  });

  it('knows what the others still bring', async () => {
    const places = new CopyPlaces(roomy, 10);
    const [one, other] = ['1', '2'].map((id) => ask(places, wish(id)));
    await settle();
    one?.place().grow(50);
    other?.place().grow(30);
    one?.place().reached(20);
    expect(other?.place().outstandingOfOthers()).toBe(30);
    expect(one?.place().outstandingOfOthers()).toBe(30);
  });

  it('turns away who stops waiting, and the least urgent when too many wait', async () => {
    const places = new CopyPlaces({ ...roomy, resultCopies: 1 }, 2);
    const stop = new AbortController();
    ask(places, wish('running'));
    const waiting = ask(places, wish('waiting', { signal: stop.signal }));
    stop.abort();
    await settle();
    expect(waiting.kind()).toBe('turned-away');
    expect(ask(places, wish('late', { signal: AbortSignal.abort() })).kind()).toBeUndefined();
    const reported = [5, 9, 7].map((deadlineAt) => ask(places, wish(`${deadlineAt}`, { deadlineAt })));
    await settle();
    expect(reported.map(({ kind }) => kind())).toEqual([undefined, 'turned-away', undefined]);
  });

  it('law: never more copies or bytes at once than there may be, and everyone comes in the end', async () => {
    const job = fc.record({
      bytes: fc.integer({ min: 0, max: 150 }),
      accountId: fc.constantFrom('one', 'two', 'three'),
      deadlineAt: fc.nat(20),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(job, { maxLength: 15 }), async (jobs) => {
        const places = new CopyPlaces(roomy, 100);
        const open = new Map<string, { readonly bytes: number; readonly leave: () => void }>();
        const done: string[] = [];
        const run = async (
          id: string,
          { bytes, ...rest }: (typeof jobs)[number],
        ): Promise<void> => {
          for (;;) {
            const admission = await places.enter(wish(id, rest));
            if (admission.kind !== 'admitted') throw new Error('turned away');
            const { place } = admission;
            const fits = place.grow(bytes);
            if (fits) {
              open.set(id, { bytes, leave: () => place.leave() });
              done.push(id);
              return;
            }
            place.leave();
          }
        };
        const runs = jobs.map((one, index) => run(`${index}`, one));
        while (done.length < jobs.length || open.size > 0) {
          await settle();
          const announced = [...open.values()].reduce((sum, { bytes }) => sum + bytes, 0);
          expect(open.size).toBeLessThanOrEqual(roomy.resultCopies);
          expect(open.size <= 1 || announced <= roomy.resultCopyBytes).toBe(true);
          const [next] = open;
          if (next === undefined) continue;
          open.delete(next[0]);
          next[1].leave();
        }
        await Promise.all(runs);
        expect(new Set(done).size).toBe(jobs.length);
      }),
      { numRuns: 60 },
    );
  });
});
