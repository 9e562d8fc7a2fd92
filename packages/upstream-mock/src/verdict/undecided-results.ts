import type { RuleCounts } from '../faults/submission-rules.ts';
import { isNamed } from '../job/logical-key.ts';
import type { Attempt, Exchange } from '../records/exchange.ts';
import type { RequestHistory } from '../records/request-history.ts';
import type { Undecided } from './finding.ts';
import { counted } from './print-verdict.ts';
import { repeatedAcceptances } from './repeats.ts';

/** A space in which nothing was tested [mock.verdict.nothing-seen]. */
export function nothingSeen({ exchanges, journal }: RequestHistory): Undecided {
  const { requests } = exchanges;
  const last = requests === 0 ? undefined : journal.find(journal.latest);
  const why =
    requests === 0
      ? 'no request came: the client called something else, or nothing'
      : `${counted(requests, 'request')} came, and no submission among them${last === undefined ? '' : `; the last one was ${lineOf(last)}`}: check the base URL and the key of the client`;
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

/** Redirects to an address where the mock cannot see requests [mock.verdict.followed-to-private]. */
export function unseenRedirects(history: RequestHistory): readonly Undecided[] {
  return [...history.unseen.all()].map(([job]) => ({
    code: 'followed-to-private',
    by: 'client',
    logical_key: history.ofJob(job)?.key ?? job,
    why: 'a redirect led to a private address where the mock cannot see requests',
  }));
}

/** Returns true if it depends on the provider whether a repeated key is sold twice, which a cassette does not show. */
export function isOfUnknownName(attempts: readonly Attempt[]): boolean {
  const recorded = attempts.find(({ job }) => job?.recorded !== undefined);
  return recorded !== undefined && isNamed(recorded.key);
}

/** Results about the submissions of a key that no cassette shows [mock.cassettes.verdict]. */
export function* recordedGaps(key: string, attempts: readonly Attempt[]): Iterable<Undecided> {
  const gap = { by: 'test', logical_key: key } as const;
  const unproven = attempts.findIndex(({ truth }) => truth === 'unknown');
  const later = unproven === -1 ? [] : attempts.slice(unproven + 1);
  if (later.some(({ truth }) => truth !== 'refused')) {
    const why = 'sent again after a recorded response that proves nothing';
    yield { code: 'paid-twice', ...gap, why };
  } else if (isOfUnknownName(attempts) && repeatedAcceptances(attempts).length > 0) {
    const why = 'sent again under one key, and a cassette does not show whether that is sold twice';
    yield { code: 'paid-twice', ...gap, why };
  }
  const lacksEnd = attempts.some(({ job }) => {
    const { end, hasFile = true } = job?.recorded ?? {};
    return end === 'unknown' || (end === 'completed' && !hasFile);
  });
  if (lacksEnd)
    yield { code: 'lost-film', ...gap, why: 'the cassette lacks the end of the job, or its file' };
}
