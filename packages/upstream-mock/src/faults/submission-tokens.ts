import { nothingRead, type ParsedFaults, parseFaults } from './parse-faults.ts';
import { stripMagicTokens, tokenPattern } from '../job/strip-magic-tokens.ts';
import type { MockSubmission } from '../job/mock-job.ts';

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
