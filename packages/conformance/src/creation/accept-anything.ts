import { deepStrictEqual, ok } from 'node:assert/strict';
import { type AcceptResult, defaultCatalog, type Job } from '@filmgate/core';
import * as fc from 'fast-check';
import { Scene } from '../job/scene.ts';
import type { StorageHarness } from '../storage-harness.ts';
import { createCreationGateway } from './creation-gateway.ts';
import { validCommands } from './valid-commands.ts';

/** Any value that an untyped caller may pass. */
const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSparseArray: true,
    maxDepth: 2,
  }),
  fc.constantFrom<unknown>(
    undefined,
    Number.NaN,
    -0,
    '',
    '\ud83c',
    5.5,
    -1,
    2 ** 53,
    'x'.repeat(300),
  ),
);

/** Any JSON value, and creations the catalog offers with some parts missing, replaced or added. */
function anyCommands(): fc.Arbitrary<unknown> {
  const spoilt = fc
    .tuple(validCommands(defaultCatalog), fc.array(spoilings(), { minLength: 0, maxLength: 2 }))
    .map(([command, acts]) => acts.reduce<unknown>((value, act) => act(value), command));
  return fc.oneof({ arbitrary: fc.jsonValue(), weight: 1 }, { arbitrary: spoilt, weight: 3 });
}

/** A way to corrupt a value somewhere within it. */
function spoilings(): fc.Arbitrary<(value: unknown) => unknown> {
  return fc
    .record({ way: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), act: fc.nat(3), junk })
    .map((spoiling) => (value) => spoil(value, spoiling));
}

interface Spoiling {
  /** Index of the member to enter at each level, modulo the number of members. */
  readonly way: readonly number[];
  readonly act: number;
  readonly junk: unknown;
}

function spoil(value: unknown, { way, ...rest }: Spoiling): unknown {
  const [first, ...deeper] = way;
  if (first === undefined || !isRecord(value)) return rest.junk;
  const names = Object.keys(value);
  const chosen = names[first % Math.max(1, names.length)] ?? 'none';
  const members = new Map<string, unknown>(Object.entries(value));
  const inner = members.get(chosen);
  if (isRecord(inner) && deeper.length > 0) {
    members.set(chosen, spoil(inner, { way: deeper, ...rest }));
  } else if (rest.act === 0) members.delete(chosen);
  else if (rest.act === 1) members.set('added', rest.junk);
  else members.set(chosen, rest.junk);
  return Array.isArray(value) ? [...members.values()] : Object.fromEntries(members);
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

export interface AcceptAnythingOptions {
  readonly open: () => Promise<StorageHarness>;
  /** Total number of values passed to `accept`. */
  readonly values: number;
  /** Number of values passed to one store, which is then opened again. */
  readonly valuesPerStore: number;
  readonly seed: number;
}

/** Number of values passed concurrently, so that their writes share transactions. */
const atOnce = 250;

/**
 * Passes arbitrary values to the use-case `accept` on real stores: it never throws, and each store opens again and
 * reads back everything accepted. Otherwise rejects with the seed and the value. Resolves to the number of accepted
 * values.
 */
export async function acceptAnything(options: AcceptAnythingOptions): Promise<number> {
  const { values, valuesPerStore, seed, open } = options;
  let accepted = 0;
  for (let given = 0; given < values; given += valuesPerStore) {
    const some = fc.sample(anyCommands(), { seed: seed + given, numRuns: valuesPerStore });
    accepted += await pour(await open(), some, `seed ${seed + given}`);
  }
  return accepted;
}

async function pour(
  harness: StorageHarness,
  values: readonly unknown[],
  seed: string,
): Promise<number> {
  try {
    const { bundle } = harness;
    await new Scene(bundle).account('account-1', { credits: null });
    const gateway = createCreationGateway(bundle);
    const jobs: Job[] = [];
    for (let from = 0; from < values.length; from += atOnce) {
      const some = values.slice(from, from + atOnce);
      jobs.push(...(await Promise.all(some.map((value) => offer(gateway, value, seed)))).flat());
    }
    await bundle.close();
    const again = await harness.reopen();
    for (const job of jobs) {
      const found = await again.reader.find(job.id);
      deepStrictEqual(found, bundle.manifest.durable ? job : undefined, seed);
    }
    return jobs.length;
  } finally {
    await harness.dispose();
  }
}

/** The use-case as untyped callers see it. */
interface UntypedGateway {
  accept(command: unknown): Promise<AcceptResult>;
}

async function offer(
  gateway: UntypedGateway,
  value: unknown,
  seed: string,
): Promise<readonly Job[]> {
  try {
    const outcome = await gateway.accept(value);
    if (outcome.kind === 'invalid-request') {
      ok(outcome.param.length > 0 && outcome.message.startsWith(outcome.param), outcome.message);
    }
    return outcome.kind === 'accepted' ? [outcome.job] : [];
  } catch (error) {
    const given = fc.stringify(value).slice(0, 2_000);
    throw new Error(`accept threw, ${seed}: ${given}`, { cause: error });
  }
}
