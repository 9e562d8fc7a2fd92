import type { MockSpace } from '../space/mock-space.ts';
import type { MockSpaces } from '../space/mock-spaces.ts';
import { outcomes } from '../verdict/exceptions.ts';
import { checkClients, wasCalled } from '../verdict/check-clients.ts';
import type { VerdictReport } from '../verdict/verdict.ts';
import { type Html, html } from './html.ts';
import { instant, pageAt } from './shown-text.ts';
import { counted } from '../verdict/print-verdict.ts';

/** Spaces on one page. */
const spacesAtOnce = 50;

/**
 * Spaces from a position on: those with findings first, then the undecided ones, and the most recently used first.
 *
 * @param wish - `name`: only spaces whose names contain this text
 */
export function spacesPart(
  spaces: MockSpaces,
  wish: { readonly from?: number | undefined; readonly name?: string | undefined },
): Html {
  const name = wish.name?.trim() ?? '';
  const all = spaces
    .all()
    .filter(({ space }) => space.name.includes(name))
    .map(({ space, usedAt }) => ({ space, usedAt, checked: checkedIfCalled(space) }))
    .toReversed()
    .toSorted((one, other) => rankOf(other.checked) - rankOf(one.checked));
  const from = pageAt(wish.from ?? 0, all.length, spacesAtOnce);
  const shown = all.slice(from, from + spacesAtOnce);
  const sought = name === '' ? '' : `name=${encodeURIComponent(name)}&`;
  const link = (at: number, text: string) =>
    html`<a href="/_mock/?${sought}from=${at}">${text}</a> `;
  return html`<p class="soft">A space has its own jobs, time and verdict. The first request below <code>/s/&lt;space&gt;/</code> creates it.</p>
<form method="get"><label>Name contains <input name="name" value="${name}" maxlength="200"></label><button>Search</button></form>
<section id="spaces" data-live aria-label="Spaces"><table>
<thead><tr><th scope="col">Space</th><th scope="col">Verdict</th><th scope="col">Jobs</th><th scope="col">Last used (UTC)</th></tr></thead>
<tbody>${shown.map((one) => spaceRow(one))}</tbody></table>
${all.length === 0 ? html`<p class="soft">No space has such a name.</p>` : null}
<nav aria-label="Pages">${from > 0 ? link(Math.max(0, from - spacesAtOnce), 'Previous spaces') : null}${from + spacesAtOnce < all.length ? link(from + spacesAtOnce, 'More spaces') : null}</nav></section>`;
}

interface ShownSpace {
  readonly space: MockSpace;
  readonly usedAt: number;
  readonly checked: VerdictReport | null;
}

function checkedIfCalled(space: MockSpace): VerdictReport | null {
  return wasCalled(space) ? checkClients(space, { limit: 1 }) : null;
}

function rankOf(checked: VerdictReport | null): number {
  return checked === null ? -1 : outcomes.indexOf(checked.verdict.outcome);
}

function spaceRow({ space: { name, world }, usedAt, checked }: ShownSpace): Html {
  return html`<tr><th scope="row"><a href="/_mock/s/${name}/">${name}</a></th>
<td>${checked === null ? 'no requests yet' : verdictWord(checked)}</td>
<td>${world.accounts.counts().accepted}</td><td>${instant(new Date(usedAt).toISOString())}</td></tr>`;
}

function verdictWord({ found, verdict }: VerdictReport): Html {
  switch (verdict.outcome) {
    case 'clean':
      return html`<span class="good-text">clean</span>`;
    case 'undecided':
      return html`<strong class="open-text">undecided</strong>`;
    case 'found':
      return html`<strong class="bad-text">found: ${counted(found, 'finding')}</strong>`;
  }
}
