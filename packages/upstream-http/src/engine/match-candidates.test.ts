import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { matchCandidates } from './match-candidates.ts';
import type { ListedTask } from './provider-description.ts';

const window = { from: 1_000_000, to: 1_005_000 };
const tell = ({ task }: { readonly task: unknown }) => ({
  id: JSON.stringify(task),
  createdAt: null,
  compared: [],
});
const none = { isOwned: async () => false, tell };

function listed(id: string, change: Partial<ListedTask> = {}): ListedTask {
  return { task: { id }, createdAt: 1_002_000, matches: 'yes', ...change };
}

describe('a submission looked for in a list', () => {
  const found = { kind: 'found', handle: { version: 1, value: { id: 'a' } } };

  it.each<[string, readonly ListedTask[], object]>([
    ['the only one that fits', [listed('a')], found],
    ['shown twice', [listed('a'), listed('a')], found],
    ['beside other ones', [listed('a'), listed('b', { matches: 'no' })], found],
    ['beside one of another day', [listed('a'), listed('b', { createdAt: 0 })], found],
    ['beside an equal one', [listed('a'), listed('b')], { kind: 'ambiguous', candidates: 2 }],
    [
      'beside one that cannot be told apart',
      [listed('a'), listed('b', { matches: 'unsaid' })],
      { kind: 'ambiguous', candidates: 2 },
    ],
    ['not told apart', [listed('a', { matches: 'unsaid' })], { kind: 'ambiguous', candidates: 1 }],
    ['without its time', [listed('a', { createdAt: null })], { kind: 'ambiguous', candidates: 1 }],
    ['not there', [], { kind: 'transient' }],
    ['made before', [listed('a', { createdAt: 900_000 })], { kind: 'transient' }],
    ['made after', [listed('a', { createdAt: 1_100_000 })], { kind: 'transient' }],
  ])('[providers.engine.list] %s', async (_name, tasks, outcome) => {
    expect(await matchCandidates(tasks, window, none)).toMatchObject(outcome);
  });

  const task = fc.record({
    task: fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd') }),
    createdAt: fc.option(fc.integer({ min: 930_000, max: 1_075_000 })),
    matches: fc.constantFrom('yes' as const, 'no' as const, 'unsaid' as const),
  });

  law.prop([fc.array(task, { maxLength: 6 }), fc.subarray(['a', 'b', 'c', 'd'])])(
    '[providers.engine.list] what is found is owned by no job and has no rival, in whatever order the list has it',
    async (tasks, owned) => {
      const isOwned = async ({ value }: { readonly value: unknown }) =>
        owned.some((id) => JSON.stringify(value) === JSON.stringify({ id }));
      const outcome = await matchCandidates(tasks, window, { isOwned, tell });
      const backwards = await matchCandidates(tasks.toReversed(), window, { isOwned, tell });
      expect(backwards.kind).toBe(outcome.kind);
      expect(['found', 'ambiguous', 'transient']).toContain(outcome.kind);
      if (outcome.kind !== 'found') return;
      const rivals = tasks.filter(
        (one) =>
          one.matches !== 'no' &&
          !owned.includes(one.task.id) &&
          (one.createdAt === null || (one.createdAt >= 940_000 && one.createdAt <= 1_065_000)),
      );
      expect(new Set(rivals.map((one) => one.task.id)).size).toBe(1);
      expect(outcome.handle.value).toEqual(rivals[0]?.task);
      expect(rivals.some((one) => one.matches === 'yes' && one.createdAt !== null)).toBe(true);
    },
  );
});
