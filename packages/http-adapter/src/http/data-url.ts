/** Longer than any signed URL in use, in UTF-16 units; the guarded fetch has the same limit. */
const longestUrl = 8192;

const webUrl = /^\s*https?:/i;
/** First characters of base64 PNG, JPEG, WebP, GIF, BMP, TIFF and HEIC, and of anything too long for a name. */
const bareBase64 =
  /^(?:iVBORw0KGgo|\/9j\/|UklGR|R0lGOD|Qk[0-3]|SUkqA|TU0AK|AAAA..Z0eX|[A-Za-z0-9+/\s]{256})/;

/** Returns the fault of a remote file's URL, completing the sentence "<param> …"; undefined if the URL is usable. */
export function checkRemoteUrl(text: string): string | undefined {
  if (!webUrl.test(text))
    return bareBase64.test(text)
      ? 'must be a data URL: prefix the base64 text with data:image/png;base64, and the matching type'
      : 'must be an https URL or a base64 data URL';
  if (text.length > longestUrl) return `must be a URL of at most ${longestUrl} characters`;
  return URL.canParse(text) ? undefined : 'must be an https URL or a base64 data URL';
}

export type DataUrlReading =
  | { readonly kind: 'decoded'; readonly bytes: Uint8Array }
  /** Not base64, or no data URL at all. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'too-large' };

const base64Head = /^data:[^,]{0,256};base64,/i;
const scheme = 'data:';

/** Maximum bytes of a body beside its data URLs: pictures may be long, prompts may not [bodies.json.long-strings]. */
export const mostBesideDataUrls = 4 * 1024 * 1024;

/** Returns true if a text is meant as a data URL. */
export function isDataUrl(text: string): boolean {
  return text.slice(0, scheme.length).toLowerCase() === scheme;
}

/** Returns true if the text that begins at this byte is meant as a data URL. */
export function isDataUrlAt(bytes: Buffer, at: number): boolean {
  return isDataUrl(bytes.toString('latin1', at, at + scheme.length));
}

/**
 * Decodes a base64 data URL (RFC 2397). Ignores the stated media type: the bytes decide. Skips white space in the
 * base64 text, as URL parsers do.
 *
 * @param maxBytes - maximum decoded size; larger data is refused before it is decoded
 */
export function decodeDataUrl(text: string, maxBytes: number): DataUrlReading {
  const head = base64Head.exec(text)?.[0];
  if (head === undefined) return { kind: 'malformed' };
  const { digits, padding, isClean } = countBase64(text, head.length);
  if (Math.floor((digits * 3) / 4) > maxBytes) return { kind: 'too-large' };
  if (!isClean || padding > 2 || digits % 4 === 1) return { kind: 'malformed' };
  // Node's decoder skips white space.
  return { kind: 'decoded', bytes: Buffer.from(text.slice(head.length), 'base64') };
}

const digitForm = /[A-Za-z0-9+/]/;
const whiteSpace = '\t\n\f\r ';
const equals = '='.charCodeAt(0);

/** The class of each ASCII character in base64 text. */
const base64Classes = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (digitForm.test(character)) return 1;
  return whiteSpace.includes(character) ? 2 : 0;
});

interface Base64Count {
  readonly digits: number;
  readonly padding: number;
  /** True if the text has no other characters, and no digit after the padding. */
  readonly isClean: boolean;
}

/** One pass without allocations: replacing or matching in a text of many megabytes costs several times its size. */
function countBase64(text: string, from: number): Base64Count {
  let digits = 0;
  let padding = 0;
  let isClean = true;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const kind = base64Classes[code] ?? 0;
    if (kind === 1) {
      digits += 1;
      if (padding > 0) isClean = false;
    } else if (code === equals) padding += 1;
    else if (kind === 0) isClean = false;
  }
  return { digits, padding, isClean };
}
