/** The owner a filter names: an API user may be named by its id alone. Null when none is named. */
export function ownerNamed(text: string | undefined): string | null {
  if (text === undefined) return null;
  return text.startsWith('us_') ? `user:${text}` : text;
}
