import type { AccountLoad } from './account.ts';
import { coolsUntil, unavailableUntil } from './pauses.ts';
import { maySendProbeJob, modelRoom, slotsOf } from './model-room.ts';
import type { Router } from './router.ts';

/** Slots of some accounts: `total` is those in use and those open to new work now; a cooling account opens none. */
export interface SlotCount {
  readonly total: number;
  readonly busy: number;
  readonly free: number;
}

/** Capacity of the pool, for every caller with the service key: it names no account [local.pool.capacity]. */
export interface PoolCapacity {
  readonly slots: SlotCount;
  /** Every account counts under exactly one state besides `total`. */
  readonly accounts: { readonly total: number } & { readonly [S in AccountState]: number };
  /** In catalog order; an account that makes several families counts in each. */
  readonly families: readonly { readonly family: string; readonly slots: SlotCount }[];
  /** Instant from which the first cooling account, or one behind an open circuit, may accept work; null without any. */
  readonly nextOpeningAt: number | null;
}

export const accountStates = [
  'ready',
  'busy',
  'cooling',
  'exhausted',
  'login_required',
  'untested',
  'makes_nothing',
  'disabled',
] as const;

export type AccountState = (typeof accountStates)[number];

/** The families of a catalog, and those of them that each account can make. */
export type OfferBook = Pick<Router, 'families' | 'modelsFor' | 'familiesOf'>;

/** Counts the pool's slots and accounts, in all and by family. */
export function poolCapacity(
  loads: readonly AccountLoad[],
  book: OfferBook,
  now: number,
): PoolCapacity {
  const counted = loads.map((load) => withState(load, book, now));
  const count = (state: AccountState): number =>
    counted.filter((one) => one.state === state).length;
  const openings = counted
    .filter(({ state }) => state === 'cooling')
    .map(({ load }) => opensAt(load, now));
  return {
    slots: countSlots(counted, { book, families: book.families }, now),
    accounts: {
      total: loads.length,
      ready: count('ready'),
      busy: count('busy'),
      cooling: count('cooling'),
      exhausted: count('exhausted'),
      login_required: count('login_required'),
      untested: count('untested'),
      makes_nothing: count('makes_nothing'),
      disabled: count('disabled'),
    },
    families: book.families.map((family) => ({
      family,
      slots: countSlots(
        counted.filter(({ load }) => book.modelsFor(load.account, family).length > 0),
        { book, families: [family] },
        now,
      ),
    })),
    nextOpeningAt: openings.length === 0 ? null : Math.min(...openings),
  };
}

/** Returns what an account can make of the offer, with the number of slots open for each family now. */
export function openSlotsOf(
  load: AccountLoad,
  book: OfferBook,
  now: number,
): readonly { readonly family: string; readonly free: number }[] {
  const counted = withState(load, book, now);
  return book.familiesOf(load.account).map((family) => ({
    family,
    free: countSlots([counted], { book, families: [family] }, now).free,
  }));
}

/** An account and its state, decided once, however many families its slots are counted for. */
interface CountedAccount {
  readonly load: AccountLoad;
  readonly state: AccountState;
}

function withState(load: AccountLoad, book: OfferBook, now: number): CountedAccount {
  return { load, state: stateOf(load, book, now) };
}

/** The families that the accounts may make. */
interface Offer {
  readonly book: OfferBook;
  readonly families: readonly string[];
}

function countSlots(
  counted: readonly CountedAccount[],
  { book, families }: Offer,
  now: number,
): SlotCount {
  let busy = 0;
  let free = 0;
  for (const { load, state } of counted) {
    busy += load.busy;
    if (state !== 'ready') continue;
    const makings = families.flatMap((family) =>
      book.modelsFor(load.account, family).map((model) => ({ family, model })),
    );
    free += Math.min(slotsOf(load.account) - load.busy, modelRoom(load, makings, now));
  }
  return { total: busy + free, busy, free };
}

/** Returns the first reason that keeps an account from new work; an open circuit counts as cooling. */
function stateOf(load: AccountLoad, book: OfferBook, now: number): AccountState {
  const { account, busy } = load;
  if (!account.enabled || account.draining) return 'disabled';
  if (book.familiesOf(account).length === 0) return 'makes_nothing';
  if (account.condition === 'login_required') return 'login_required';
  if (account.awaitsTest) return 'untested';
  const isExhausted = account.condition === 'exhausted' && !maySendProbeJob(load, now);
  if (isExhausted || (account.credits ?? 1) <= 0) return 'exhausted';
  if (opensAt(load, now) > now) return 'cooling';
  return busy >= slotsOf(account) ? 'busy' : 'ready';
}

function opensAt(load: AccountLoad, now: number): number {
  return Math.max(coolsUntil(load.account, now) ?? 0, unavailableUntil(load, now) ?? 0);
}
