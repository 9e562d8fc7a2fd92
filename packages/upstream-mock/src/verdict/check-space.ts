import type { RuleCounts } from '../faults/submission-rules.ts';
import type { Exchange } from '../records/exchange.ts';
import type { RequestHistory } from '../records/request-history.ts';
import type { Undecided } from './finding.ts';
import { counted } from './print-verdict.ts';

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
