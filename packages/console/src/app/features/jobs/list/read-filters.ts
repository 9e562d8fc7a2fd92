import type { Address } from '../../../shell/use-address.ts';

/** Address parameters that filter the list of jobs. */
const filterNames = ['q', 'state', 'model', 'owner', 'account', 'time', 'from', 'until'] as const;

type FilterName = (typeof filterNames)[number];

export const spans = ['1h', '24h', '7d'] as const;
export type Span = (typeof spans)[number];

const hourMs = 3_600_000;
const spanMs: { readonly [S in Span]: number } = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
};
/** Start times are rounded to this many ms, so that a reload requests the same list. */
const roundMs = 60_000;

export function isFiltering(address: Address): boolean {
  return filterNames.some((name) => (address[name] ?? '') !== '');
}

/** Filters of an address as one text, stable while no filter changes. */
export function filtersIn(address: Address): string {
  return JSON.stringify(filterNames.map((name) => address[name] ?? ''));
}

/** Address change that removes every filter. */
export const noFilters: { readonly [N in FilterName]: undefined } = {
  q: undefined,
  state: undefined,
  model: undefined,
  owner: undefined,
  account: undefined,
  time: undefined,
  from: undefined,
  until: undefined,
};

/**
 * Filters as the admin API accepts them. A span counts back from now. Invalid values are sent unchanged, so that the
 * API refuses them by name: a list without the filter would show, and act on, more than intended.
 */
export function readFilters(
  address: Address,
  now: number,
): { readonly [name: string]: string | undefined } {
  const { q, state, model, owner, account } = address;
  const [from, to] = readTime(address, now);
  return {
    text: q,
    state,
    model: model?.trim(),
    owner: owner?.trim(),
    account,
    from,
    to,
  };
}

function readTime(
  { time, from, until }: Address,
  now: number,
): readonly [from: string | undefined, to: string | undefined] {
  if (isBetween({ time, from, until })) return [instantOf(from), instantOf(until)];
  const span = spans.find((known) => known === time);
  if (span === undefined) return [time, undefined];
  const start = Math.floor((now - spanMs[span]) / roundMs) * roundMs;
  return [new Date(start).toISOString(), undefined];
}

/** True for a span between two instants, one of which may be absent. */
export function isBetween({ time = '', from = '', until = '' }: Address): boolean {
  return time === 'between' || (time === '' && (from !== '' || until !== ''));
}

/** Converts the local time of a date field to an instant; other texts stay unchanged. */
function instantOf(local: string | undefined): string | undefined {
  const ms = Date.parse(local ?? '');
  return Number.isNaN(ms) ? local : new Date(ms).toISOString();
}
