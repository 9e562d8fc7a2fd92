import type { Change, MockInstructions } from '../job/mock-instructions.ts';
import type { MockSubmission } from '../job/mock-job.ts';
import { stripMagicTokens, tokenPattern } from '../job/strip-magic-tokens.ts';
import { chaosFault } from './chaos.ts';
import { nothingRead, parseFaultList, type ParsedFaults, parseFaults } from './parse-faults.ts';
import type { RuleOutcome } from './rule-form.ts';
import type { RuledRequest } from './rule-match.ts';
import type { AskedRules, SubmissionRules } from './submission-rules.ts';

/** Every text of a submission, by its field in the mock's own API and in that API's order. */
function textsOf(submission: MockSubmission): readonly (readonly [field: string, text: string])[] {
  const { correlationId, model, prompt, negativePrompt, aspectRatio, resolution } = submission;
  return [
    ['correlation_id', correlationId],
    ['model', model],
    ['prompt', prompt],
    ['negative_prompt', negativePrompt ?? ''],
    ['aspect_ratio', aspectRatio],
    ['resolution', resolution],
    ...submission.references.flatMap(({ role, contentType, fileName = '' }, index) => [
      [`references[${index}].role`, role] as const,
      [`references[${index}].content_type`, contentType] as const,
      [`references[${index}].file_name`, fileName] as const,
    ]),
  ];
}

/**
 * Reads the tokens of all texts as if they followed each other [mock.tokens-everywhere].
 *
 * @param attempt - number of the submission for its logical key
 * @param before - tokens from other sources than its texts
 */
export function readSubmissionTokens(
  submission: MockSubmission,
  attempt = 1,
  before: ParsedFaults = nothingRead,
): ParsedFaults {
  return textsOf(submission).reduce(
    (read, [from, text]) => parseFaults(text, { from, attempt }, read),
    before,
  );
}

/** The submission without tokens in fields that are looked up or priced. Its name and its prompts are unchanged. */
export function withoutTokens(submission: MockSubmission): MockSubmission {
  return {
    ...submission,
    model: stripped(submission.model),
    aspectRatio: stripped(submission.aspectRatio),
    resolution: stripped(submission.resolution),
    references: submission.references.map(({ fileName: _name, ...reference }) => ({
      ...reference,
      role: stripped(reference.role),
      contentType: stripped(reference.contentType),
    })),
  };
}

function stripped(text: string): string {
  return text.search(tokenPattern) === -1 ? text : stripMagicTokens(text);
}

/** Instructions of a submission, and the decision of rules about it; undefined if they were not evaluated. */
export interface RuledTokens {
  readonly tokens: ParsedFaults;
  readonly asked: AskedRules | undefined;
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
  }: Omit<RuledRequest, 'op' | 'prompt' | 'wire' | 'attempt'> & {
    readonly attempt: number;
    readonly idempotencyKey: string | null;
  },
): RuledTokens {
  const { key, attempt } = known;
  const isCalledBack = sent.callback !== undefined;
  const drawn =
    rules.chaos === null || key === null
      ? ''
      : chaosFault(rules.chaos, { key, attempt, isCalledBack });
  const chaos = drawn === '' ? nothingRead : parseFaultList(drawn, { from: 'chaos' });
  const named = parseFaults(idempotencyKey ?? '', { from: 'Idempotency-Key', attempt }, chaos);
  const own = readSubmissionTokens(sent, attempt, named);
  if (own.kind === 'unknown') return { tokens: own, asked: undefined };
  const asked = rules.ask({ ...known, op: 'submit', prompt: sent.prompt, wire: sent.wire });
  if (asked.outcome === null) return { tokens: own, asked };
  const place = { from: `rule ${asked.ruling.decided?.name ?? ''}`, attempt };
  const { fault } = asked.outcome;
  const added = fault === undefined ? own : parseFaultList(fault, place, own);
  if (added.kind === 'unknown') return { tokens: added, asked };
  const instructions = { ...added.instructions, ...ownResponse(asked.outcome, added.instructions) };
  return { tokens: { ...added, instructions }, asked };
}

/** Instructions for the response of a rule: with a status of its own nothing is accepted unless the rule says so. */
function ownResponse(
  { status, body, accepted }: RuleOutcome,
  { response, refuse, refuseCode }: MockInstructions,
): Change {
  const own = (isAccepted: boolean): Change => ({
    refuse: null,
    refuseCode: null,
    response: 'own',
    accepted: isAccepted ? 'yes' : 'no',
  });
  if (status !== undefined) return own(accepted ?? false);
  if (refuse !== null || refuseCode !== null) return {};
  if (response !== null) return accepted === undefined ? {} : { accepted: accepted ? 'yes' : 'no' };
  return body === undefined && accepted !== false ? {} : own(accepted ?? true);
}
