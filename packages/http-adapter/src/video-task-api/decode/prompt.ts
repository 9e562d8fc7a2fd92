import { checkPrompt, type ModelFamily, type PromptCheck } from '@filmgate/core';
import type { FieldReader } from './field-reader.ts';

/**
 * Checks a prompt: 1 to the model's limit of Unicode code points, not white space only, no half of a surrogate pair,
 * which no upstream could be sent as UTF-8.
 *
 * @param prompt.text - undefined when none was given
 * @param prompt.param - the field it came from
 * @returns the prompt, empty when it was refused
 */
export function readPrompt(
  reader: FieldReader,
  { text = '', param }: { readonly text: string | undefined; readonly param: string },
  family: ModelFamily,
): string {
  const check = checkPrompt(text, family.promptLimit);
  if (check.kind !== 'usable') {
    reader.refuse(param, `${param} ${rule(check)}.`);
    return '';
  }
  if (!text.isWellFormed()) reader.refuse(param, `${param} holds half of a surrogate pair.`);
  return text;
}

function rule(check: Exclude<PromptCheck, { readonly kind: 'usable' }>): string {
  switch (check.kind) {
    case 'absent':
      return 'is required and must not be empty';
    case 'blank':
      return 'must not be white space only';
    case 'too-long':
      return `must have at most ${check.limit} characters; it has ${check.codePoints}`;
  }
}
