/** Families in words; `*` is all of them. */
export function sayFamilies(families: readonly string[], all: string): string {
  return families.includes('*') ? all : families.join(', ');
}
