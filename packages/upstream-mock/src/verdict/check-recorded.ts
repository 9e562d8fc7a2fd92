import type { Attempt } from '../records/exchange.ts';
import type { Undecided } from './finding.ts';
import { isOfUnknownName } from './check-attempts.ts';
import { repeatedAcceptances } from './repeats.ts';

/** Results about the submissions of a key that no cassette shows [mock.cassettes.verdict]. */
export function recordedGaps(key: string, attempts: readonly Attempt[]): readonly Undecided[] {
  return [...soldTwice(key, attempts), ...filmsUnreported(key, attempts)];
}

function soldTwice(key: string, attempts: readonly Attempt[]): readonly Undecided[] {
  if (attempts.length < 2) return [];
  const unproven = attempts.findIndex(({ truth }) => truth === 'unknown');
  const again = attempts.slice(unproven + 1).some(({ truth }) => truth !== 'refused');
  if (unproven !== -1 && again)
    return [
      undecided('paid-twice', key, 'sent again after a recorded response that proves nothing'),
    ];
  return isOfUnknownName(attempts) && repeatedAcceptances(attempts).length > 0
    ? [
        undecided(
          'paid-twice',
          key,
          'sent again under one key, and a cassette does not show whether that is sold twice',
        ),
      ]
    : [];
}

function filmsUnreported(key: string, attempts: readonly Attempt[]): readonly Undecided[] {
  const isUnreported = attempts.some(
    ({ job }) =>
      job?.recorded?.end === 'unknown' ||
      (job?.recorded?.end === 'completed' && !job.recorded.hasFile),
  );
  const why = 'the cassette lacks the end of the job, or its file';
  return isUnreported ? [undecided('lost-film', key, why)] : [];
}

function undecided(code: Undecided['code'], key: string, why: string): Undecided {
  return { code, by: 'test', logical_key: key, why };
}
