import { deepStrictEqual } from 'node:assert/strict';
import { type Job, paidFor, spendOf, type TrailStep, type TrailStory } from '@filmgate/core';

/**
 * Fails unless the steps of a trail contain the same as the lines of a former release: the same stories and the same
 * money, in their order, and last of each ledger the job's own state of its money.
 */
export function hasFormerLines(
  trail: readonly TrailStep[],
  { lines, job }: { readonly lines: readonly TrailStory[]; readonly job: Job },
): void {
  const [stories, money] = [
    lines.filter(({ what }) => what !== 'money'),
    lines.filter(({ what }) => what === 'money'),
  ];
  const reported = trail.flatMap(({ money: moved }) => moved);
  deepStrictEqual(
    reported.map((one) => {
      const { after: _, ...moved } = one;
      return moved;
    }),
    money.map(({ detail }) => ({ unit: 'credits', ...detail })),
  );
  deepStrictEqual(
    trail.map(({ at, what, detail }) => ({ at, what, detail })),
    stories,
  );
  const amounts = [spendOf(job).estimate, paidFor(job)] as const;
  const ledgers = [
    [undefined, job.quota, job.price, job.price],
    [job.accountId, job.credit, ...amounts],
  ] as const;
  for (const [ledger, state, open, settled] of ledgers) {
    const last = reported.findLast(({ accountId }) => accountId === ledger);
    if (last === undefined) continue;
    const reserved = state === 'reserved' ? open : 0;
    const held = state === 'held' ? open : 0;
    deepStrictEqual(last.after, { reserved, held, settled: state === 'settled' ? settled : 0 });
  }
}
