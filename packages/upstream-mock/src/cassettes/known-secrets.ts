import { smallLetters, withoutEscapes } from './plain-text.ts';
import { type Span, TextFinder } from './text-finder.ts';

/** Shorter ones are words that stand in many places, and no credential of a provider. */
const shortest = 8;

/** Of headers and parameters. A name that makes a submission one with its repetition is no credential. */
const secretName =
  /^(?!.*idempotency).*(?:auth|key|token|secret|cookie|credential|passw|signature|session)|^sig$/i;
/** Of fields, whose names have these as words of their own: `apiKey`, and not `keywords`. */
const secretWord =
  /^(?:(?:api|access)?key|auth|authorization|token|secret|cookie|credential|passw.*|signature|sig|session)s?$/;
/** Longer texts are documents. */
const longest = 16_384;

/** What passed the recorder that is a credential. */
export class KnownSecrets {
  readonly #known = new Set<string>();
  /** Has each form in which they are searched for. */
  readonly #finder = new TextFinder();

  /** Headers that tell who calls, and the cookies of answers. */
  addHeader(name: string, value: string): void {
    if (!secretName.test(name)) return;
    if (/cookie/i.test(name)) {
      const pairs = value.split(';');
      // What follows the first pair of an answer are attributes.
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

  /** Of a body: fields that are named as credentials, and what links in its texts have. */
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
   * A text in which each of them, in any form in which it is searched for, is `$secret`.
   *
   * @param isKept - whether a part that is one stays
   */
  hide(text: string, isKept: (part: string) => boolean = () => false): string {
    const pieces: string[] = [];
    let done = 0;
    const spans = [...this.#spansIn(text)].toSorted(([one], [other]) => one - other);
    for (const [from, to] of spans) {
      if (to <= done || isKept(text.slice(from, to))) continue;
      // What overlaps is one secret.
      if (from >= done) pieces.push(text.slice(done, from), '$secret');
      done = to;
    }
    return [...pieces, text.slice(done)].join('');
  }

  /** Whether one of them is in these bytes. */
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

/** Links in a text, without what ends a sentence. */
export const linkShape = /https?:\/\/[^\s"<>\\`]*[^\s"<>\\`.,;:!?)\]}']/gi;

function isSecretField(name: string): boolean {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return (
    !words.includes('idempotency') && words.split(/[^a-z\d]+/).some((word) => secretWord.test(word))
  );
}

/** Plain, as JSON has it, percent-encoded, in hexadecimal digits, and in Base64 at each of its three places. */
function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const coded = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
    // Without the characters that neighbouring bytes have a part in.
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

/** Shapes of credentials that providers hand out. */
const fingerprints: readonly (readonly [what: string, shape: RegExp])[] = [
  ['a key of OpenAI', /\bsk-[\w-]{20,}/],
  ['a key of Replicate', /\br8_\w{20,}/],
  ['a key of Luma', /\bluma-api-[\w-]{20,}/],
  ['a key of Google', /\bAIza[\w-]{30,}/],
  ['a key of Amazon', /\bAKIA[A-Z\d]{16}\b/],
  ['a key of Runway', /\bkey_[\da-f]{40,}/],
  ['a key of xAI', /\bxai-[A-Za-z\d]{40,}/],
  ['a token of GitHub', /\bgh[opsu]_\w{30,}/],
  ['a JSON web token', /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a bearer token', /\bBearer [\w.~+/-]{16,}/],
];

/** What kind of credential has its usual shape in this text; undefined = none. */
export function fingerprintIn(text: string): string | undefined {
  return fingerprints.find(([, shape]) => shape.test(text))?.[0];
}

/** Whether there is a run of letters and digits as chance makes them, and words and hexadecimal digits never are. */
export function hasRandomText(text: string): boolean {
  return [...text.matchAll(/[\w+/-]{32,}/g)].some(([run]) => {
    const isMixed = /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
    return isMixed && entropy(run.slice(0, 256)) > 4.2;
  });
}

/** Bits for each character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => {
    const share = count / text.length;
    return bits - share * Math.log2(share);
  }, 0);
}
