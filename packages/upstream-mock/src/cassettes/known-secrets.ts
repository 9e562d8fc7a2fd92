/** Shorter ones are words that stand in many places, and no credential of a provider. */
const shortest = 8;

const secretName = /auth|key|token|secret|cookie|credential|passw|signature|session/i;

/** What passed the recorder that is a credential. */
export class KnownSecrets {
  readonly #values = new Set<string>();

  /** Headers that tell who calls, and the cookies of answers. */
  addHeader(name: string, value: string): void {
    if (!secretName.test(name)) return;
    const [, scheme = '', rest = value] = /^([A-Za-z]+) +(.+)$/.exec(value) ?? [];
    this.#add(rest);
    if (/cookie/i.test(name)) {
      for (const pair of value.split(/;|,(?=[^;]*=)/)) this.#add(pair.slice(pair.indexOf('=') + 1));
      return;
    }
    const told = /^basic$/i.test(scheme) ? Buffer.from(rest, 'base64').toString() : rest;
    for (const part of told.split(':')) this.#add(part);
  }

  addUrl(url: URL): void {
    for (const part of [url.username, url.password]) this.#add(decoded(part));
    for (const [name, value] of url.searchParams) if (secretName.test(name)) this.#add(value);
  }

  /** A text in which each of them, in any form in which it is searched for, is `$secret`. */
  hide(text: string): string {
    let hidden = text;
    for (const value of this.#values)
      for (const form of formsOf(value)) hidden = hidden.replaceAll(form, '$secret');
    return hidden;
  }

  /** Whether one of them is in these bytes. */
  isIn(bytes: Buffer): boolean {
    return [...this.#values].some((value) => formsOf(value).some((form) => bytes.includes(form)));
  }

  #add(value: string): void {
    const trimmed = value.trim();
    if (trimmed.length >= shortest) this.#values.add(trimmed);
  }
}

/** Plain, as JSON has it, percent-encoded in both letter cases or whole, in hexadecimal digits, and in Base64 at each of its three places. */
function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const percent = encodeURIComponent(value);
  const whole = hex.replaceAll(/../g, '%$&');
  const coded = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
    // Without the characters that neighbouring bytes have a part in.
    const from = Math.ceil((before * 8) / 6);
    const core = text.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
    return [core, core.replaceAll('-', '+').replaceAll('_', '/')];
  });
  const lower = percent.replaceAll(/%../g, (code) => code.toLowerCase());
  return [
    ...new Set([
      value,
      JSON.stringify(value).slice(1, -1),
      percent,
      lower,
      whole,
      whole.toUpperCase(),
      hex,
      hex.toUpperCase(),
      ...coded,
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

/** Shapes of credentials that providers hand out. */
const fingerprints: readonly (readonly [what: string, shape: RegExp])[] = [
  ['a key of OpenAI', /\bsk-[\w-]{20,}/],
  ['a key of Replicate', /\br8_\w{20,}/],
  ['a key of Google', /\bAIza[\w-]{30,}/],
  ['a key of Amazon', /\bAKIA[A-Z\d]{16}\b/],
  ['a key of Runway', /\bkey_[\da-f]{40,}/],
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
