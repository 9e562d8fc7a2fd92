import {
  type Certainty,
  type CounterLook,
  type CounterWord,
  checkWord,
  type WordVerdict,
} from '../../job/doubt.ts';
import type { UpstreamOutput } from '../../upstream/upstream-handle.ts';
import { releaseUntil, saveEvent } from './save-event.ts';
import type { StepResult, StepContext } from './step-context.ts';

/** A statement that a job's provider made against it just now. */
interface SaidWord {
  readonly word: CounterWord;
  readonly known: Certainty;
  readonly paceMs: number;
}

/** Decides on a statement that the job's provider made against it just now. */
export async function checkSaidWord(
  context: StepContext,
  { word, known, paceMs }: SaidWord,
): Promise<WordVerdict> {
  const look = await lookNow(context, context.job.output, paceMs);
  return checkWord(context.job.doubt, { ...look, word }, known);
}

/** Queries again later, because the statement is not believed yet. */
export function askAgainLater(
  context: StepContext,
  verdict: Exclude<WordVerdict, { readonly kind: 'believed' }>,
  { detail, dueAt }: { readonly detail: string; readonly dueAt: number },
): Promise<StepResult> {
  return verdict.kind === 'doubted'
    ? saveEvent(context, { kind: 'doubted', doubt: verdict.doubt, detail, dueAt })
    : releaseUntil(context, dueAt);
}

/**
 * Returns a check of the job's provider just now. Its statements to another secret have another source.
 *
 * @param output - the provider's last report of where the result is, and for how long
 */
export async function lookNow(
  { job, ports }: Pick<StepContext, 'job' | 'ports'>,
  output: UpstreamOutput | null,
  paceMs: number,
): Promise<Omit<CounterLook, 'word'>> {
  const { accountId } = job;
  const load = accountId === null ? undefined : await ports.storage.accounts.find(accountId);
  const source = `${accountId ?? ''}@${load?.account.secretSince ?? ''}`;
  const { keptUntil } = output ?? {};
  // A clock that jumped ahead makes no statement old.
  const at = (await ports.trustedNow?.()) ?? ports.clock.now();
  const promise = keptUntil === undefined ? {} : { promisedUntil: keptUntil };
  return { source, at, paceMs, ...promise };
}
