import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CopyAdmission, type CopyBounds, CopyPermits, type CopyWish } from './copy-permits.ts';

type Admitted = Extract<CopyAdmission, { readonly kind: 'admitted' }>;

const never = new AbortController().signal;
const roomy: CopyBounds = { resultCopies: 2, resultCopyBytes: 100 };

function wish(jobId: string, changes: Partial<CopyWish> = {}): CopyWish {
  return { jobId, accountId: 'one', deadlineAt: 1, signal: never, ...changes };
}

/** A copy with its wish, and the result so far. */
function ask(permits: CopyPermits, wanted: CopyWish) {
  const reported: { admission?: CopyAdmission } = {};
  void permits.enter(wanted).then((admission) => {
    reported.admission = admission;
  });
  return {
    kind: () => reported.admission?.kind,
    permit: (): Admitted['permit'] => {
      if (reported.admission?.kind !== 'admitted') throw new Error('it has no permit');
      return reported.admission.permit;
    },
  };
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

describe('CopyPermits', () => {
  it('[results.bounded] grants as many slots as there are, and each again', async () => {
    const permits = new CopyPermits(roomy, 10);
    const [first, second, third] = ['1', '2', '3'].map((id) => ask(permits, wish(id)));
    await settle();
    expect([first?.kind(), second?.kind(), third?.kind()]).toEqual([
      'admitted',
      'admitted',
      undefined,
    ]);
    expect(permits.waiting).toBe(1);
    first?.permit().leave();
    await settle();
    expect(third?.kind()).toBe('admitted');
  });

  it('[results.urgent-first] prefers what will be gone first', async () => {
    const permits = new CopyPermits({ ...roomy, resultCopies: 1 }, 10);
    const running = ask(permits, wish('running'));
    const late = ask(permits, wish('late', { deadlineAt: 9 }));
    const soon = ask(permits, wish('soon', { deadlineAt: 3 }));
    await settle();
    running.permit().leave();
    await settle();
    expect([late.kind(), soon.kind()]).toEqual([undefined, 'admitted']);
  });

  it('[results.apart] prefers the account with the fewest copies under way', async () => {
    const permits = new CopyPermits(roomy, 10);
    const [first] = ['1', '2'].map((id) => ask(permits, wish(id)));
    const urgent = ask(permits, wish('urgent', { deadlineAt: 0 }));
    const other = ask(permits, wish('other', { accountId: 'two', deadlineAt: 99 }));
    await settle();
    first?.permit().leave();
    await settle();
    expect([urgent.kind(), other.kind()]).toEqual([undefined, 'admitted']);
  });

  it('[results.bounded] lets one larger than all come alone, and nothing pass it', async () => {
    const permits = new CopyPermits(roomy, 10);
    const small = ask(permits, wish('small'));
    const large = ask(permits, wish('large'));
    await settle();
    expect(small.permit().grow(60)).toBe(true);
    expect(large.permit().grow(300)).toBe(false);
    large.permit().leave();
    const again = ask(permits, wish('large'));
    const behind = ask(permits, wish('behind', { deadlineAt: 2 }));
    await settle();
    expect([again.kind(), behind.kind()]).toEqual([undefined, undefined]);
    small.permit().leave();
    await settle();
    expect(again.permit().grow(300)).toBe(true);
    expect(behind.kind()).toBeUndefined();
  });

  it('knows what the others still bring', async () => {
    const permits = new CopyPermits(roomy, 10);
    const [one, other] = ['1', '2'].map((id) => ask(permits, wish(id)));
    await settle();
    one?.permit().grow(50);
    other?.permit().grow(30);
    one?.permit().reached(20);
    expect(other?.permit().outstandingOfOthers()).toBe(30);
    expect(one?.permit().outstandingOfOthers()).toBe(30);
  });

  it('turns away who stops waiting, and the least urgent when too many wait', async () => {
    const permits = new CopyPermits({ ...roomy, resultCopies: 1 }, 2);
    const stop = new AbortController();
    ask(permits, wish('running'));
    const waiting = ask(permits, wish('waiting', { signal: stop.signal }));
    stop.abort();
    await settle();
    expect(waiting.kind()).toBe('turned-away');
    expect(ask(permits, wish('late', { signal: AbortSignal.abort() })).kind()).toBeUndefined();
    const reported = [5, 9, 7].map((deadlineAt) =>
      ask(permits, wish(`${deadlineAt}`, { deadlineAt })),
    );
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
        const permits = new CopyPermits(roomy, 100);
        const open = new Map<string, { readonly bytes: number; readonly leave: () => void }>();
        const done: string[] = [];
        const run = async (
          id: string,
          { bytes, ...rest }: (typeof jobs)[number],
        ): Promise<void> => {
          for (;;) {
            const admission = await permits.enter(wish(id, rest));
            if (admission.kind !== 'admitted') throw new Error('turned away');
            const { permit } = admission;
            const fits = permit.grow(bytes);
            if (fits) {
              open.set(id, { bytes, leave: () => permit.leave() });
              done.push(id);
              return;
            }
            permit.leave();
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
