import type { JsonValue, ReconcileOutcome } from '@filmgate/core';
import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findInList } from './find-in-list.ts';
import type { FindRule, JsonResponse, ListedTask, PreparedCall } from './provider-description.ts';

const sentBetween = { from: 1_000_000, to: 1_005_000 };
const ourMark = 7;

/** A listed task, and the mark in a read of it: null = none, undefined = the read fails. */
interface Shown extends ListedTask {
  readonly mark?: number | null | undefined;
}

interface Wish {
  readonly exclusive?: boolean;
  readonly owned?: readonly string[];
  readonly withMark?: boolean;
}

function callWith(mark: number): PreparedCall {
  return { path: '/tasks', body: { kind: 'json', value: { mark } } };
}

/** Searches a submission with our mark in a list of one page. */
async function look(
  tasks: readonly Shown[],
  { exclusive = false, owned = [], withMark = true }: Wish = {},
): Promise<ReconcileOutcome & { readonly reads: number }> {
  let reads = 0;
  const rule: Extract<FindRule, { readonly kind: 'list' }> = {
    kind: 'list',
    firstPage: () => ({ path: '/tasks' }),
    read: () => ({ tasks, next: null }),
    ...(withMark && {
      mark: {
        of: ({ body }) => (body.kind === 'json' ? markIn(body.value) : undefined),
        in: ({ status, body }) => (status === 200 ? (markIn(body) ?? null) : undefined),
      },
    }),
  };
  const read = async ({ path }: { readonly path: string }): Promise<JsonResponse> => {
    if (path === '/tasks') return { status: 200, body: {} };
    reads += 1;
    const { mark } = tasks.find(({ task }) => path === pathOf(task)) ?? {};
    return mark === undefined
      ? { status: 500, body: {} }
      : { status: 200, body: { mark } as JsonValue };
  };
  const outcome = await findInList(rule, {
    correlationId: 'correlation-1',
    call: callWith(ourMark),
    sentBetween,
    isExclusive: exclusive,
    isOwned: async ({ value }) => owned.some((id) => pathOf({ id }) === pathOf(value)),
    unanswered: async () => [],
    report: ({ task }) => ({ id: pathOf(task), createdAt: null, compared: [] }),
    now: () => 2_000_000,
    read,
    taskRead: (task) => ({ path: pathOf(task) }),
  });
  return { ...outcome, reads };
}

function markIn(value: unknown): number | undefined {
  return z.object({ mark: z.number() }).safeParse(value).data?.mark;
}

function pathOf(task: JsonValue): string {
  return JSON.stringify(task);
}

function listed(id: string, change: Partial<Shown> = {}): Shown {
  return { task: { id }, createdAt: 1_002_000, matches: 'yes', mark: null, ...change };
}

const found = { kind: 'found', handle: { version: 1, value: { id: 'a' } } };
const ours = { mark: ourMark };
const anothers = { mark: 8 };
const listedOurs = { mark: undefined, echoedMark: ourMark };

