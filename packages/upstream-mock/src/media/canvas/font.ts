/** Cells across a letter, and from its left edge to that of the next. */
const LETTER_COLUMNS = 5;
export const SLOT_COLUMNS = LETTER_COLUMNS + 1;

/** Cells from one base line to the next: seven above, two below, one between. */
export const LINE_ROWS = 10;

/** Rows of a letter above the base line. */
export const BODY_ROWS = 7;

/** End of a truncated text. */
export const ELLIPSIS = '\u2026';

/**
 * Printable ASCII and the ellipsis. A letter is its rows from the top, one digit of base 32 each, whose bits are the
 * cells from the left. Seven rows are above the base line; two more may be below it.
 */
const LETTERS = `
0 4444404 aaa aavavaa 4fke5u4 pp248jj cik8lid 448 2488842 8422248 04lel4 044v44 00000cc8 000v
00000cc 122488g ehjlphe 4c4444e eh168gv v2421he 26aiv22 vgu11he 68guhhe v124888 ehhehhe
ehhf12c 0cc0cc 0cc0cc8 248g842 00v0v 8421248 eh16404 ehnlnge 4ahhvhh uhhuhhu ehggghe uhhhhhu
vgguggv vgguggg ehgnhhf hhhvhhh e44444e 72222ic hikokih ggggggv hrllhhh hhpljhh ehhhhhe
uhhuggg ehhhlid uhhukih fgge11u v444444 hhhhhhe hhhhha4 hhhllla hha4ahh hha4444 v1248gv
e88888e g884221 e22222e 4ah 0000000v 842 00e1fhf gguhhhu 00ehghe 11fhhhf 00ehvge 698s888
00fhhhf1e ggmphhh 40c444e 2062222ic ggikoki c44444e 00qllll 00mphhh 00ehhhe 00uhhhugg
00fhhhf11 00mpggg 00fge1u 88s8896 00hhhjd 00hhha4 00hhlla 00ha4ah 00hhhhf1e 00v248v 3448443
44444444 o44244o 008l2 000000l`;

const FONT: ReadonlyMap<string, readonly number[]> = new Map(
  LETTERS.trim()
    .split(/\s/)
    .map((rows, index, all) => [
      index === all.length - 1 ? ELLIPSIS : String.fromCharCode(32 + index),
      Array.from(rows, (digit) => Number.parseInt(digit, 32)),
    ]),
);

/** Typographic signs that are common in prompts, and their ASCII replacements. */
const STAND_INS: ReadonlyMap<string, string> = new Map(
  Array.from(
    '\u2010-\u2013-\u2014-\u2018\'\u2019\'\u201c"\u201d"\u00d7x'.matchAll(/(.)(.)/g),
    (pair) => [pair[1] ?? '', pair[2] ?? ''],
  ),
);

/** Rows of a letter from the top, up to nine of five bits, leftmost cell highest; empty for an unknown character. */
export function letterRows(letter: string): readonly number[] {
  return FONT.get(letter) ?? [];
}

/** Replaces characters that the font lacks by their code points, so that texts of every script stay distinguishable. */
export function printable(text: string): string {
  const letters = Array.from(text.trim().replaceAll(/\s+/g, ' '), (character) => {
    if (FONT.has(character)) return character;
    const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return STAND_INS.get(character) ?? `<${digits}>`;
  });
  return letters.join('');
}
