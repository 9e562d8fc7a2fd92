import type { MockSpace } from '../space/mock-space.ts';
import { aliasOf } from '../job/mock-account.ts';
import { drawnOf } from '../results/result-bytes.ts';
import type { LedgerEntry } from '../state/ledger.ts';
import { viewLedger } from '../state/ledger-view.ts';
import { type Html, html } from './html.ts';
import { reportedBy, requestLink } from './requests-part.ts';
import { instant, stranger } from './shown-text.ts';
import { counted, times } from '../verdict/print-verdict.ts';

/** Jobs on one page. */
const jobsAtOnce = 20;

/** Jobs from a position of the ledger on, or the latest, newest first. */
export function jobsPart(space: MockSpace, base: string, cursor: number | undefined): Html {
  const { accepted } = space.world.accounts.counts();
  const from = Math.min(cursor ?? accepted, Math.max(0, accepted - jobsAtOnce));
  const { jobs } = viewLedger(space.world, {}, { from, limit: jobsAtOnce });
  const to = from + jobs.length;
  const link = (at: number, text: string) => html`<a href="${base}?jobs=${at}#jobs">${text}</a> `;
  return html`<section id="jobs" data-live aria-labelledby="jobs-title">
<h2 id="jobs-title">Jobs${jobs.length === 0 ? null : html` <span class="soft small">${from + 1} to ${to} of ${accepted}, newest first</span>`}</h2>
${jobs.length === 0 ? html`<p class="soft">No jobs.</p>` : null}
<ol>${jobs.toReversed().map((job) => jobItem(space, job))}</ol>
<nav aria-label="Jobs">${to < accepted ? link(to, 'Newer jobs') : null}${from > 0 ? link(Math.max(0, from - jobsAtOnce), 'Older jobs') : null}</nav>
</section>`;
}

function jobItem(space: MockSpace, job: LedgerEntry): Html {
  const { id, wire, model, account, answered } = job;
  const { requestHistory } = space.world;
  const exchange = requestHistory.journal.find(requestHistory.ofJob(id)?.entry ?? 0);
  const unseen = answered ? 'accepted' : 'a response that proves nothing';
  return html`<li class="job"><div>
<h3>${stranger(job.prompt.trim() === '' ? '(no prompt)' : job.prompt, 300)}</h3>
<p class="soft small">${wire} · ${stranger(model)} · account ${aliasOf(account)} · <code>${id}</code> · ${instant(job.accepted_at)}</p>
<dl><dt>Truth</dt><dd>${truthOf(space, job)}</dd>
<dt>Response</dt><dd>Attempt ${job.attempt}: ${exchange === undefined ? unseen : html`${reportedBy(exchange)} (${requestLink(space.name, exchange.id)})`}${answered ? '.' : html`. <strong class="bad-text">The response does not show that this job was accepted.</strong>`}
Status read ${times(job.reads)}, file downloaded ${times(job.downloads)}.${callbacksOf(space, id)}</dd></dl>
</div>${resultOf(space, job)}</li>`;
}

const events = { processing: 'start', output: 'result', ended: 'end' } as const;

/** Callbacks sent to the caller; empty if it asked for none. */
function callbacksOf({ world: { callbacks, requestHistory } }: MockSpace, id: string): string {
  if (requestHistory.ofJob(id)?.job.callback === undefined) return '';
  const over = callbacks
    .ofJob(id)
    .map(({ event, isTaken }) => `${events[event]} ${isTaken ? 'accepted' : 'not accepted'}`);
  return ` Callbacks: ${over.length === 0 ? 'none yet' : over.join(', ')}.`;
}

function truthOf({ world: { requestHistory } }: MockSpace, job: LedgerEntry): Html {
  const { state, charged_credits: charged, money } = job;
  const same = requestHistory.history(job.logical_key).filter(({ truth }) => truth === 'accepted');
  const nth = same.findIndex((attempt) => attempt.job?.id === job.id) + 1;
  const back = money.reduce((sum, { credits }) => sum + Math.max(0, credits), 0);
  const often = `as job ${nth} of ${same.length} for the same work`;
  return html`Accepted${same.length > 1 ? html`, <strong${nth > 1 ? html` class="bad-text"` : null}>${often}</strong>` : null}. ${counted(charged, 'credit')} charged${back > 0 ? `, ${back} given back` : ''}. <strong${state === 'completed' ? html` class="good-text"` : null}>${state[0]?.toUpperCase() ?? ''}${state.slice(1)}</strong>.`;
}

function resultOf({ name, world }: MockSpace, { id, state }: LedgerEntry): Html | null {
  const job = state === 'completed' ? world.requestHistory.ofJob(id)?.job : undefined;
  // Its caller gets a video drawn from the cassette's facts, not from the job.
  if (job === undefined || job.recorded !== undefined) return null;
  const seen = (what: string) => `/_mock/s/${name}/${what}?job=${encodeURIComponent(id)}`;
  const url = seen('video');
  // Browsers cache a still, and after a reset another job may have its id.
  const still = `${seen('still')}&drawn=${drawnOf(job, world.seed).slice(0, 8)}`;
  return job.mediaType === 'image'
    ? html`<p><a href="${url}">Open the picture</a></p>`
    : html`<video controls preload="none" poster="${still}" src="${url}" width="${job.width}" height="${job.height}" aria-label="Video of job ${id}"></video>`;
}
