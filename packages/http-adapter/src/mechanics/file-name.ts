import { isUtf8 } from 'node:buffer';

/** Longest file name kept, in characters. */
const longest = 255;
const controlCharacters = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The file name a caller states in a header: percent-decoded, or read as UTF-8, where that is valid, without control and direction
 * characters, cut to 255 characters. Metadata only: it is never a path. Null when nothing is left of it.
 */
export function readFileName(header: string | undefined): string | null {
  if (header === undefined) return null;
  const name = Array.from(percentDecoded(header).replaceAll(controlCharacters, ''))
    .slice(0, longest)
    .join('');
  return name.trim() === '' ? null : name;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(utf8(text));
  } catch {
    return utf8(text);
  }
}

/** Node gives header bytes one character each; callers that send UTF-8 as it is mean it as such. */
function utf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}
