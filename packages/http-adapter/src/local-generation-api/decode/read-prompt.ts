import { checkPrompt, type ModelFamily } from '@filmgate/core';
import type { LocalFieldReader } from './local-field-reader.ts';

/** Text a prompt may come from, and the field it stands in. */
export interface PromptSource {
  readonly text: string | undefined;
  readonly param: string;
}

/**
 * The first of some texts that says anything: a text of white space only is not a prompt [local.chat.prompt-required]. It must keep to
 * the model's limit of Unicode code points and hold no half of a surrogate pair, which no upstream could be sent.
 *
 * @returns the prompt, empty when it was refused
 */
export function readPrompt(
  reader: LocalFieldReader,
  sources: readonly PromptSource[],
  { promptLimit }: Pick<ModelFamily, 'promptLimit'>,
): string {
  for (const { text, param } of sources) {
    const check = checkPrompt(text, promptLimit);
    if (check.kind === 'absent' || check.kind === 'blank' || text === undefined) continue;
    if (check.kind === 'too-long') {
      const { codePoints, limit } = check;
      reader.refuse(param, `${param} must have at most ${limit} characters; it has ${codePoints}.`);
    } else if (!text.isWellFormed()) {
      reader.refuse(param, `${param} holds half of a surrogate pair.`);
    }
    return text;
  }
  reader.refuse('prompt', 'A prompt is required, and not of white space only.', 'prompt-required');
  return '';
}
