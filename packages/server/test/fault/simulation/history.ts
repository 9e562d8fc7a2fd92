import fc from 'fast-check';
import { type Rot, rots } from './stored-files.ts';
import { turns } from './turns.ts';

/** What may go wrong in a history; each history has some of it only, so that no fault hides another. */
export const hazards = [
  'kill',
  'pause',
  'deploy',
  'clock-jump',
  'clock-drift',
  'nodes-apart',
  'store-refuses',
  'store-answer-lost',
  'store-outage',
  'store-goes-back',
  'slow-lines',
  'request-lost',
  'answer-lost',
  'answer-hangs',
  'answer-late',
  'answer-garbled',
  'client-throws',
  'finished-at-once',
  'refused-for-now',
  'refused-for-good',
  'login-refused',
  'work-fails',
  'work-is-slow',
  'same-handle',
  'poll-fails',
  'poll-denies',
  'search-lags',
  'search-fails',
  'result-cut',
  'result-garbled',
  'result-outage',
  'links-expire',
  'hours-go-by',
  'upkeep',
  'accounts-change',
  'limits-change',
  'keys-change',
  'results-refused',
  'small-spool',
  'denies-for-long',
  'word-changes',
  'forgets',
  'secrets-change',
  'users-erased',
  'files-rot',
  'lower-goes-back',
  'copied',
] as const;

export type Hazard = (typeof hazards)[number];

export type Act =
  | {
      readonly kind: 'create';
      readonly user: number;
      readonly key: number;
      readonly body: number;
      readonly node: number;
      /** Whether it comes with the key before the user's newest one. */
      readonly isBehind: boolean;
    }
  /** With `during` only where that may happen: what comes of it takes so long. */
  | { readonly kind: 'pass'; readonly ms: number; readonly during?: Hazard }
  /** Long enough for retention to remove what ended before. */
  | { readonly kind: 'hours' }
  | { readonly kind: 'check'; readonly job: number; readonly node: number }
  | { readonly kind: 'rule'; readonly job: number; readonly node: number }
  | { readonly kind: 'kill'; readonly node: number }
  /** A kill in a quiet moment, and the time until the machine has started again. */
  | { readonly kind: 'restart'; readonly node: number }
  | { readonly kind: 'pause'; readonly node: number; readonly ms: number }
  | { readonly kind: 'deploy'; readonly node: number }
  | { readonly kind: 'clock-jump'; readonly node: number; readonly ms: number }
  /** An administrator looks at the clock of a machine, and says that it is right. */
  | { readonly kind: 'confirm-clock'; readonly node: number }
  | { readonly kind: 'store-outage'; readonly ms: number }
  | { readonly kind: 'back-up' }
  | { readonly kind: 'store-goes-back'; readonly to: 'a-moment-ago' | 'the-backup' }
  | { readonly kind: 'result-outage'; readonly ms: number }
  | { readonly kind: 'upkeep'; readonly node: number }
  | { readonly kind: 'set-limit'; readonly user: number; readonly limit: number }
  | { readonly kind: 'rotate-key'; readonly user: number }
  | { readonly kind: 'allow-user'; readonly user: number; readonly enabled: boolean }
  | { readonly kind: 'allow-account'; readonly account: number; readonly enabled: boolean }
  | { readonly kind: 'set-concurrency'; readonly account: number; readonly concurrency: number }
  | { readonly kind: 'remove-account'; readonly account: number }
  | { readonly kind: 'add-account' }
  /** The provider denies everything it has. */
  | { readonly kind: 'denial'; readonly ms: number }
  /** The provider clears away what ended. */
  | { readonly kind: 'forget' }
  /** The provider is a gateway whose store is put back. */
  | { readonly kind: 'lower-goes-back'; readonly ms: number }
  /** An account is given the secret of another one, or its own again. */
  | {
      readonly kind: 'swap-secret';
      readonly account: number;
      readonly isRight: boolean;
      readonly node: number;
    }
  | { readonly kind: 'erase-user'; readonly user: number; readonly node: number }
  /** The data folder is copied, and a gateway started with the copy beside the one that runs. */
  | { readonly kind: 'copy'; readonly ms: number }
  | { readonly kind: 'rot'; readonly job: number; readonly how: Rot }
  | { readonly kind: 'download'; readonly job: number; readonly node: number };

/** A whole run of the world as data: equal histories run equally. */
export interface History {
  /** What every draw in it follows from. */
  readonly seed: number;
  /** Machines, 1 to 3. */
  readonly nodes: number;
  readonly hazards: readonly Hazard[];
  /** Whether the upstream can be searched for a submission. */
  readonly isFindable: boolean;
  /** Credits each user may spend. */
  readonly quotaLimit: number;
  /** Whether callers come over HTTP; else they use the gateway as a library. */
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
  quotaLimit: fc.constantFrom(20, 60, 1_000),
  isOverHttp: fc.constantFrom(true, false, false),
};

const inTurn: fc.Arbitrary<readonly Act[]> = fc.oneof(
  { weight: 40, arbitrary: acts.map((act) => [act]) },
  { weight: 6, arbitrary: turns },
);

/** Histories as fast-check draws and shrinks them. */
export const histories: fc.Arbitrary<History> = fc.record({
  ...drawn,
  acts: fc
    .array(inTurn, { minLength: 1, maxLength: 24, size: 'max' })
    .map((inOrder) => inOrder.flat()),
});

/** What happens in every long life. */
const ofLongLives: readonly Hazard[] = ['hours-go-by', 'upkeep', 'kill'];

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

/** Histories in which jobs are removed and the gateway is started again and again: what a store keeps of the past is seen in them. */
export const longLives: fc.Arbitrary<History> = fc.record({
  ...drawn,
  hazards: fc
    .subarray(hazards.filter((hazard) => !ofLongLives.includes(hazard)))
    .map((others) => [...ofLongLives, ...others]),
  quotaLimit: fc.constant(1_000),
  acts: fc.array(actsOfLongLives, { minLength: 12, maxLength: 24, size: 'max' }),
});
