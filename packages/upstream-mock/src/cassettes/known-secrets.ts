import { smallLetters, withoutEscapes } from './plain-text.ts';
import { type Span, TextFinder } from './text-finder.ts';

/** Shorter values are ordinary words, and no provider's credential. */
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
    const [, scheme = '', rest = value] = /^([A-Za-z]+) +(.+)$/.exec(value) ?? [];
    this.#add(rest);
    const reported = /^basic$/i.test(scheme) ? Buffer.from(rest, 'base64').toString() : rest;
    for (const part of reported.split(':')) this.#add(part);
  }

  addUrl(url: URL): void {
    for (const part of [url.username, url.password]) this.#add(decoded(part));
    for (const [name, value] of url.searchParams) if (secretName.test(name)) this.#add(value);
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

  /** Returns true if one of the secrets is in these bytes. */
  isIn(bytes: Buffer): boolean {
    return this.#spansIn(bytes.toString('latin1')).next().done !== true;
  }

  *#spansIn(text: string): Generator<Span, undefined> {
    if (this.#known.size === 0) return undefined;
    for (const plain of [smallLetters(text), withoutEscapes(text)])
      for (const span of plain === undefined ? [] : this.#finder.spansIn(plain.text))
        yield plain?.spanOf(span) ?? span;
    return undefined;
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

/** Encodings of a value: plain, JSON, percent-encoded, hexadecimal, and Base64 at each of its three offsets. */
function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const coded = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
    // Without the characters that share bits with neighbouring bytes.
    const from = Math.ceil((before * 8) / 6);
    const core = text.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
    return [core, core.replaceAll('-', '+').replaceAll('_', '/')];
  });
  return [
    value,
    bytes.toString('latin1'),
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    bytes.toString('hex'),
    ...coded,
  ];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Formats of providers' credentials. */
const fingerprints: readonly (readonly [what: string, shape: RegExp])[] = [
  ['an OpenAI key', /\bsk-[\w-]{20,}/],
  ['a Replicate key', /\br8_\w{20,}/],
  ['a Luma key', /\bluma-api-[\w-]{20,}/],
  ['a Google key', /\bAIza[\w-]{30,}/],
  ['an Amazon key', /\bAKIA[A-Z\d]{16}\b/],
  ['a Runway key', /\bkey_[\da-f]{40,}/],
  ['an xAI key', /\bxai-[A-Za-z\d]{40,}/],
  ['a GitHub token', /\bgh[opsu]_\w{30,}/],
  ['a JSON web token', /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a bearer token', /\bBearer [\w.~+/-]{16,}/],
];

/** Kind of credential whose format appears in this text; undefined = none. */
export function fingerprintIn(text: string): string | undefined {
  return fingerprints.find(([, shape]) => shape.test(text))?.[0];
}

/** Returns true for a run of letters and digits that looks random, unlike words and hexadecimal digits. */
export function hasRandomText(text: string): boolean {
  return [...text.matchAll(/[\w+/-]{32,}/g)].some(([run]) => {
    const isMixed = /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
    return isMixed && entropy(run.slice(0, 256)) > 4.2;
  });
}

/** Bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => {
    const share = count / text.length;
    return bits - share * Math.log2(share);
  }, 0);
}
