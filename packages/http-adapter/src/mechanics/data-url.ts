export type DataUrlReading =
  | { readonly kind: 'decoded'; readonly bytes: Uint8Array }
  /** Not base64, or no data URL at all. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'too-large' };

const base64Head = /^data:[^,]{0,256};base64,/i;
const whiteSpace = /[\t\n\f\r ]+/g;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Whether a text is meant as a data URL. */
export function isDataUrl(text: string): boolean {
  return /^data:/i.test(text);
}

/**
 * Decodes a base64 data URL (RFC 2397). The media type it states is not looked at: what the bytes are is decided by
 * themselves. White space in the base64 text is passed over, as URL parsers do.
 *
 * @param maxBytes - what it may decode to; larger ones are refused before they are decoded
 */
export function decodeDataUrl(text: string, maxBytes: number): DataUrlReading {
  const head = base64Head.exec(text)?.[0];
  if (head === undefined) return { kind: 'malformed' };
  const body = text.slice(head.length).replaceAll(whiteSpace, '');
  const length = decodedLength(body);
  if (length > maxBytes) return { kind: 'too-large' };
  if (!base64.test(body) || body.replace(/=+$/, '').length % 4 === 1) return { kind: 'malformed' };
  return { kind: 'decoded', bytes: Buffer.from(body, 'base64') };
}

function decodedLength(base64Text: string): number {
  const padding = base64Text.length - base64Text.replace(/={1,2}$/, '').length;
  return Math.floor(((base64Text.length - padding) * 3) / 4);
}
