/** One part of a form. */
export interface MultipartPart {
  readonly name: string;
  /** Whether it has a file name, and so is a file whatever its type says. */
  readonly isFile: boolean;
  /** A view of the body it came in. */
  readonly bytes: Buffer;
}

export type MultipartReading =
  | { readonly kind: 'parts'; readonly parts: readonly MultipartPart[] }
  /** `reason` completes the sentence "The form …". */
  | { readonly kind: 'malformed'; readonly reason: string };

const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const hyphen = 0x2d;
const blank = new Set([0x20, 0x09]);
const endOfHead = Buffer.from('\r\n\r\n');

/**
 * Takes a form in memory apart (RFC 7578, RFC 2046 §5.1.1) without copying it. Text before the first and after the last
 * delimiter is passed over; a form without its closing delimiter was cut short and is malformed.
 *
 * @param limits.parts - more parts than this are malformed
 * @param limits.headBytes - so is a part with longer headers
 */
export function readMultipart(
  body: Buffer,
  boundary: string,
  limits: { readonly parts: number; readonly headBytes: number },
): MultipartReading {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const parts: MultipartPart[] = [];
  let found = findDelimiter(body, delimiter, 0);
  while (found !== undefined && !found.isLast) {
    if (parts.length === limits.parts) return malformed(`has more than ${limits.parts} parts`);
    const next = findDelimiter(body, delimiter, found.end - 2);
    if (next === undefined) break;
    const part = readPart(
      body.subarray(found.end, Math.max(found.end, next.start)),
      limits.headBytes,
    );
    if (part === undefined) return malformed('has a part whose headers cannot be read');
    parts.push(part);
    found = next;
  }
  if (found === undefined) return malformed('does not begin with its boundary');
  return found.isLast ? { kind: 'parts', parts } : malformed('ends before its closing boundary');
}

function malformed(reason: string): MultipartReading {
  return { kind: 'malformed', reason };
}

interface Delimiter {
  /** Where the line break before it begins. */
  readonly start: number;
  /** Where what follows its line begins. */
  readonly end: number;
  readonly isLast: boolean;
}

/** The next delimiter that is a line of its own; text that merely begins like one belongs to a part. */
function findDelimiter(body: Buffer, delimiter: Buffer, from: number): Delimiter | undefined {
  for (let at = body.indexOf(delimiter, from); at !== -1; at = body.indexOf(delimiter, at + 1)) {
    const beginsLine =
      at === 0 || (body[at - 2] === carriageReturn && body[at - 1] === lineFeed && at - 2 >= from);
    if (!beginsLine) continue;
    const after = at + delimiter.length;
    const isLast = body[after] === hyphen && body[after + 1] === hyphen;
    if (isLast) return { start: at - 2, end: after + 2, isLast };
    const end = endOfLine(body, after);
    if (end !== undefined) return { start: at - 2, end, isLast };
  }
  return undefined;
}

function endOfLine(body: Buffer, from: number): number | undefined {
  let at = from;
  while (blank.has(body[at] ?? 0)) at += 1;
  return body[at] === carriageReturn && body[at + 1] === lineFeed ? at + 2 : undefined;
}

const disposition = /^content-disposition:[ \t]*form-data[ \t]*(;.*)$/i;
const parameter = /;[ \t]*([a-z*]+)=(?:"((?:[^"\\]|\\.)*)"|([^";\s]*))/gi;

function readPart(part: Buffer, headBytes: number): MultipartPart | undefined {
  const headEnd = part.subarray(0, headBytes + endOfHead.length).indexOf(endOfHead);
  if (headEnd === -1) return undefined;
  const lines = part.toString('utf8', 0, headEnd).split('\r\n');
  const parameters = lines
    .map((line) => disposition.exec(line)?.[1])
    .find((text) => text !== undefined);
  if (parameters === undefined) return undefined;
  const values = new Map(
    Array.from(parameters.matchAll(parameter), ([, name = '', quoted, token = '']) => [
      name.toLowerCase(),
      quoted === undefined ? token : unescape(quoted),
    ]),
  );
  const name = values.get('name');
  if (name === undefined) return undefined;
  const isFile = values.has('filename') || values.has('filename*');
  return { name, isFile, bytes: part.subarray(headEnd + endOfHead.length) };
}

const escapes: { readonly [escape: string]: string } = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** Browsers write `"` as `%22` (WHATWG "multipart/form-data encoding algorithm"), older programs as `\"`. */
function unescape(quoted: string): string {
  return quoted
    .replaceAll(/\\(["\\])/g, '$1')
    .replaceAll(/%22|%0D|%0A/gi, (escape) => escapes[escape.toUpperCase()] ?? escape);
}
