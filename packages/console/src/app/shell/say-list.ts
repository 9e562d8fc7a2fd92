/** Joins items with the separator of the language: "a, b, c" or "甲、乙、丙". */
export function sayList(items: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }).format(items);
}
