/**
 * Header of a refusal whose body is `{detail}` alone: its code in one word, so that pages may say it in the language of whoever
 * reads them. It is the code of the request log, too.
 */
export const errorCodeHeader = 'x-error-code';

/** The code of a kind of failure, as headers and logs write it. */
export function errorCodeOf(kind: string): string {
  return kind.replaceAll('-', '_');
}
