import { isNamed } from '../job/logical-key.ts';
import { chargeAt } from '../job/mock-job.ts';
import { stripMagicTokens } from '../job/strip-magic-tokens.ts';
import { isAccepted } from '../records/attempt-chain.ts';
import type { AcceptedAttempt, Attempt } from '../records/exchange.ts';
import type { ProviderState } from '../state/provider-state.ts';
import type { Remark } from './exceptions.ts';
import { about, type FoundFinding, finding } from './finding.ts';
import {
  isGivenBack,
  needlessByRepeat,
  needlessOf,
  paidAgain,
  type Repeat,
  repeatedAcceptances,
} from './repeats.ts';
import { repeaterOf } from './sdk-retries.ts';
import { isOfUnknownName } from './undecided-results.ts';

/** Payments of a space for what had been paid for already. */
export interface Repeats {
  /** Jobs that were paid for in vain beside another one. */
  readonly needless: ReadonlySet<AcceptedAttempt>;
  /** Findings about several keys. */
  readonly findings: readonly FoundFinding[];
  readonly remarks: readonly Remark[];
  /** Findings about the submissions of one key; none if one about the whole space counts its jobs. */
  ofKey(attempts: readonly Attempt[]): readonly FoundFinding[];
}

/**
 * Finds what was paid for more than once: in one key, over several, and beyond the number of jobs wanted.
 *
 * @param wish - statements of a test about its space: the jobs that it wants, and whether every request is its own
 */
export function findRepeats(
  world: ProviderState,
  wish: { readonly jobs?: number; readonly isSingleTest?: boolean },
): Repeats {
  const { jobs, isSingleTest = false } = wish;
  const now = world.clock.now();
  const { requestHistory } = world;
  const ofKeys = repeatsOfKeys(requestHistory.histories());
  const known = [...ofKeys.values()].flat();
  const orders = requestHistory.accepted.filter(({ job }) => job.duplicateOf === undefined);
  const again = paidAgain(orders, known, now);
  const needlessOfEach = needlessByRepeat(isSingleTest ? [...known, ...again] : known);
  const needless = new Set(needlessOfEach.values());
  const paid = orders.filter((attempt) => !isGivenBack(attempt, now));
  if (jobs !== undefined && paid.length > jobs) {
    const others = paid.filter((attempt) => !needless.has(attempt));
    const surplus = Math.max(0, paid.length - jobs - needless.size);
    for (const one of needlessOf(others, surplus)) needless.add(one);
    const findings = [tooMany(paid, needless, { wanted: jobs, now })];
    return { needless, findings, remarks: [], ofKey: () => [] };
  }
  const why = `${orders.length} jobs were accepted and ${jobs} wanted`;
  const missing = orders.length < (jobs ?? 0) ? [finding('missing-job', { why })] : [];
  const wastedBy = ({ repeat }: Repeat) =>
    chargeAt((needlessOfEach.get(repeat) ?? repeat).job, now);
  const repeated = again.map((pair) => paidAgainFinding(pair, wastedBy(pair)));
  return {
    needless,
    findings: isSingleTest ? [...missing, ...repeated] : missing,
    remarks: isSingleTest ? [] : remarksOn(again),
    ofKey: (attempts) => paidTwice(attempts, ofKeys.get(attempts.at(-1)) ?? [], wastedBy),
  };
}

/** Repeats by the latest attempt of their key. */
function repeatsOfKeys(histories: Iterable<readonly [key: string, attempts: readonly Attempt[]]>) {
  const byLatest = new Map<Attempt | undefined, readonly Repeat[]>();
  for (const [, attempts] of histories) {
    if (attempts.length < 2 || isOfUnknownName(attempts)) continue;
    const repeats = repeatedAcceptances(attempts);
    if (repeats.length > 0) byLatest.set(attempts.at(-1), repeats);
  }
  return byLatest;
}

/** Work paid for more than once [mock.verdict.paid-twice]. `wastedBy`: credits paid in vain because of a repeat. */
function paidTwice(
  attempts: readonly Attempt[],
  repeats: readonly Repeat[],
  wastedBy: (repeat: Repeat) => number,
): readonly FoundFinding[] {
  const [first] = repeats;
  if (first === undefined) return [];
  const contents = new Set(repeats.map(({ repeat: { content } }) => content));
  const accepted = attempts.filter(isAccepted).filter(({ content }) => contents.has(content));
  const reported = accepted.filter(({ means }) => means === 'accepted').length;
  return [
    finding('paid-twice', {
      ...about(...accepted),
      credits_wasted: repeats.reduce((sum, repeat) => sum + wastedBy(repeat), 0),
      why: `${repeats.length} of ${accepted.length} accepted jobs paid again for the same work; the responses of ${reported} of them left the mock complete`,
      hint: repeaterOf(attempts.slice(1)),
    }),
  ];
}

/** Jobs shown side by side. */
const mostBeside = 5;
const longestPrompt = 60;

/** More jobs than were wanted [mock.verdict.paid-twice]. `needless`: those of them that were paid for in vain. */
function tooMany(
  accepted: readonly AcceptedAttempt[],
  needless: ReadonlySet<AcceptedAttempt>,
  { wanted, now }: { readonly wanted: number; readonly now: number },
): FoundFinding {
  const differing = differencesOf(accepted);
  const alike =
    differing.length === 0 ? 'they are equal' : `they differ in ${differing.join(', ')}`;
  const rest = accepted.length - mostBeside;
  const beside = accepted.slice(0, mostBeside).map((one) => describe(one));
  return finding('paid-twice', {
    ...about(...accepted),
    logical_key: null,
    credits_wasted: [...needless].reduce((sum, { job }) => sum + chargeAt(job, now), 0),
    why: `${accepted.length} jobs were accepted and ${wanted} wanted; ${alike}: ${beside.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`,
    hint: repeaterOf(accepted.slice(1)),
  });
}

/** A probable second payment [mock.verdict.paid-again]. `wasted`: credits. */
function paidAgainFinding({ repeat, of }: Repeat, wasted: number): FoundFinding {
  return finding('paid-again', {
    ...about(of, repeat),
    likely: true,
    logical_key: repeat.key,
    credits_wasted: wasted,
    why: againWhy({ repeat, of }),
    hint: repeaterOf([repeat]),
  });
}

/** In a space of several tests, such a pair is probably two separate pieces of work. */
function remarksOn(again: readonly Repeat[]): readonly Remark[] {
  const [first] = again;
  if (first === undefined) return [];
  const why = `${again.length} of the jobs may have been paid for again: one was ${againWhy(first)}; this is a finding if the space belongs to one test (single_test=true)`;
  return [{ code: 'paid-again', why }];
}

function againWhy({ repeat, of }: Repeat): string {
  const differing = differencesOf([of, repeat]);
  const change = differing.length === 0 ? 'unchanged' : `with another ${differing.join(' and ')}`;
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
