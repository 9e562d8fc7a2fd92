import { type Html, html } from './html.ts';

/** Text from strangers, truncated, and isolated so that it does not change the direction of other text. */
export function stranger(text: string, longest = 120): Html {
  // A string of n characters has at most 2n code units.
  const signs = Array.from(text.slice(0, 2 * longest + 1));
  return html`<bdi>${signs.slice(0, longest).join('')}${signs.length > longest ? '…' : ''}</bdi>`;
}

/** An instant, to the second. */
export function instant(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`;
}

/** The first items of a list. */
export function firstOf(items: readonly (string | number)[], most = 5): string {
  const rest = items.length - most;
  return `${items.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Start of a page: the wanted position, or that of the last page if there are fewer items. */
export function pageAt(wanted: number, count: number, atOnce: number): number {
  if (wanted < count) return wanted;
  return Math.max(0, Math.ceil(count / atOnce) - 1) * atOnce;
}
