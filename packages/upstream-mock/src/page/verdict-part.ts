import type { Outcome } from '../verdict/exceptions.ts';
import type { Finding } from '../verdict/finding.ts';
import type { VerdictReport, Verdict } from '../verdict/verdict.ts';
import { type Html, html } from './html.ts';
import { pageAt, firstOf, stranger } from './shown-text.ts';
import { counted, evidenceLine, kindText, undecidedLine } from '../verdict/print-verdict.ts';

/** Findings, and undecided results, on one page. */
export const findingsAtOnce = 5;

/** Class of each outcome. */
const looks: { readonly [outcome in Outcome]: string } = {
  clean: 'good',
  undecided: 'open',
  found: 'bad',
};

/** The verdict, with its findings from a position on. `base`: path of the space's page. */
export function verdictPart(
  { verdict, found, wasted }: VerdictReport,
  given: { readonly from: number; readonly base: string },
): Html {
  const { base } = given;
  const from = pageAt(given.from, found, findingsAtOnce);
  const { outcome, summary, findings, remarks } = verdict;
  const shown = findings.slice(from, from + findingsAtOnce);
  return html`<section id="verdict" data-live class="card verdict ${looks[outcome]}" aria-labelledby="verdict-title">
<h2 id="verdict-title">${outcomeWord(outcome)}${found === 0 ? null : `: ${counted(found, 'finding')}, ${counted(wasted, 'credit')} wasted`}</h2>
<p>${stranger(summary, 400)}</p>
<ol start="${from + 1}">${shown.map((one) => findingItem(one, base))}</ol>
${pagesOf(found, { from, base })}
${undecidedPart(verdict)}
${remarks.map(({ code, why }) => html`<p class="soft small">remark: <code>${code}</code>: ${stranger(why, 400)}</p>`)}
</section>`;
}

/** The outcome as a title. */
function outcomeWord(outcome: Outcome): string {
  return outcome.charAt(0).toUpperCase() + outcome.slice(1);
}

function findingItem(found: Finding, base: string): Html {
  const { code, logical_key: key, jobs, credits_wasted: credits, evidence } = found;
  return html`<li><h3><code>${code}</code> <span class="soft">(${kindText(found)}${credits > 0 ? `, ${counted(credits, 'credit')} wasted` : ''})</span></h3>
<p class="why">${stranger(found.why, 400)}.</p>
<p><strong>To fix it:</strong> ${stranger(found.hint, 400)}.</p>
<p class="soft small parts">${key === null ? null : html`<span>work <code>${stranger(key)}</code></span> `}${jobs.length === 0 ? null : html`<span>jobs <code>${firstOf(jobs)}</code></span> `}${evidence.slice(0, findingsAtOnce).map((one) => html`<span><a href="${base}request.html?request=${one.request}">${stranger(evidenceLine(one), 400)}</a></span> `)}${comparison(found, base)}</p></li>`;
}

/** A link to the differences of the first two submissions of a finding. */
function comparison({ evidence }: Finding, base: string): Html | null {
  const [earlier, later] = evidence.filter(({ method }) => method === 'POST');
  return later === undefined
    ? null
    : html`<span><a href="${base}request.html?request=${later.request}&with=${earlier?.request ?? 0}">Compare ${earlier?.request ?? 0} and ${later.request}</a></span>`;
}

function pagesOf(count: number, { from, base }: { readonly from: number; readonly base: string }) {
  if (count <= findingsAtOnce) return null;
  const link = (at: number, text: string) => html`<a href="${base}?findings=${at}">${text}</a> `;
  return html`<nav aria-label="Findings">${from === 0 ? null : link(Math.max(0, from - findingsAtOnce), 'More serious findings')}${from + findingsAtOnce >= count ? null : link(from + findingsAtOnce, 'Less serious findings')}</nav>`;
}

/** Results that the mock cannot decide, or not yet. */
function undecidedPart({ undecided, more }: Verdict): Html | null {
  if (undecided.length === 0) return null;
  const rest = undecided.length + (more?.undecided ?? 0) - findingsAtOnce;
  return html`<ul class="small">${undecided.slice(0, findingsAtOnce).map((one) => html`<li>${stranger(undecidedLine(one), 400)}</li>`)}${rest > 0 ? html`<li>and ${rest} more</li>` : null}</ul>`;
}
