import { STATUS_CODES } from 'node:http';
import type { Exchange, SubmissionTruth } from '../records/exchange.ts';
import type { MockSpace } from '../space/mock-space.ts';
import { type Html, html } from './html.ts';
import { instant, stranger } from './shown-text.ts';

/** Requests on one page. */
const requestsAtOnce = 20;

/** Requests up to one, or the latest, newest first, as far as the journal has them. */
export function requestsPart(space: MockSpace, base: string, upTo: number | undefined): Html {
  const { journal } = space.world.requestHistory;
  const latest = Math.min(upTo ?? journal.latest, journal.latest);
  const ids = Array.from({ length: Math.min(requestsAtOnce, latest) }, (_, at) => latest - at);
  const shown = ids.flatMap((id) => journal.find(id) ?? []);
  const oldest = shown.at(-1)?.id ?? 1;
  const newer = Math.min(journal.latest, latest + requestsAtOnce);
  const link = (to: number, text: string) =>
    html`<a href="${base}?requests=${to}#requests">${text}</a> `;
  return html`<section id="requests" data-live aria-labelledby="requests-title">
<h2 id="requests-title" class="later">Requests${shown.length === 0 ? null : html` <span class="soft small">${oldest} to ${latest} of ${journal.latest}, newest first</span>`}</h2>
${shown.length === 0 ? html`<p class="soft">No requests.</p>` : null}
<ol class="requests">${shown.map((exchange) => requestItem(space.name, exchange))}</ol>
<nav aria-label="Requests">${latest < journal.latest ? link(newer, 'Newer requests') : null}${journal.find(oldest - 1) === undefined ? null : link(oldest - 1, 'Older requests')}</nav>
</section>`;
}

function requestItem(space: string, exchange: Exchange): Html {
  const { id, at, op, request, attempt } = exchange;
  return html`<li>${requestLink(space, id)} <span class="soft small">${instant(new Date(at).toISOString())}</span>
<code>${request.method} ${stranger(request.path, 80)}</code> <span class="parts"><span>${op}</span> <span>${reportedBy(exchange)}</span>${attempt === null ? null : html` <span>attempt ${attempt.number} of <code>${stranger(attempt.key, 60)}</code></span> <span>${truths[attempt.truth]}</span>`}</span></li>`;
}

/** Truth about a submission in words. */
const truths: { readonly [truth in SubmissionTruth]: string } = {
  accepted: 'accepted',
  refused: 'refused: nothing was accepted',
  lost: 'lost in transit: nothing was accepted',
  unknown: 'replayed as recorded, which proves nothing',
  repeated: 'earlier job of its key returned',
};

/** A link to the page of a request. */
export function requestLink(space: string, id: number): Html {
  return html`<a href="${requestPath(space)}?request=${id}">request ${id}</a>`;
}

/** Path of the page of one request. */
function requestPath(space: string): string {
  return `/_mock/s/${space}/request.html`;
}

/** The response to the caller, in words. */
export function reportedBy(exchange: Exchange): Html {
  const { reported, end } = exchange;
  const rule = exchange.ruling?.decided ?? null;
  return html`${reportOf(reported)}${end === 'cut' ? ', cut short' : ''}${end === 'left' ? ', and the client had disconnected' : ''}${rule === null ? null : html` by rule <code>${rule.name}</code>`}`;
}

function reportOf(reported: Exchange['reported']): string {
  switch (reported?.kind) {
    case undefined:
      return 'none yet';
    case 'response':
      return `${reported.status} ${STATUS_CODES[reported.status] ?? ''}`.trim();
    case 'reset':
      return 'connection reset';
    case 'hang':
      return 'none';
    case 'fault':
      return 'an internal fault of the mock';
    case 'callback':
      return `called back: ${reported.outcome}`;
  }
}
