/** The space of requests that name none. */
export const defaultSpace = 'default';

/** What a space may be called, in words for a refusal. */
export const spaceNameRule =
  'a space is called by 1 to 64 letters, digits, dots, hyphens and underscores, the first a letter or digit';

/** Safe in a path and in a header as it is. */
export const spaceNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function isSpaceName(text: string): boolean {
  return spaceNamePattern.test(text);
}

/** What the paths of a space begin with; empty for the default one, whose links are as they were before there were spaces. */
export function spacePath(name: string): string {
  return name === defaultSpace ? '' : `/s/${name}`;
}
