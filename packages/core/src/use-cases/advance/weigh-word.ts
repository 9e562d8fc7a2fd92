import {
  type Certainty,
  type CounterLook,
  type CounterWord,
  judgeWord,
  type WordVerdict,
} from '../../job/doubt.ts';
import type { UpstreamOutput } from '../../upstream/upstream-handle.ts';
import { releaseUntil, saveEvent } from './save-event.ts';
import type { StepResult, Work } from './work.ts';

/** A word that a job's upstream said against it just now. */
interface SaidWord {
  readonly word: CounterWord;
  readonly known: Certainty;
  readonly paceMs: number;
}

/** What a word against the job comes to that its upstream said just now. */
export async function weighWord(
  work: Work,
  { word, known, paceMs }: SaidWord,
): Promise<WordVerdict> {
  const look = await lookNow(work, work.job.output, paceMs);
  return judgeWord(work.job.doubt, { ...look, word }, known);
}

/** Asks again later, because what was said is not believed yet. */
export function stayDoubtful(
  work: Work,
  verdict: Exclude<WordVerdict, { readonly kind: 'believed' }>,
  { detail, dueAt }: { readonly detail: string; readonly dueAt: number },
): Promise<StepResult> {
  return verdict.kind === 'doubted'
    ? saveEvent(work, { kind: 'doubted', doubt: verdict.doubt, detail, dueAt })
    : releaseUntil(work, dueAt);
}

/**
 * A look at the job's upstream just now. What it says to another secret is said by another one.
 *
 * @param output - what it said last of where the result lies, and for how long
 */
export async function lookNow(
  { job, ports }: Pick<Work, 'job' | 'ports'>,
  output: UpstreamOutput | null,
  paceMs: number,
): Promise<Omit<CounterLook, 'word'>> {
  const { accountId } = job;
  const load = accountId === null ? undefined : await ports.storage.accounts.find(accountId);
  const source = `${accountId ?? ''}@${load?.account.secretSince ?? ''}`;
  const { keptUntil } = output ?? {};
  // A clock that jumped ahead makes no word old.
  const at = (await ports.trustedNow?.()) ?? ports.clock.now();
  const promise = keptUntil === undefined ? {} : { promisedUntil: keptUntil };
  return { source, at, paceMs, ...promise };
}
