import type { MockSpace } from '../space/mock-space.ts';
import type { MockSpaces } from '../space/mock-spaces.ts';
import { type VerdictReport, checkClients } from '../verdict/verdict.ts';
import { type Html, html } from './html.ts';
import { instant, pageAt } from './shown-text.ts';
import { counted } from '../verdict/print-verdict.ts';
import { wasCalled } from './verdict-part.ts';

/** Spaces on one page; the verdict of each is computed. */
const spacesAtOnce = 50;

/** Spaces, most recently used first, from a position on. */
export function spacesPart(spaces: MockSpaces, wanted: number): Html {
  const all = spaces.all().toReversed();
  const from = pageAt(wanted, all.length, spacesAtOnce);
  const shown = all.slice(from, from + spacesAtOnce);
  const link = (at: number, text: string) => html`<a href="/_mock/?from=${at}">${text}</a> `;
  return html`<p class="soft">A space has its own jobs, time and verdict. The first request below <code>/s/&lt;space&gt;/</code> creates it.</p>
<section id="spaces" data-live aria-label="Spaces"><table>
<thead><tr><th scope="col">Space</th><th scope="col">Verdict</th><th scope="col">Jobs</th><th scope="col">Last used (UTC)</th></tr></thead>
<tbody>${shown.map(({ space, usedAt }) => spaceRow(space, usedAt))}</tbody></table>
<nav aria-label="Pages">${from > 0 ? link(Math.max(0, from - spacesAtOnce), 'More recent') : null}${from + spacesAtOnce < all.length ? link(from + spacesAtOnce, 'Less recent') : null}</nav></section>`;
}

function spaceRow(space: MockSpace, usedAt: number): Html {
  const { name, world } = space;
  return html`<tr><th scope="row"><a href="/_mock/s/${name}/">${name}</a></th>
<td>${wasCalled(world) ? verdictWord(checkClients(space, { limit: 1 })) : 'no requests yet'}</td>
<td>${world.counts().accepted}</td><td>${instant(new Date(usedAt).toISOString())}</td></tr>`;
}

function verdictWord({ found, verdict }: VerdictReport): Html {
  switch (verdict.outcome) {
    case 'clean':
      return html`<span class="good-text">clean</span>`;
    case 'undecided':
      return html`<strong>undecided</strong>`;
    case 'found':
      return html`<strong class="bad-text">found: ${counted(found, 'finding')}</strong>`;
  }
}