describe('a submission looked for in a list', () => {
  it.each<[string, readonly Shown[], object]>([
    ['the only one that fits', [listed('a')], found],
    ['shown twice', [listed('a'), listed('a')], found],
    ['beside other ones', [listed('a'), listed('b', { matches: 'no' })], found],
    ['beside one of another day', [listed('a'), listed('b', { createdAt: 0 })], found],
    ['beside an equal one', [listed('a'), listed('b')], { kind: 'ambiguous', candidates: 2 }],
    [
      'beside one that cannot be distinguished',
      [listed('a'), listed('b', { matches: 'unsaid' })],
      { kind: 'ambiguous', candidates: 2 },
    ],
    [
      'not distinguished',
      [listed('a', { matches: 'unsaid' })],
      { kind: 'ambiguous', candidates: 1 },
    ],
    ['without its time', [listed('a', { createdAt: null })], { kind: 'ambiguous', candidates: 1 }],
    ['not there', [], { kind: 'transient' }],
    ['made before', [listed('a', { createdAt: 900_000 })], { kind: 'transient' }],
    ['made after', [listed('a', { createdAt: 1_100_000 })], { kind: 'transient' }],
  ])('[providers.engine.list] with an exclusive key: %s', async (_name, tasks, outcome) => {
    expect(await look(tasks, { exclusive: true, withMark: false })).toMatchObject(outcome);
  });

  it.each<[string, readonly Shown[], object]>([
    ['the only one that fits', [listed('a')], { kind: 'ambiguous', candidates: 1 }],
    ['that carries our mark', [listed('a', ours)], found],
    ['beside an equal one of another', [listed('b', anothers), listed('a', ours)], found],
    ['beside one without a report', [listed('b'), listed('a', ours)], found],
    ['without its time', [listed('a', { ...ours, createdAt: null })], found],
    ['with another mark', [listed('a', anothers)], { kind: 'transient' }],
    [
      'twice with our mark',
      [listed('a', ours), listed('b', ours)],
      { kind: 'ambiguous', candidates: 2 },
    ],
    ['not read', [listed('b', { mark: undefined }), listed('a', ours)], { kind: 'transient' }],
    [
      'that carries it in the list, and cannot be read',
      [listed('b', { mark: undefined, echoedMark: 8 }), listed('a', listedOurs)],
      found,
    ],
  ])(
    '[providers.port.uniqueness] with a key that others may use: %s',
    async (_name, tasks, outcome) => {
      expect(await look(tasks)).toMatchObject(outcome);
    },
  );

  it('[providers.port.uniqueness] reads twenty candidates at most, and calls none of the others absent', async () => {
    const many = Array.from({ length: 30 }, (_, index) => listed(`m${index}`, anothers));
    expect(await look([...many, listed('a', ours)])).toMatchObject({
      kind: 'ambiguous',
      candidates: 11,
      reads: 20,
    });
  });

  const shown = fc.record({
    task: fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd') }),
    createdAt: fc.option(fc.integer({ min: 930_000, max: 1_075_000 })),
    matches: fc.constantFrom('yes' as const, 'no' as const, 'unsaid' as const),
  });
  const marks = fc.record({
    a: fc.constantFrom(ourMark, 8, null),
    b: fc.constantFrom(ourMark, 8, null),
    c: fc.constantFrom(8, null),
    d: fc.constantFrom(9, null),
  });

  law.prop([
    fc.array(shown, { maxLength: 6 }),
    marks,
    fc.subarray(['a', 'b', 'c', 'd']),
    fc.boolean(),
  ])(
    '[providers.engine.list][providers.port.uniqueness] what is found is owned by no job, and is marked or the only one of an exclusive key, in whatever order the list has it',
    async (bare, markOf, owned, exclusive) => {
      const tasks = bare.map((one) => ({ ...one, mark: markOf[one.task.id] }));
      const outcome = await look(tasks, { owned, exclusive });
      expect((await look(tasks.toReversed(), { owned, exclusive })).kind).toBe(outcome.kind);
      expect(['found', 'ambiguous', 'transient']).toContain(outcome.kind);
      if (outcome.kind !== 'found') return;
      const rivals = tasks.filter(
        (one) =>
          one.matches !== 'no' &&
          !owned.includes(one.task.id) &&
          (one.createdAt === null || (one.createdAt >= 940_000 && one.createdAt <= 1_065_000)),
      );
      const idsOf = (mark: number | null) =>
        new Set(rivals.filter((one) => one.mark === mark).map((one) => one.task.id));
      const carrying = idsOf(ourMark);
      const deciding = carrying.size > 0 ? carrying : idsOf(null);
      expect([...deciding].map((id) => ({ id }))).toEqual([outcome.handle.value]);
      if (carrying.size > 0) return;
      expect(exclusive).toBe(true);
      expect(rivals.some((one) => one.matches === 'yes' && one.createdAt !== null)).toBe(true);
    },
  );

  it('[providers.engine.linear] is not looked for in more tasks than whole pages have', async () => {
    const many = Array.from({ length: 5_001 }, (_, index) => listed(`f-${index}`));
    const outcome = await look(many.slice(1), { withMark: false });
    expect(outcome).toMatchObject({ kind: 'ambiguous', candidates: 5_000 });
    expect(await look(many)).toMatchObject({ kind: 'transient', reads: 0 });
  });
});
