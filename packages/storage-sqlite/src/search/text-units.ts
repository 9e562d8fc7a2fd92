import { foldText } from './fold-text.ts';

/** ASCII stands here, in a script hardly anybody uses: the index takes most of ASCII for gaps between terms. */
const asciiFrom = 0x0700;
const asciiEnd = 0x80;

/** Halves of characters stand here: alone, SQLite would keep none of them. */
const halvesFrom = 0xb000;
const firstHalf = 0xd800;
const halvesEnd = 0xe000;

/** Stands for what is behind a text. */
const replacement = 0xfffd;

/**
 * The code units of a text as the index writes them: folded, and each one a character a term may have. Two that
 * are written alike cost a look at a wrong hit, nothing more.
 */
export function textUnits(text: string): Uint16Array {
  const folded = foldText(text);
  const units = new Uint16Array(folded.length);
  for (let at = 0; at < units.length; at += 1) units[at] = toUnit(folded.charCodeAt(at));
  return units;
}

/** As `textUnits`, with so many units behind the text. */
export function endedTextUnits(text: string, more: number): Uint16Array {
  const units = textUnits(text);
  const ended = new Uint16Array(units.length + more).fill(replacement, units.length);
  ended.set(units);
  return ended;
}

/** Whether a unit is none of ASCII's letters and digits, so that words end there. */
export function isGap(unit: number): boolean {
  const code = unit - asciiFrom;
  if (code < 0 || code >= asciiEnd) return false;
  const isDigit = code >= 0x30 && code <= 0x39;
  const isLetter = code >= 0x61 && code <= 0x7a;
  return !isDigit && !isLetter;
}

function toUnit(code: number): number {
  if (code < asciiEnd) return asciiFrom + code;
  return code >= firstHalf && code < halvesEnd ? halvesFrom + code - firstHalf : code;
}
