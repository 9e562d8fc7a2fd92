import type { AcceptedAttempt, Attempt } from '../evidence/exchange.ts';
import type { MockWorld } from '../world/mock-world.ts';
import { type Finding, findingCodes, type Unknown } from './finding.ts';
import { attemptJudges, repeatedAcceptances } from './judge-attempts.ts';
import { jobJudges } from './judge-job.ts';
import { sightingFindings, sightingUnknowns } from './judge-sightings.ts';
import { statementJudges, unknownsOf } from './judge-statement.ts';

/** What the clients of a world did wrong [mock.verdict]. */
export interface Verdict {
  /** Whether nothing was found. What is unknown is neither found nor clean. */
  readonly clean: boolean;
  /** The gravest first. */
  readonly findings: readonly Finding[];
  readonly unknown: readonly Unknown[];
}

/** The verdict as of now, from what the world remembers of its callers. */
export function judgeClients(world: MockWorld): Verdict {
  const { evidence } = world;
  const now = world.clock.now();
  const findings = [...sightingFindings(evidence)];
  const unknown: Unknown[] = [...sightingUnknowns(evidence)];
  for (const [key, attempts] of evidence.histories()) {
    const given = { key, attempts, said: evidence.statementOn(key), now };
    findings.push(
      ...attemptJudges.flatMap((judge) => judge(attempts, now) ?? []),
      ...statementJudges.flatMap((judge) => judge(given) ?? []),
      ...jobFindings(world, attempts),
    );
    unknown.push(...unknownsOf(given));
  }
  const rank = ({ code }: Finding) => findingCodes.indexOf(code);
  findings.sort((one, other) => rank(one) - rank(other));
  return { clean: findings.length === 0, findings, unknown };
}

function jobFindings(world: MockWorld, attempts: readonly Attempt[]): readonly Finding[] {
  const now = world.clock.now();
  const repeats = new Set(attempts.length > 1 ? repeatedAcceptances(attempts) : []);
  return attempts.filter(isAccepted).flatMap((attempt) => {
    const listedAt = world.evidence.listedAt(attempt.account);
    const given = { now, isRepeat: repeats.has(attempt), listedAt };
    return jobJudges.flatMap((judge) => judge(attempt, given) ?? []);
  });
}

function isAccepted(attempt: Attempt): attempt is AcceptedAttempt {
  return attempt.truth === 'accepted' && attempt.job !== null;
}
