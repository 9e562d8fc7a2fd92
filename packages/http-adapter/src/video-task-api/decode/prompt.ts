import { checkPrompt, type ModelFamily } from '@filmgate/core';
import type { FieldReader } from './field-reader.ts';

/**
 * Checks a prompt: 1 to the model's limit of Unicode code points, not white space only, no half of a surrogate pair,
 * which no upstream could be sent as UTF-8.
 *
 * @param prompt.text - undefined when none was given
 * @param prompt.param - the field it came from
 */
export function readPrompt(
  reader: FieldReader,
  { text, param }: { readonly text: string | undefined; readonly param: string },
  family: ModelFamily,
): string | undefined {
  const check = checkPrompt(text, family.promptLimit);
  switch (check.kind) {
    case 'absent':
      return reader.refuse(param, `${param} is required and must not be empty.`);
    case 'blank':
      return reader.refuse(param, `${param} must not be white space only.`);
    case 'too-long':
      return reader.refuse(
        param,
        `${param} must have at most ${check.limit} characters; it has ${check.codePoints}.`,
      );
    case 'usable':
      return text?.isWellFormed() === true
        ? text
        : reader.refuse(param, `${param} holds half of a surrogate pair.`);
  }
}
