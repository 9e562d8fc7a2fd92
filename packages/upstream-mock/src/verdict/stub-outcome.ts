import * as z from 'zod';
import { stateAt } from '../job/mock-job.ts';
import type { ProviderState } from '../state/provider-state.ts';
import { type Finding, type FindingCode, finding, findingCodes, type Unknown } from './finding.ts';
import type { Verdict } from './verdict.ts';

export interface Undecided {
  readonly code: FindingCode;
  readonly by: Finding['by'];
  readonly logical_key: string | null;
  readonly why: string;
}
export interface Missing {
  readonly code: FindingCode;
  readonly expected: number | null;
  readonly found: number;
}

const codes = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(findingCodes)))
  .optional();
const counted = z
  .string()
  .transform((text) =>
    text.split(',').map((part) => {
      const [code, count] = part.split(':');
      const known = z.enum(findingCodes).parse(code);
      return [known, count === undefined ? undefined : Number(count)] as const;
    }),
  )
  .optional();
const flag = z.literal('true').optional();

export const wishParameters = {
  jobs: z.string().regex(/^\d+$/).transform(Number).optional(),
  single_test: flag,
  strict: flag,
  ignore: codes,
  expect: counted,
  by: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(['client', 'provider', 'wire', 'test'])))
    .optional(),
};

export type Wishes = z.output<z.ZodObject<typeof wishParameters>>;
export const noWishes: Wishes = {};

interface Shown {
  readonly findings: readonly Finding[];
  readonly unknown: readonly Unknown[];
}

export function stubOutcome(
  world: ProviderState,
  shown: Shown,
  { jobs, strict, ignore = [], expect = [], by }: Wishes,
): Pick<Verdict, 'space' | 'outcome' | 'summary' | 'undecided' | 'missing' | 'findings'> {
  const now = world.clock.now();
  const accepted = [...world.jobs()];
  const open = accepted.filter((job) => ['queued', 'running'].includes(stateAt(job, now)));
  const facts = { logical_key: null, jobs: [], credits_wasted: 0, evidence: [], hint: '' };
  const isNothing = accepted.length === 0 && jobs !== 0;
  const undecided: Undecided[] = [
    ...(isNothing ? [stubUndecided('nothing-seen', 'test', 'no submission came')] : []),
    ...open.map(({ id }) => stubUndecided('still-open', 'client', id)),
  ].filter(({ code, by: who }) => !ignore.includes(code) && (by?.includes(who) ?? true));
  const wanted = [
    ...shown.findings,
    ...shown.unknown
      .filter(({ code }) => code === 'lost-film')
      .map(({ code, ...rest }) => ({
        ...finding(code, { ...facts, ...rest }),
        by: 'wire' as const,
      })),
    ...(jobs !== undefined &&
    accepted.length > jobs &&
    !shown.findings.some(({ code }) => code === 'paid-twice')
      ? [finding('paid-twice', { ...facts, why: `${accepted.length} jobs, ${jobs} wanted` })]
      : []),
    ...(jobs !== undefined && accepted.length < jobs
      ? [finding('missing-job', { ...facts, why: `${accepted.length} jobs, ${jobs} wanted` })]
      : []),
  ].filter(({ code, by: who }) => !ignore.includes(code) && (by?.includes(who) ?? true));
  const missing = expect.flatMap(([code, count]) => {
    const found = wanted.filter((one) => one.code === code).length;
    const isThere = count === undefined ? found > 0 : found === count;
    return isThere ? [] : [{ code, expected: count ?? null, found }];
  });
  const findings = wanted.filter(({ code }) => !expect.some(([expected]) => expected === code));
  const isFound =
    missing.length > 0 ||
    findings.some(({ severity }) => severity === 'error' || strict === 'true');
  const outcome = isFound ? 'found' : undecided.length > 0 ? 'undecided' : 'clean';
  const space = '?';
  const summary = `space ${space}: ${world.requestHistory.journal.latest} requests, ${accepted.length} jobs, 0 credits`;
  return { space, outcome, summary, undecided, missing, findings };
}

function stubUndecided(code: FindingCode, by: Finding['by'], why: string): Undecided {
  return { code, by, logical_key: null, why };
}
