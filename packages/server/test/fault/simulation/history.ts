import fc from 'fast-check';
import { type Act, type Hazard, hazards } from './act.ts';
import { rots } from './stored-files.ts';
import { turns } from './turns.ts';

/** A whole run of the world as data: equal histories run equally. */
export interface History {
  /** Seed of every draw. */
  readonly seed: number;
  /** Number of machines, 1 to 3. */
  readonly nodes: number;
  readonly hazards: readonly Hazard[];
  /** True if the upstream can be searched for a submission. */
  readonly isFindable: boolean;
  /** True if the upstream remembers keys: a submission with the key of an earlier one orders nothing. */
  readonly isKeyed: boolean;
  /** Quota of each user, in credits. */
  readonly quotaLimit: number;
  /** True if callers use HTTP; else they use the gateway as a library. */
  readonly isOverHttp: boolean;
  readonly acts: readonly Act[];
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const node = fc.nat(2);
const user = fc.nat(1);
const account = fc.nat(2);
const enabled = fc.boolean();

const passing = fc.constantFrom(1, 50, 600, 5 * second, 40 * second, 5 * minute);

const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('create'),
      user,
      key: fc.nat(4),
      body: fc.nat(1),
      node,
      isBehind: fc.boolean(),
    }),
  },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('pass'), ms: passing }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hours') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('check'), job: fc.nat(9), node }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rule'), job: fc.nat(9), node }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('kill'), node }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pause'),
      node,
      ms: fc.constantFrom(17 * second, 45 * second, minute, 3 * minute),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deploy'), node }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('clock-jump'),
      node,
      ms: fc.constantFrom(-2 * hour, -hour, -minute, 30 * second, 10 * minute, 2 * hour, 100 * day),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('store-outage'),
      ms: fc.constantFrom(2 * second, minute),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('back-up') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('store-goes-back'),
      to: fc.constantFrom('a-moment-ago' as const, 'the-backup' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('result-outage'),
      ms: fc.constantFrom(30 * second, 5 * minute, 2 * hour),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('upkeep'), node }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('set-limit'),
      user,
      limit: fc.constantFrom(0, 50, 1_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rotate-key'), user }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('allow-user'), user, enabled }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('allow-account'), account, enabled }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('set-concurrency'),
      account,
      concurrency: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove-account'), account }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('add-account') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('confirm-clock'), node }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('lower-goes-back'),
      ms: fc.constantFrom(minute, 10 * minute),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase-user'), user, node }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rot'),
      job: fc.nat(9),
      how: fc.constantFrom(...rots),
    }),
  },
);

const drawn = {
  seed: fc.nat(),
  nodes: fc.constantFrom(1, 1, 2, 2, 2, 3),
  hazards: fc.subarray([...hazards]),
  isFindable: fc.boolean(),
  isKeyed: fc.constantFrom(true, false, false),
  quotaLimit: fc.constantFrom(20, 60, 1_000),
  isOverHttp: fc.constantFrom(true, false, false),
};

const inTurn: fc.Arbitrary<readonly Act[]> = fc.oneof(
  { weight: 40, arbitrary: acts.map((act) => [act]) },
  { weight: 6, arbitrary: turns },
);

/** Arbitrary of histories, which fast-check draws and shrinks. */
export const histories: fc.Arbitrary<History> = fc.record({
  ...drawn,
  acts: fc
    .array(inTurn, { minLength: 1, maxLength: 24, size: 'max' })
    .map((inOrder) => inOrder.flat()),
});

/** Hazards of every long life. */
const ofLongLives: readonly Hazard[] = ['hours-go-by', 'upkeep', 'kill'];

/**
 * The index of the embedded store adds two keys of a user in one run, another one arrives during the run, and it is
 * requested again after a restart.
 */
const takenDuringIndexRun: fc.Arbitrary<readonly Act[]> = fc
  .record({
    keys: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 3, maxLength: 3 }),
    ms: fc.constantFrom(300, 600, 1_000),
    node,
  })
  .map(({ keys: [first = 0, next = 1, late = 2], ms, node: at }) => {
    const create = (key: number): Act => ({
      kind: 'create',
      user: 1,
      key,
      body: 0,
      node: at,
      isBehind: false,
    });
    return [
      create(first),
      create(next),
      { kind: 'pass', ms },
      create(late),
      { kind: 'restart', node: at },
      create(late),
    ];
  });

const actsOfLongLives: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('create'),
      user: fc.constant(0),
      key: fc.nat(1),
      body: fc.constant(0),
      node,
      isBehind: fc.constant(false),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('restart'), node }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('hours') }) },
  { weight: 3, arbitrary: acts },
);

/** Histories in which jobs are removed and the gateway restarts repeatedly: they show how a store handles its past. */
export const longLives: fc.Arbitrary<History> = fc.record({
  ...drawn,
  hazards: fc
    .subarray(hazards.filter((hazard) => !ofLongLives.includes(hazard)))
    .map((others) => [...ofLongLives, ...others]),
  quotaLimit: fc.constant(1_000),
  acts: fc
    .array(
      fc.oneof(
        { weight: 12, arbitrary: actsOfLongLives.map((act): readonly Act[] => [act]) },
        { weight: 1, arbitrary: takenDuringIndexRun },
      ),
      { minLength: 12, maxLength: 24, size: 'max' },
    )
    .map((inOrder) => inOrder.flat()),
});
