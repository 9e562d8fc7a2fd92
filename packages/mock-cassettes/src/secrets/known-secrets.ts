import { base64Texts } from './key-shapes.ts';
import { type Span, smallLetters, withoutEscapes } from './plain-text.ts';

/** Shorter values are ordinary words, and are not hidden. */
const shortest = 8;

/** Names of secret headers and parameters. An idempotency key is no credential. */
const secretName =
  /^(?!.*idempotency).*(?:auth|key|token|secret|cookie|credential|passw|signature|session)|^sig$/i;
/** Names of secret fields, matched by whole words: `apiKey`, but not `keywords`. */
const secretWord =
  /^(?:(?:api|access)?key|auth|authorization|token|secret|cookie|credential|passw.*|signature|sig|session)s?$/;
/** Longer texts are documents. */
const longest = 16_384;

/** Credentials that passed the recorder. */
export class KnownSecrets {
  readonly #known = new Set<string>();
  /** Finds each secret in all its encodings. */
  readonly #finder = new TextFinder();

  /** Adds the headers that authenticate a caller, and the cookies of responses. */
  addHeader(name: string, value: string): void {
    if (!secretName.test(name)) return;
    if (/cookie/i.test(name)) {
      const pairs = value.split(';');
      // After the first pair of a response cookie come its attributes.
      for (const pair of /^set-/i.test(name) ? pairs.slice(0, 1) : pairs)
        for (const part of new Set([pair, ...pair.split(',')]))
          if (part.includes('=')) this.#add(part.slice(part.indexOf('=') + 1));
      return;
    }
    const [, rest = value] = /^[A-Za-z]+ +(.+)$/.exec(value) ?? [];
    this.#addKey(rest);
  }

  addUrl({ username, password, searchParams }: URL): void {
    this.#add(decoded(username));
    this.#addKey(decoded(password));
    for (const [name, value] of searchParams) if (secretName.test(name)) this.#addKey(value);
  }

  /** Adds the secrets of a body: fields named as credentials, and those in its links. */
  addJson(value: unknown, name = ''): void {
    if (typeof value === 'string') {
      if (isSecretField(name) && value.length <= longest && /^(?![a-z]+$)\S+$/i.test(value))
        this.#add(value);
      for (const [link] of value.matchAll(linkShape)) {
        const url = URL.parse(link);
        if (url !== null) this.addUrl(url);
      }
    } else if (Array.isArray(value)) for (const item of value) this.addJson(item, name);
    else if (typeof value === 'object' && value !== null)
      for (const [field, inner] of Object.entries(value)) this.addJson(inner, field);
  }

  /**
   * Replaces each secret, in any encoding, by `$secret`.
   *
   * @param isKept - returns true for a match that stays
   */
  hide(text: string, isKept: (part: string) => boolean = () => false): string {
    const pieces: string[] = [];
    let done = 0;
    const spans = [...this.#spansIn(text)].toSorted(([one], [other]) => one - other);
    for (const [from, to] of spans) {
      if (to <= done || isKept(text.slice(from, to))) continue;
      // Overlapping matches are one secret.
      if (from >= done) pieces.push(text.slice(done, from), '$secret');
      done = to;
    }
    return [...pieces, text.slice(done)].join('');
  }

  /** Returns true if one of the secrets is in these bytes, read as Latin-1. */
  isIn(text: string): boolean {
    return this.#spansIn(text).next().done !== true;
  }

  *#spansIn(text: string): Generator<Span, undefined> {
    if (this.#known.size === 0) return undefined;
    for (const plain of [smallLetters(text), withoutEscapes(text)])
      for (const span of plain === undefined ? [] : this.#finder.spansIn(plain.text))
        yield plain?.spanOf(span) ?? span;
    return undefined;
  }

  /** Adds a caller's key, its parts, and what it is the Base64 of. */
  #addKey(key: string): void {
    for (const text of [key, ...base64Texts(key).map(({ plain }) => plain)])
      for (const part of [text, ...text.split(':')]) this.#add(part);
  }

  #add(value: string): void {
    const trimmed = value.trim();
    if (trimmed.length < shortest || this.#known.has(trimmed)) return;
    this.#known.add(trimmed);
    for (const form of formsOf(trimmed)) {
      this.#finder.add(smallLetters(form).text);
      this.#finder.add(withoutEscapes(form)?.text ?? '');
    }
  }
}

/** Links in a text, without trailing punctuation. */
export const linkShape = /https?:\/\/[^\s"<>\\`]*[^\s"<>\\`.,;:!?)\]}']/gi;

function isSecretField(name: string): boolean {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return (
    !words.includes('idempotency') && words.split(/[^a-z\d]+/).some((word) => secretWord.test(word))
  );
}

/** Encodings of a value besides escapes: plain, as in forms, hexadecimal, and Base64 at each of its three offsets. */
function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const coded = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
    // Without the characters that share bits with neighbouring bytes.
    const from = Math.ceil((before * 8) / 6);
    return text.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
  });
  // A key that is Base64 itself is written in either alphabet, with and without padding.
  const plain = /^[\w+/-]+={0,2}$/.test(value) ? value.replace(/=+$/, '') : value;
  return [
    value,
    bytes.toString('latin1'),
    value.replaceAll(' ', '+'),
    bytes.toString('hex'),
    ...[plain, ...coded].flatMap((text) => [
      text.replaceAll('+', '-').replaceAll('/', '_'),
      text.replaceAll('-', '+').replaceAll('_', '/'),
    ]),
  ];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Finds any number of texts in one pass over another. */
class TextFinder {
  readonly #texts = new Set<string>();
  /** Lengths of the texts with the same beginning. */
  readonly #lengths = new Map<string, Set<number>>();
  /** By the first two letters: most positions match no beginning and are skipped. */
  readonly #beginnings = new Uint8Array(1 << 12);

  /** Ignores texts that are too short to be searched for. */
  add(text: string): void {
    if (text.length < shortest) return;
    this.#texts.add(text);
    const key = text.slice(0, shortest);
    const lengths = this.#lengths.get(key) ?? new Set();
    this.#lengths.set(key, lengths.add(text.length));
    this.#beginnings[pairAt(text, 0)] = 1;
  }

  /** Ranges of all matches, also overlapping ones. */
  *spansIn(text: string): Generator<Span, undefined> {
    for (let from = 0; from + shortest <= text.length; from += 1) {
      if (this.#beginnings[pairAt(text, from)] === 0) continue;
      for (const length of this.#lengths.get(text.slice(from, from + shortest)) ?? [])
        if (this.#texts.has(text.slice(from, from + length))) yield [from, from + length];
    }
    return undefined;
  }
}

/** Number of two letters; few pairs share one. */
function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) << 6) ^ text.charCodeAt(at + 1)) & 0xfff;
}
