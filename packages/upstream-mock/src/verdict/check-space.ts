import type { AcceptedAttempt, Exchange } from '../records/exchange.ts';
import type { RequestHistory } from '../records/request-history.ts';
import { stripMagicTokens } from '../job/strip-magic-tokens.ts';
import { isNamed } from '../job/logical-key.ts';
import { chargeAt } from '../job/mock-job.ts';
import type { RuleCounts } from '../faults/rule.ts';
import { type FoundFinding, finding, type Undecided } from './finding.ts';
import type { Repeat } from './repeats.ts';
import { repeaterOf } from './sdk-retries.ts';

/** Jobs shown side by side. */
const mostBeside = 5;
const longestPrompt = 60;

/** More jobs than were wanted [mock.verdict.paid-twice]. `needless`: those of them that were paid for in vain. */
export function tooMany(
  accepted: readonly AcceptedAttempt[],
  needless: ReadonlySet<AcceptedAttempt>,
  { wanted, now }: { readonly wanted: number; readonly now: number },
): FoundFinding {
  const hint = repeaterOf(accepted.slice(1));
  const differing = differencesOf(accepted);
  const alike =
    differing.length === 0 ? 'they are equal' : `they differ in ${differing.join(', ')}`;
  const rest = accepted.length - mostBeside;
  const beside = accepted.slice(0, mostBeside).map((one) => describe(one));
  return finding('paid-twice', {
    jobs: accepted.map(({ job }) => job.id),
    credits_wasted: [...needless].reduce((sum, { job }) => sum + chargeAt(job, now), 0),
    evidence: accepted.map(({ entry }) => entry),
    why: `${accepted.length} jobs were accepted and ${wanted} wanted; ${alike}: ${beside.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`,
    ...(hint !== undefined && { hint }),
  });
}

/** Fewer jobs than were wanted [mock.verdict.missing-job]. */
export function tooFew(accepted: number, wanted: number): FoundFinding {
  return finding('missing-job', { why: `${accepted} jobs were accepted and ${wanted} wanted` });
}

/** A probable second payment [mock.verdict.paid-again]. `wasted`: credits. */
export function paidAgainFinding({ repeat, of }: Repeat, wasted: number): FoundFinding {
  const hint = repeaterOf([repeat]);
  return finding('paid-again', {
    likely: true,
    logical_key: repeat.key,
    jobs: [of.job.id, repeat.job.id],
    credits_wasted: wasted,
    evidence: [of.entry, repeat.entry],
    why: againWhy({ repeat, of }),
    ...(hint !== undefined && { hint }),
  });
}

export function againWhy({ repeat, of }: Repeat): string {
  const differing = differencesOf([of, repeat]);
  const change = differing.length === 0 ? 'unchanged' : `with another ${differing.join(', ')}`;
  return `submitted again, ${change}, after a response that proved nothing about job ${of.job.id} and was never settled`;
}

/** Names of the parts in which submissions differ; an account is a key, and so never shown. */
function differencesOf(accepted: readonly AcceptedAttempt[]): readonly string[] {
  const parts: readonly (readonly [string, (one: AcceptedAttempt) => string])[] = [
    ['key', ({ key }) => (isNamed(key) ? key : '')],
    ['account', ({ account }) => account],
    ['wire', ({ job }) => job.wire],
    ['model', ({ job }) => job.model],
    ['prompt', ({ job }) => stripMagicTokens(job.prompt)],
    ['seed', ({ job }) => job.echo['seed'] ?? ''],
  ];
  return parts.flatMap(([name, of]) => (new Set(accepted.map(of)).size > 1 ? [name] : []));
}

function describe({ entry, key, job }: AcceptedAttempt): string {
  const prompt = stripMagicTokens(job.prompt).trim();
  const shown = prompt.length > longestPrompt ? `${prompt.slice(0, longestPrompt)}…` : prompt;
  return `${job.id} of request ${entry} (${isNamed(key) ? `${key}, ` : ''}${job.wire}, ${job.model}, "${shown}")`;
}

/** A space in which nothing was tested [mock.verdict.nothing-seen]. */
export function nothingSeen({ exchanges, journal }: RequestHistory): Undecided {
  const { requests } = exchanges;
  const last = requests === 0 ? undefined : journal.find(journal.latest);
  const why =
    requests === 0
      ? 'no request came: the client called something else, or nothing'
      : `${requests === 1 ? '1 request' : `${requests} requests`} came, and no submission among them${last === undefined ? '' : `; the last one was ${lineOf(last)}`}: check the base URL and the key of the client`;
  return { code: 'nothing-seen', by: 'test', logical_key: null, why };
}

function lineOf({ request: { method, path }, reported }: Exchange): string {
  const result = reported?.kind === 'response' ? `status ${reported.status}` : reported?.kind;
  return `${method} ${path} with ${result ?? 'no response yet'}`;
}

/** Rules that decided nothing: their faults did not happen [mock.verdict.rule-unused]. */
export function unusedRules(rules: readonly RuleCounts[]): readonly Undecided[] {
  return rules
    .filter(({ decided }) => decided === 0)
    .map(({ rule: { name }, fits, nearest }) => {
      const matched =
        fits === 0 ? 'no request matched it' : `${fits} matched it, and others decided`;
      const near =
        nearest === undefined || nearest === null
          ? ''
          : `; the nearest was request ${nearest.request}: ${nearest.why}`;
      const why = `rule ${name} decided nothing: ${matched}${near}`;
      return { code: 'rule-unused', by: 'test', logical_key: null, why };
    });
}
