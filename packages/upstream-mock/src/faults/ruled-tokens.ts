import { chaosFault, type ChaosSubject } from './chaos.ts';
import { type MockInstructions, noInstructions } from '../job/mock-instructions.ts';
import { parseMagicTokens } from './parse-magic-tokens.ts';
import type { MockSubmission } from '../job/mock-job.ts';
import { readSubmissionTokens, type SubmissionTokens } from './submission-tokens.ts';
import type { AskedRules, RuledRequest, SubmissionRules } from './submission-rules.ts';

/** Instructions of a submission, and the decision of rules about it; undefined if they were not evaluated. */
export interface RuledTokens {
  readonly tokens: SubmissionTokens;
  readonly asked: AskedRules | undefined;
}

/** Tokens of a fault, as written in a text. */
export function writtenFault(fault: string): string {
  return `[[mock:${fault}]]`;
}

/**
 * Reads the tokens of a submission, followed by those of the rule that decides [mock.rules.tokens]. Counts nothing.
 *
 * @param sent - with its tokens
 * @param known - the submission without tokens in its model, its key and account, and its `Idempotency-Key`, whose
 *   tokens precede those of its texts; null without one
 */
export function readRuledTokens(
  rules: SubmissionRules,
  sent: MockSubmission,
  {
    idempotencyKey,
    ...known
  }: Pick<RuledRequest, 'account' | 'key' | 'model' | 'at'> & {
    readonly attempt: number;
    readonly idempotencyKey: string | null;
  },
): RuledTokens {
  const { key, attempt } = known;
  const isCalledBack = sent.callback !== undefined;
  const drawn = drawnInstructions(rules, { key, attempt, isCalledBack });
  const named = parseMagicTokens(idempotencyKey ?? '', drawn, attempt);
  if (named.kind === 'unknown')
    return { tokens: { ...named, field: 'Idempotency-Key' }, asked: undefined };
  const own = readSubmissionTokens(sent, attempt, named.instructions);
  if (own.kind === 'unknown') return { tokens: own, asked: undefined };
  const asked = rules.ask({ ...known, op: 'submit', prompt: sent.prompt, wire: sent.wire });
  if (asked === undefined || asked.fault === null) return { tokens: own, asked };
  const added = parseMagicTokens(writtenFault(asked.fault), own.instructions, attempt);
  const field = `rule ${asked.ruling.decided?.name ?? ''}`;
  return { tokens: added.kind === 'unknown' ? { ...added, field } : added, asked };
}

/** Faults drawn by chaos, which precede all texts, so that the tokens of a test override them. */
function drawnInstructions(
  { chaos }: Pick<SubmissionRules, 'chaos'>,
  { key, ...subject }: Omit<ChaosSubject, 'key'> & { readonly key: string | null },
): MockInstructions {
  const fault = chaos === null || key === null ? '' : chaosFault(chaos, { key, ...subject });
  const drawn = fault === '' ? undefined : parseMagicTokens(writtenFault(fault));
  return drawn?.kind === 'parsed' ? drawn.instructions : noInstructions;
}
