import type { Address } from '../../../shell/use-address.ts';

/** The parameters of the address that filter the list of jobs. */
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
/** Beginnings are rounded to this, so that looking again asks for the same list. */
const roundMs = 60_000;

export function isFiltering(address: Address): boolean {
  return filterNames.some((name) => (address[name] ?? '') !== '');
}

/** The filters of an address as one text, the same for as long as nobody changes them. */
export function filtersIn(address: Address): string {
  return JSON.stringify(filterNames.map((name) => address[name] ?? ''));
}

/** What takes every filter out of the address. */
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
 * The filters as the admin API takes them. A span counts back from now. What cannot be read is sent as it is, for the API to refuse by
 * name: a list without a filter that was asked for would show, and act on, more than was meant.
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

/** Whether two instants are meant, of which an address may have one alone. */
export function isBetween({ time = '', from = '', until = '' }: Address): boolean {
  return time === 'between' || (time === '' && (from !== '' || until !== ''));
}

/** A local time as a date field writes it, as an instant; any other text as it is. */
function instantOf(local: string | undefined): string | undefined {
  const ms = Date.parse(local ?? '');
  return Number.isNaN(ms) ? local : new Date(ms).toISOString();
}
