/** The space of requests that name none. */
export const defaultSpace = 'default';

/** Rule for names of spaces, worded for a refusal. */
export const spaceNameRule =
  'the name of a space has 1 to 64 letters, digits, dots, hyphens and underscores, and begins with a letter or digit';

/** Safe in a path and in a header without escapes. */
export const spaceNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function isSpaceName(text: string): boolean {
  return spaceNamePattern.test(text);
}

/** Prefix of the paths of a space; empty for the default one, whose links have no space. */
export function spacePath(name: string): string {
  return name === defaultSpace ? '' : `/s/${name}`;
}
