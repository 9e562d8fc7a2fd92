import { printOutcome, type RuleCounts } from '../faults/submission-rules.ts';
import { aliasOf } from '../job/mock-account.ts';
import { type Html, html } from './html.ts';
import { instant, stranger } from './shown-text.ts';

/** Faults that the page offers: for the next request of an operation, its fault and the effect. */
export const nextFaults: readonly {
  readonly op: 'submit' | 'status' | 'result';
  /** The request in words. */
  readonly noun: string;
  readonly faults: readonly (readonly [fault: string, effect: string])[];
}[] = [
  {
    op: 'submit',
    noun: 'submission',
    faults: [
      ['lost-response', 'accepted, connection reset'],
      ['lost-request', 'not accepted, connection reset'],
      ['response=hang:30s', 'accepted, no response for 30 s'],
      ['response=500', 'accepted, responds 500'],
      ['response=garbled', 'accepted, half a response'],
      ['response=502', 'accepted, 502 from a proxy'],
      ['refuse=429', 'refused with 429'],
      ['refuse=503', 'refused with 503'],
      ['fail=internal', 'accepted, fails later'],
    ],
  },
  {
    op: 'status',
    noun: 'status read',
    faults: [
      ['500', 'responds 500'],
      ['429', 'responds 429'],
      ['404', 'responds 404'],
      ['lost', 'connection reset'],
      ['hang:30s', 'no response for 30 s'],
      ['garbled', 'half a response'],
    ],
  },
  {
    op: 'result',
    noun: 'download',
    faults: [
      ['cut-after=4096', 'cut after 4,096 bytes'],
      ['truncate=60%', '60 % of the file'],
      ['corrupt', 'damaged bytes'],
      ['html-body', 'a page instead of the file'],
      ['403', 'responds 403'],
      ['500', 'responds 500'],
    ],
  },
];

const moves = [
  [1_000, '1 second'],
  [10_000, '10 seconds'],
  [60_000, '1 minute'],
  [3_600_000, '1 hour'],
  [86_400_000, '1 day'],
] as const;

export interface ShownClock {
  readonly mode: string;
  readonly now: string;
  readonly next: string | null;
  readonly waiting: number;
}

/** Buttons for time, the next fault and reset: plain forms that post to the page itself. */
export function controlPart(clock: ShownClock, rules: readonly RuleCounts[]): Html {
  const stands = clock.mode === 'frozen';
  return html`<div class="controls">
<section class="card"><h2>Time</h2>
<p id="clock" data-live>${instant(clock.now)} UTC <span class="soft small">(${paceOf(clock.mode)})<br>${clock.next === null ? 'Nothing is due.' : html`Next change: ${instant(clock.next)}`}${clock.waiting > 0 ? ` Waiting calls: ${clock.waiting}.` : ''}</span></p>
<form method="post"><label>Advance by <select name="ms">${moves.map(([ms, text]) => html`<option value="${ms}"${ms === 60_000 ? html` selected` : null}>${text}</option>`)}</select></label>
<button name="do" value="advance">Advance</button></form>
<form method="post"><button name="do" value="next">Next change</button><button name="do" value="idle">Run until idle</button>
${stands ? html`<button name="do" value="run">Run</button>` : html`<button name="do" value="freeze">Freeze</button>`}</form></section>
<section class="card"><h2>Next fault</h2>
${nextFaults.map(
  ({ op, noun, faults }) => html`<form method="post"><input type="hidden" name="op" value="${op}">
<label>The next ${noun} <select name="fault">${faults.map(([fault, effect]) => html`<option value="${fault}">${effect}</option>`)}</select></label>
<button name="do" value="fault" aria-label="Set for the next ${noun}">Set</button></form>`,
)}
<ul id="rules" data-live>${rules.map((counts) => ruleItem(counts))}</ul></section>
<section class="card"><h2>Start again</h2><p class="small soft">Deletes jobs, accounts and rules of this space, and resets its clock.</p>
<form method="post"><button name="do" value="reset">Reset the space</button></form></section>
</div>`;
}

function ruleItem({ rule, decided }: RuleCounts): Html {
  const { name, outcome, times, when } = rule;
  const { account, between, matches, header, ...others } = when;
  const conditions = Object.entries({
    ...others,
    account: account === undefined ? undefined : aliasOf(account),
    matches: matches?.source,
    header: header === undefined ? undefined : Object.keys(header).join(' '),
    from: between === undefined ? undefined : new Date(between.from).toISOString(),
    to: between === undefined ? undefined : new Date(between.to).toISOString(),
  }).filter(([, value]) => value !== undefined);
  return html`<li><form method="post"><span class="small"><code>${name}</code>: <code>${stranger(printOutcome(outcome))}</code>${conditions.map(([field, value]) => html`, ${field} ${stranger(String(value), 40)}`)} (decided ${decided}${times === null ? '' : ` of ${times}`})</span>
<input type="hidden" name="rule" value="${name}"><button name="do" value="forget" aria-label="Remove rule ${name}">Remove</button></form></li>`;
}

/** Clock mode in words. */
function paceOf(mode: string): string {
  switch (mode) {
    case 'real':
      return 'real time';
    case 'frozen':
      return 'stopped';
    default:
      return mode.replace(/^scaled\((.+)\)$/, '$1 times real time');
  }
}
