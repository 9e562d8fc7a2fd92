import { type Html, html } from './html.ts';

/** A stranger's text at most so long, which turns no other text's direction. */
export function stranger(text: string, longest = 120): Html {
  // Twice as many code units have that many characters, however they are written.
  const signs = Array.from(text.slice(0, 2 * longest + 1));
  return html`<bdi>${signs.slice(0, longest).join('')}${signs.length > longest ? '…' : ''}</bdi>`;
}

export function times(count: number): string {
  return ['never', 'once', 'twice'][count] ?? `${count} times`;
}

/** An instant, to the second. */
export function instant(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`;
}

/** The first of many. */
export function firstOf(items: readonly (string | number)[], most = 5): string {
  const rest = items.length - most;
  return `${items.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Where a page begins: at a wanted position, or the last one where so many are there no more. */
export function pageAt(wanted: number, count: number, atOnce: number): number {
  if (wanted < count) return wanted;
  return Math.max(0, Math.ceil(count / atOnce) - 1) * atOnce;
}
