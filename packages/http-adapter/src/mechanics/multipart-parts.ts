import { Busboy } from '@fastify/busboy';

/** One part of a form. */
export interface MultipartPart {
  /** undefined where it states none. */
  readonly name: string | undefined;
  /** Whether it has a file name, and so is a file whatever its type says. */
  readonly isFile: boolean;
  /** A view of the body it came in. */
  readonly bytes: Buffer;
}

/** What a form may be made of. */
export interface MultipartBounds {
  readonly parts: number;
  /** Bytes of one part's headers. */
  readonly headBytes: number;
}

export type MultipartReading =
  | { readonly kind: 'parts'; readonly parts: readonly MultipartPart[] }
  /** `reason` completes the sentence "The form …". */
  | { readonly kind: 'malformed'; readonly reason: string };

const endOfHead = Buffer.from('\r\n\r\n');
const closing = '--';

/**
 * Takes a form in memory apart (RFC 7578, RFC 2046 §5.1.1) without copying it. Text before the first and after the last
 * delimiter is passed over; a form without its closing delimiter was cut short and is malformed. What it is made of is
 * counted first: the parser gets nothing that is out of bounds, and may skip no part unseen.
 *
 * @param boundary - without quotes and backslashes
 */
export async function readMultipart(
  body: Buffer,
  boundary: string,
  bounds: MultipartBounds,
): Promise<MultipartReading> {
  const counted = countParts(body, boundary, bounds);
  if (counted.kind === 'malformed') return counted;
  if (counted.parts === 0) return { kind: 'parts', parts: [] };
  const parts = await parse(body, boundary);
  if (parts === undefined || parts.length < counted.parts)
    return malformed('has a part whose headers cannot be read');
  return { kind: 'parts', parts };
}

function malformed(reason: string): Extract<MultipartReading, { readonly kind: 'malformed' }> {
  return { kind: 'malformed', reason };
}

type PartCount =
  | { readonly kind: 'parts'; readonly parts: number }
  | Extract<MultipartReading, { readonly kind: 'malformed' }>;

/** Looks from delimiter to delimiter as the parser will, by searches of the platform. */
function countParts(body: Buffer, boundary: string, bounds: MultipartBounds): PartCount {
  const first = `--${boundary}`;
  const delimiter = Buffer.from(`\r\n${first}`, 'latin1');
  let parts = 0;
  let at = isAt(body, 0, first) ? first.length : after(body, delimiter, 0);
  if (at === undefined) return malformed('does not begin with its boundary');
  while (at !== undefined) {
    if (isAt(body, at, closing)) return { kind: 'parts', parts };
    if (parts === bounds.parts) return malformed(`has more than ${bounds.parts} parts`);
    const head = body.subarray(at, at + bounds.headBytes + endOfHead.length);
    const next = after(body, delimiter, at);
    if (next !== undefined && !head.includes(endOfHead)) {
      return malformed(`has a part whose headers have more than ${bounds.headBytes} bytes`);
    }
    parts += 1;
    at = next;
  }
  return malformed('ends before its closing boundary');
}

function isAt(body: Buffer, at: number, text: string): boolean {
  return body.toString('latin1', at, at + text.length) === text;
}

/** Where what follows the next delimiter begins. */
function after(body: Buffer, delimiter: Buffer, from: number): number | undefined {
  const found = body.indexOf(delimiter, from);
  return found === -1 ? undefined : found + delimiter.length;
}

/** Every part is read as a file, so that its bytes come as they were sent; undefined where the parser gives up. */
function parse(body: Buffer, boundary: string): Promise<readonly MultipartPart[] | undefined> {
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  const parser = new Busboy({ headers, isPartAFile: () => true, preservePath: true });
  return new Promise((resolve) => {
    const begun: (Omit<MultipartPart, 'bytes'> & { readonly pieces: readonly Buffer[] })[] = [];
    parser.on('file', (name: string | undefined, stream, fileName: string | undefined) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('error', () => resolve(undefined));
      begun.push({ name, isFile: fileName !== undefined, pieces });
    });
    parser.on('error', () => resolve(undefined));
    parser.on('finish', () => {
      resolve(begun.map(({ pieces, ...part }) => ({ ...part, bytes: joined(pieces) })));
    });
    parser.end(body);
  });
}

function joined(pieces: readonly Buffer[]): Buffer {
  const [only] = pieces;
  return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
}
