import { isNamed } from '../job/logical-key.ts';
import type { Attempt } from '../records/exchange.ts';
import type { Undecided } from './finding.ts';
import { repeatedAcceptances } from './repeats.ts';

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
