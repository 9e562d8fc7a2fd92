import errorsInChinese from './zh/server-errors.json' with { type: 'json' };

/** Codes of the header `x-error-code` that have a translation. */
export const serverErrorCodes: ReadonlySet<string> = new Set(Object.keys(errorsInChinese));

const isKnown = (code: string): code is keyof typeof errorsInChinese => serverErrorCodes.has(code);

/**
 * Returns the Chinese text of a refusal by its code. Null for unknown codes and for English, where the server's message
 * is shown.
 */
export function sayServerError(code: string | null, language: string): string | null {
  return language === 'zh' && code !== null && isKnown(code) ? errorsInChinese[code] : null;
}
