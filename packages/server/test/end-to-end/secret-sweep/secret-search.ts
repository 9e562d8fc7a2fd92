/** Minimum characters of a piece of a secret that count as a leak. */
export const pieceLength = 12;
/** Of a secret in hex, which texts full of ids and digests could contain a short piece of by chance. */
const hexPieceLength = 20;

interface Piece {
  readonly text: string;
  readonly name: string;
}

/** Known secrets, and a search for any piece of one of them in each encoding that programs use. */
export class SecretSearch {
  readonly #known = new Set<string>();
  /** Pieces by their first characters. */
  readonly #pieces = new Map<string, Piece[]>();
  /** Hashes of the first eight bytes of all pieces. */
  readonly #heads = new Uint8Array(headCount);

  /** Names of all secrets, once for each. */
  readonly names = new Set<string>();

  /** @throws RangeError when the secret is shorter than a piece */
  add(name: string, secret: string): void {
    if (secret.length < pieceLength)
      throw new RangeError(`the ${name} is too short to be searched`);
    if (this.#known.has(secret)) return;
    this.#known.add(secret);
    this.names.add(name);
    for (const text of piecesOf(secret)) this.#addPiece({ name, text });
  }

  /** Returns the names of the secrets of which the bytes contain a piece. */
  foundIn(bytes: Buffer): ReadonlySet<string> {
    const found = new Set<string>();
    for (let at = 0; at + pieceLength <= bytes.length; at += 1) {
      if (this.#heads[headOf(bytes, at)] === 0) continue;
      const pieces = this.#pieces.get(bytes.toString('latin1', at, at + pieceLength)) ?? [];
      for (const { text, name } of pieces)
        if (bytes.toString('latin1', at, at + text.length) === text) found.add(name);
    }
    return found;
  }

  #addPiece(piece: Piece): void {
    const start = piece.text.slice(0, pieceLength);
    const pieces = this.#pieces.get(start);
    if (pieces === undefined) this.#pieces.set(start, [piece]);
    else pieces.push(piece);
    this.#heads[headOf(Buffer.from(start, 'latin1'), 0)] = 1;
  }
}

const headCount = 1 << 24;

/** Multiplicative hash of eight bytes. */
function headOf(bytes: Buffer, at: number): number {
  const first = Math.imul(bytes.readUInt32LE(at), 0x9e_37_79_b1);
  const second = Math.imul(bytes.readUInt32LE(at + 4), 0x85_eb_ca_6b);
  return (first ^ (second + (first << 5))) >>> 8;
}

/** Returns every piece of a secret, as it is and in each encoding. */
function piecesOf(secret: string): ReadonlySet<string> {
  const length = /^[0-9a-f]+$/.test(secret) ? hexPieceLength : pieceLength;
  const escaped = JSON.stringify(secret).slice(1, -1);
  const encoded = encodeURIComponent(secret);
  const texts = [secret, escaped, encoded, encodeURIComponent(encoded)];
  const bytes = Buffer.from(secret);
  const windows = windowsOf(bytes.length, pieceLength).map((at) =>
    bytes.subarray(at, at + pieceLength),
  );
  return new Set([
    ...texts.flatMap((text) =>
      windowsOf(text.length, length).map((at) => text.slice(at, at + length)),
    ),
    // In a longer text in base64 one piece in three begins with a character of its own.
    ...windows.flatMap((window) => [window.toString('base64'), window.toString('base64url')]),
    ...windows.flatMap((window) => [window.toString('hex'), window.toString('hex').toUpperCase()]),
  ]);
}

function windowsOf(total: number, length: number): readonly number[] {
  return Array.from({ length: Math.max(0, total - length + 1) }, (_, at) => at);
}
