/** Spaces within a line, full-width ones included, as the inside of a character class. */
export const promptSpaces = ' \\t\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000';
