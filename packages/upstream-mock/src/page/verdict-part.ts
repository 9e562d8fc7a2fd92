import type { Finding } from '../verdict/finding.ts';
import type { VerdictReport, Verdict } from '../verdict/verdict.ts';
import type { ProviderState } from '../state/provider-state.ts';
import { type Html, html } from './html.ts';
import { firstOf, pageAt, stranger } from './shown-text.ts';
import { counted } from '../verdict/print-verdict.ts';

/** Findings, and unknown ones, on one page. */
export const findingsAtOnce = 5;

/** Returns true if the space has any request or statement to check. */
export function wasCalled({ requestHistory }: ProviderState): boolean {
  return requestHistory.journal.latest > 0 || requestHistory.accepted.length > 0;
}

/** The verdict, with its findings from a position on. `base`: path of the space's page. */
export function verdictPart(
  { verdict, found, wasted }: VerdictReport,
  given: { readonly from: number; readonly base: string },
): Html {
  const { base } = given;
  const from = pageAt(given.from, found, findingsAtOnce);
  const { clean, findings, unknown } = verdict;
  const shown = findings.slice(from, from + findingsAtOnce);
  return html`<section id="verdict" data-live class="card verdict ${clean ? 'good' : 'bad'}" aria-labelledby="verdict-title">
<h2 id="verdict-title">${clean ? goodWord(unknown) : `${counted(found, 'finding')}, ${counted(wasted, 'credit')} wasted`}</h2>
${clean ? html`<p>The mock saw no client of this space do anything wrong.</p>` : null}
<ol start="${from + 1}">${shown.map((one) => findingItem(one))}</ol>
${pagesOf(found, { from, base })}
${unknownPart(verdict)}
</section>`;
}

/** A verdict is called clean only if nothing is unknown. */
export function goodWord(unknown: Verdict['unknown']): string {
  return unknown.length === 0 ? 'Clean' : 'Nothing found';
}

function findingItem(found: Finding): Html {
  const { code, severity, logical_key: key, jobs, credits_wasted: credits, evidence } = found;
  return html`<li><h3><code>${code}</code> <span class="soft">(${severity}${credits > 0 ? `, ${counted(credits, 'credit')} wasted` : ''})</span></h3>
<p class="why">${stranger(found.why, 400)}.</p>
<p><strong>To fix it:</strong> ${stranger(found.hint, 400)}.</p>
<p class="soft small parts">${key === null ? null : html`<span>work <code>${stranger(key)}</code></span> `}${jobs.length === 0 ? null : html`<span>jobs <code>${firstOf(jobs)}</code></span> `}${evidence.length === 0 ? null : html`<span>journal <code>${firstOf(evidence)}</code></span>`}</p></li>`;
}

function pagesOf(count: number, { from, base }: { readonly from: number; readonly base: string }) {
  if (count <= findingsAtOnce) return null;
  const link = (at: number, text: string) => html`<a href="${base}?findings=${at}">${text}</a> `;
  return html`<nav aria-label="Findings">${from === 0 ? null : link(Math.max(0, from - findingsAtOnce), 'More serious findings')}${from + findingsAtOnce >= count ? null : link(from + findingsAtOnce, 'Less serious findings')}</nav>`;
}

/** Results that only a statement of the client could settle. */
function unknownPart({ unknown, more }: Verdict): Html | null {
  if (unknown.length === 0) return null;
  const all = unknown.length + (more?.unknown ?? 0);
  const rest = all - findingsAtOnce;
  return html`<ul class="small"><li><h3>Unknown: ${counted(all, 'result')} the mock cannot decide</h3></li>${unknown.slice(0, findingsAtOnce).map(({ code, logical_key: key, why }) => html`<li><code>${code}</code> ${why} (<code>${stranger(key)}</code>)</li>`)}${rest > 0 ? html`<li>and ${rest} more</li>` : null}</ul>`;
}
